# Chromium, in which the page is tested; CHROMIUM names another one than /usr/bin/chromium.
chromium=${CHROMIUM:-/usr/bin/chromium}
has "$chromium" chromium fonts-dejavu-core -- "no Chromium at $chromium: install it, or set CHROMIUM to the path of a Chromium or Chrome" || return 0
[[ -n $quiet ]] || ready "chromium: $("$chromium" --version --no-sandbox 2>/dev/null)"
