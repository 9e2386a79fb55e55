# Firefox for the tests of the page's main flow; FIREFOX names another one than /usr/bin/firefox-esr.
firefox=${FIREFOX:-/usr/bin/firefox-esr}
has "$firefox" firefox-esr -- "no Firefox at $firefox: install it, or set FIREFOX to the path of a Firefox" || return 0
[[ -n $quiet ]] || ready "firefox: $("$firefox" --version 2>/dev/null)"
