import type { Work } from './works.ts';

/** Something that a sample player does, in the form in which games take what people do; or a moment for the engine. */
export type Move =
  | {
      readonly type: 'act';
      readonly at: string;
      readonly by: string;
      readonly action: string;
      readonly with: Words;
    }
  | {
      readonly type: 'seal';
      readonly at: string;
      readonly by: string;
      readonly submission: string;
      readonly with: Words;
    }
  | {
      readonly type: 'post';
      readonly at: string;
      readonly by: string;
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
    }
  | {
      readonly type: 'comment';
      readonly at: string;
      readonly by: string;
      readonly on: string;
      readonly id: string;
      readonly text: string;
    }
  | { readonly type: 'tick'; readonly at: string };

export type Words = Readonly<Record<string, unknown>>;

/** Where a picture will be found. */
export type PictureOf = (work: Work, artist: string) => string;

/** A number from 0 up to 1 that is the same for the same words: sample players are never in two minds. */
export function whim(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('/'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}
