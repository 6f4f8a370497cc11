// In the bundle this stands where isomorphic-git looks for `pako`, which works out its tables when it is loaded and inflates in JavaScript.
// Node has the same; what reads a stream of many objects is loaded where somebody asks for it.
const zlib = () => process.getBuiltinModule('node:zlib');

// oxlint-disable-next-line import/no-default-export -- isomorphic-git asks for the module itself
export default {
  /** @param {Uint8Array} bytes */
  deflate: (bytes) => zlib().deflateSync(bytes),

  /** @param {Uint8Array} bytes */
  inflate(bytes) {
    try {
      return zlib().inflateSync(bytes);
    } catch (error) {
      // By a text isomorphic-git knows that it is the bytes that are spoilt.
      throw error instanceof Error ? error.message : error;
    }
  },

  get Inflate() {
    // @ts-expect-error -- it has no types
    return require('pako/index.js').Inflate;
  },
};
