# Chromium for the page's tests; CHROMIUM names another one than /usr/bin/chromium.
chromium=${CHROMIUM:-/usr/bin/chromium}
has "$chromium" chromium fonts-dejavu-core -- "no Chromium at $chromium: install it, or set CHROMIUM to the path of a Chromium or Chrome" || return 0
# its build without windows makes the tests quicker; without it, they use Chromium itself
if [[ -z ${CHROMIUM:-} ]] && debian_root && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  debian_install chromium-headless-shell || say "chromium-headless-shell could not be installed"
fi
[[ -n $quiet ]] || ready "chromium: $("$chromium" --version --no-sandbox 2>/dev/null)"
