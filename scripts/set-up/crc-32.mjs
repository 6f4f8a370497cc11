// In the bundle this stands where isomorphic-git looks for `crc-32`, which works out large tables when it is loaded. Node has the same sum.
// oxlint-disable-next-line import/no-default-export -- isomorphic-git asks for the module itself
export default {
  /** @param {Uint8Array} bytes */
  buf: (bytes) => process.getBuiltinModule('node:zlib').crc32(bytes) | 0,
};
