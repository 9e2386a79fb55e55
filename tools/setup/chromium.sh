# Chromium, in which the page is tested; CHROMIUM names another one than /usr/bin/chromium.
chromium=${CHROMIUM:-/usr/bin/chromium}
[[ -x $chromium ]] || { debian_root && apt chromium fonts-dejavu-core; }
[[ -x $chromium ]] || stop "no Chromium at $chromium: install it, or set CHROMIUM to the path of a Chromium or Chrome"
say "chromium: $("$chromium" --version --no-sandbox 2>/dev/null)"
