// The package keccak as sdk-core uses it, without Node's streams (vite.config.ts).
const { keccak_256 } = require("@noble/hashes/sha3");

module.exports = (name) => {
  if (name !== "keccak256") throw new Error(`there is no ${name} here`);
  const hash = keccak_256.create();
  return {
    update(bytes) {
      hash.update(bytes);
      return this;
    },
    digest: () => Buffer.from(hash.digest()),
  };
};
