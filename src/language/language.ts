/** A translated text; a map has a text for each plural form of the language. */
export type Translated = string | Readonly<Record<string, string>>;

/** The language of a game’s pages, with the group's translations. */
export interface Language {
  /** As in a page's `lang` attribute: `de`, `pt-BR`. */
  readonly tag: string;
  readonly texts: Readonly<Record<string, Translated>>;
}

export const ENGLISH: Language = { tag: 'en', texts: {} };

const PLACE = /\{(\d+)\}/gu;

/** `['Voted on by ', '.']` → `Voted on by {1}.` */
export function messageOfParts(strings: readonly string[]): string {
  return strings.reduce((before, next, at) => `${before}{${at}}${next}`);
}

/** Matches a filled-in number followed by a plural: `{1} days`, `<1>{2} more actions</1>`. */
const COUNTED = /(\{(\d+)\}(?: more| past)? )(?!(?:is|was|has|does|as) )([a-z]{2,})s\b/gu;

/** The translation of an English text, or the English text itself, with singulars for a count of one. */
export function translationOf({ tag, texts }: Language, message: string, values: readonly unknown[]): string {
  if (!Object.hasOwn(texts, message))
    return message.replace(COUNTED, (plural, before: string, place: string, noun: string) =>
      values[Number(place) - 1] === 1 ? `${before}${noun.replace(/ie$/u, 'y')}` : plural,
    );
  const found = texts[message] ?? message;
  if (typeof found === 'string') return found;
  const number = values.find((value) => typeof value === 'number') ?? 0;
  return found[new Intl.PluralRules(tag).select(number)] ?? found['other'] ?? message;
}

/** Fills values into `Voted on by {1}` as a page would show them; a missing value shows nothing. */
export function filledIn(text: string, values: readonly unknown[]): string {
  return text.replace(PLACE, (_, place: string) => shown(values[Number(place) - 1]));
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  if (typeof value === 'number') return `${value}`;
  return typeof value === 'string' ? value : '';
}

/** Splits `Read <1>the rules</1>, {2}` into pieces; the text within an element is passed to its function. */
export function inPieces(text: string, values: readonly unknown[]): readonly unknown[] {
  const pieces: unknown[] = [];
  let from = 0;
  for (const found of text.matchAll(/\{(\d+)\}|<(\d+)>(.*?)<\/\2>/gsu)) {
    const [whole, place, element, inner = ''] = found;
    pieces.push(text.slice(from, found.index));
    const value = values[Number(place ?? element) - 1];
    pieces.push(
      element !== undefined && typeof value === 'function' ? value(inPieces(inner, values)) : value,
    );
    from = found.index + whole.length;
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== '');
}

/** The placeholders and elements of an English text. A translation must keep all of them. */
export function placesOf(text: string): string {
  return [...new Set(text.match(/\{\d+\}|<\/?\d+>/gu))].sort().join(' ');
}

export function directionOf(tag: string): 'ltr' | 'rtl' {
  const script = new Intl.Locale(tag).maximize().script ?? 'Latn';
  return ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'].includes(script) ? 'rtl' : 'ltr';
}
