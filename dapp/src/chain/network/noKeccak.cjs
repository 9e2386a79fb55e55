// What sdk-core's addresses would need to foretell a new contract's address, which the page never does.
module.exports = () => {
  throw new Error("no contract's address is foretold here");
};
