import { MESSAGES_OF_SCRIPTS } from '../../language/catalogue.ts';
import { filledIn, messageOfParts, inPieces, translationOf, type Language } from '../../language/language.ts';
import { dayIn } from '../../language/wording.ts';
import { readSite } from './read-site.ts';

/** The language of the pages being shown. */
export function languageNow(): Language {
  return readSite().display.language;
}

/** A text of a page in the game’s language. The English text is the key, with `{1}` for the first value. */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const message = messageOfParts(strings);
  return filledIn(translationOf(languageNow(), message, values), values);
}

/** A value or an element, or what puts an element around some of the words. */
type Put = string | number | boolean | object | null | undefined | ((words: unknown) => unknown);

/** A text with elements in it: `<1>…</1>` is passed to the first value, a function that wraps it in an element. */
export function sayWith(message: string, ...values: readonly Put[]): readonly unknown[] {
  return inPieces(translationOf(languageNow(), message, values), values);
}

/** Translated texts that scripts insert into pages; null if all of them are English. */
export function textsOfScripts(): string | null {
  const { texts } = languageNow();
  const here = MESSAGES_OF_SCRIPTS.filter((message) => Object.hasOwn(texts, message));
  return here.length === 0 ? null : JSON.stringify(Object.fromEntries(here.map((one) => [one, texts[one]])));
}

/** `2021-06-18`, or as the game’s language has it. */
export function dayHere(time: string): string {
  return dayIn(languageNow().tag, time);
}
