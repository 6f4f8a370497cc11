import { base64Of, base64UrlOf, hexOf, utf8 } from '#platform/bytes.ts';
import { digest, hmacSha256, type HashKind, type HashPart } from '#platform/hash.ts';
import { isSameSecret, randomBytes as draw } from '#platform/machine.ts';

type Form = 'hex' | 'base64' | 'base64url';

const WRITERS = { hex: hexOf, base64: base64Of, base64url: base64UrlOf } as const;
const written = (bytes: Uint8Array, form?: Form): string | Uint8Array =>
  form === undefined ? bytes : WRITERS[form](bytes);

class Hashing {
  readonly #parts: HashPart[] = [];
  readonly #hash: (parts: readonly HashPart[]) => Uint8Array;

  constructor(hash: (parts: readonly HashPart[]) => Uint8Array) {
    this.#hash = hash;
  }

  update(part: HashPart): this {
    this.#parts.push(part);
    return this;
  }

  digest(form?: Form): string | Uint8Array {
    return written(this.#hash(this.#parts), form);
  }
}

export const createHash = (kind: HashKind): Hashing => new Hashing((parts) => digest(kind, ...parts));
export const createHmac = (_kind: 'sha256', key: HashPart): Hashing =>
  new Hashing((parts) => hmacSha256(typeof key === 'string' ? utf8(key) : key, parts.join('')));
export const hash = (kind: HashKind, part: HashPart, form: Form = 'hex'): string | Uint8Array =>
  written(digest(kind, part), form);
export const timingSafeEqual = isSameSecret;
export const randomBytes = (count: number): Uint8Array & { toString(form: Form): string } =>
  Object.assign(draw(count), {
    toString(this: Uint8Array, form: Form) {
      return WRITERS[form](this);
    },
  });
export { none as randomInt } from './others.ts';
