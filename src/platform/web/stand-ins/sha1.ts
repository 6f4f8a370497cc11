import { hexDigest, type HashPart } from '../hash.ts';

/** Stands for sha.js in isomorphic-git, which would load a Buffer of its own. */
export default class Sha1 {
  readonly #parts: HashPart[] = [];

  update(part: HashPart): this {
    this.#parts.push(part);
    return this;
  }

  digest(_form: 'hex'): string {
    return hexDigest('sha1', ...this.#parts);
  }
}
