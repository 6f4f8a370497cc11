// In the bundle this stands where isomorphic-git looks for `sha.js/sha1.js`, which is made for browsers and takes longer
// to load than all of isomorphic-git. Node has the same, with the same two methods.
// oxlint-disable-next-line import/no-default-export -- isomorphic-git asks for the module itself
export default class Sha1 {
  #hash = process.getBuiltinModule('node:crypto').createHash('sha1');

  /** @param {Uint8Array} bytes */
  update(bytes) {
    this.#hash.update(bytes);
    return this;
  }

  /** @param {import('node:crypto').BinaryToTextEncoding} encoding */
  digest(encoding) {
    return this.#hash.digest(encoding);
  }
}
