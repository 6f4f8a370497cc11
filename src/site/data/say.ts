import { MESSAGES_OF_SCRIPTS } from '../../language/catalogue.ts';
import { filledIn, messageOfParts, inPieces, translationOf, type Language } from '../../language/language.ts';
import { dayIn } from '../../language/wording.ts';
import { readSite } from './read-site.ts';

/** The language of the pages that are shown. */
export function languageNow(): Language {
  return readSite().display.language;
}

/** A text of a page in the game’s language: the English one is the key, and `{1}` stands in it for the first value. */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const message = messageOfParts(strings);
  return filledIn(translationOf(languageNow(), message, values), values);
}

/** A text with elements in it: `<1>…</1>` is handed to the first value, a function that puts an element around it. */
export function sayWith(message: string, ...values: readonly unknown[]): readonly unknown[] {
  return inPieces(translationOf(languageNow(), message, values), values);
}

/** The texts that scripts write into a page, where they are translated; null where all of them are English. */
export function textsOfScripts(): string | null {
  const { texts } = languageNow();
  const here = MESSAGES_OF_SCRIPTS.filter((message) => Object.hasOwn(texts, message));
  return here.length === 0 ? null : JSON.stringify(Object.fromEntries(here.map((one) => [one, texts[one]])));
}

/** `2021-06-18`, or as the game’s language has it. */
export function dayHere(time: string): string {
  return dayIn(languageNow().tag, time);
}
