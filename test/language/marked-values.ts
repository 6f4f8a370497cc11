// A language in which each text tells what was filled into it.
import { MESSAGES } from '../../src/language/catalogue.ts';
import { filledIn, translationOf, ENGLISH } from '../../src/language/language.ts';

/** A text of the catalogue with the values that the game filled in, by their places. */
export interface Filled {
  readonly message: string;
  readonly values: ReadonlyMap<number, string>;
}

/** `{1} votes` → `⟦12|⸨1|{1}⸩ votes⟧` */
export const MARKING: Readonly<Record<string, string>> = Object.fromEntries(
  MESSAGES.map((message, at) => [
    message,
    `⟦${at}|${message.replaceAll(/\{(\d+)\}/gu, (place, n: string) => `⸨${n}|${place}⸩`)}⟧`,
  ]),
);

const MARK = /⟦(\d+)\||⸨(\d+)\||⸩|⟧/gu;

/** Every text that was said in some words, those inside a sentence before it. */
export function filledTexts(words: string): readonly Filled[] {
  const found: Filled[] = [];
  const open: { message: string; values: Map<number, string>; place: number | null }[] = [];
  const fill = (text: string): void => {
    const { values, place = null } = open.at(-1) ?? {};
    if (place !== null) values?.set(place, `${values.get(place) ?? ''}${text}`);
  };
  let from = 0;
  for (const { 0: mark, 1: text, 2: place, index } of words.matchAll(MARK)) {
    fill(words.slice(from, index));
    from = index + mark.length;
    const last = open.at(-1);
    if (text !== undefined)
      open.push({ message: MESSAGES[Number(text)] ?? '', values: new Map(), place: null });
    else if (place !== undefined && last !== undefined) last.values.set((last.place = Number(place)), '');
    else if (mark === '⸩' && last !== undefined) last.place = null;
    else if (mark === '⟧' && last !== undefined) {
      const filled = { message: last.message, values: last.values };
      open.pop();
      found.push(filled);
      fill(sentenceOf(filled));
    }
  }
  return found;
}

/** The sentence in English, as a reader has it. */
export function sentenceOf({ message, values }: Filled): string {
  const places = Array.from({ length: Math.max(0, ...values.keys()) }, (_, at) => {
    const value = (values.get(at + 1) ?? '').trim();
    return /^\d+$/u.test(value) ? Number(value) : value;
  });
  return filledIn(translationOf(ENGLISH, message, places), places).replaceAll(/<\/?\d+>/gu, '');
}
