export type Words = Readonly<Record<string, unknown>>;

type By = { readonly at: string; readonly by: string };

interface Change {
  readonly verb: 'set';
  readonly path: string;
  readonly value: unknown;
}

/** Something that a sample player does, in the form in which games take what people do; or a moment for the engine. */
export type Move =
  | (By & { readonly type: 'act'; readonly action: string; readonly with: Words })
  | (By & { readonly type: 'seal'; readonly submission: string; readonly with: Words })
  | (By & {
      readonly type: 'post';
      readonly id: string;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
      readonly changes?: readonly Change[];
    })
  | (By & { readonly type: 'comment'; readonly on: string; readonly id: string; readonly text: string })
  | { readonly type: 'tick'; readonly at: string };

/** A number from 0 up to 1 that is the same for the same words: sample players are never in two minds. */
export function whim(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('/'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

/** One of a list, always the same for the same words. */
export function choose<T>(options: readonly T[], ...words: readonly (string | number)[]): T | undefined {
  return options[Math.floor(whim(...words) * options.length)];
}
