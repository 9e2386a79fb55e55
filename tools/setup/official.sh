# The official chain simulator in target/official: program and configuration from npm, the gas schedule
# from the framework's crate, since the configuration's is older than Barnard.
[[ $(uname -sm) = "Linux x86_64" ]] || { ready "official: the simulator runs on Linux x86-64 alone"; return 0; }
tools/npm-ci.sh tests/official
chmod +x tests/official/node_modules/program/bin/fsproxy
framework=$(cargo metadata --quiet --locked --filter-platform x86_64-unknown-linux-gnu --format-version 1 | node -e '
  const { packages } = JSON.parse(require("fs").readFileSync(0));
  console.log(packages.find((found) => found.name === "multiversx-chain-vm").manifest_path);')
rm -rf target/official/config && mkdir -p target/official
cp -r tests/official/node_modules/@xsuite/full-simulnet/config target/official/config
cp "${framework%/*}/src/schedule/versions/gasScheduleV9.toml" target/official/config/node/config/gasSchedules/
cp tests/official/node-override.toml target/official/config/nodeOverride.toml
[[ -n $quiet ]] || ready "official: $(node -p 'require("./tests/official/node_modules/program/package.json").version') of the simulator"
