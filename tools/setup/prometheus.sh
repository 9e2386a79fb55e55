# Prometheus, for the test of the relay's alarms. Debian's package starts a service of its own, which
# isn't needed.
has prometheus prometheus -- "prometheus is missing: install it, e.g. apt install prometheus or brew install prometheus" || return 0
ready "prometheus: $(prometheus --version 2>&1 | head -1)"
