import type { ModelDescription } from '../kernel/describe-model.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { capitalised } from '../kernel/sentence.ts';
import { spelled } from './naming.ts';

/** A sentence that describes a mechanic, with the things of other rules that it names, if any. */
export interface Unplayed {
  readonly sentence: string;
  readonly names: readonly string[];
}

/** Words with which a sentence changes or permits something. */
const DOES =
  /\b(?:may|must|shall|can(?:not|’t|'t)?|gains?|loses?|pays?|costs?|spends?|earns?|receives?|takes?|gets?|gives?|wins?|doubles?|halves?|increase[sd]?|decrease[sd]?|raise[sd]?|lower(?:s|ed)?|becomes?|is set|are set|starts?|begins?|whenever|has achieved victory)\b/iu;
/** Words for people, and those by which a sentence speaks of all of something. */
const WHOM =
  /\b(?:players?|emperors?|admins?|somebody|anybody|nobody|everybody|someone|anyone|everyone|whoever|each|every|any|no)\b/iu;
const STOP = new Set(
  'the a an and or of to in on at by for from with without as is are be been it its they their them this that these those any all each every one ones other another may must can cannot not no never then than when whenever if unless until while which who whose whom has have had do does did so such into more less most least only also rule rules'.split(
    ' ',
  ),
);

/** `Destroys two Sigils` → `destroy`, `two`, `sigil` */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !STOP.has(word)).map(stemOf));
}

/** The same for all forms of a regular word, however short: an ending counts as one only after something that can be a word. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=\p{L}{2})ies$/u, 'y')
    .replace(/(?<=ss|sh|ch|x|z)es$|(?<=[^su])s$/u, '')
    .replace(/(?<=[aeiouy][^aeiouy]*|^[aeiou].*)(?:ed|ing)$/u, '')
    .replace(/(?<=[aeiouy])([bdfgmnprt])\1$/u, '$1')
    .replace(/(?<=\p{L}{2})e$/u, '')
    .replace(/(?<=[^aeiouy])y$/u, 'i');
}

/**
 * Finds sentences that describe a mechanic and that no code carries out. If the rule has code, these mention things that rules track,
 * under the names that people know, with which the code doesn't deal. If it has none, any such sentence about people counts.
 */
export function unplayedIn(
  sentences: readonly string[],
  model: ModelDescription,
  code = '',
): readonly Unplayed[] {
  const known = tracked(model).map((name) => ({ name, stems: [...stemsOf(name)] }));
  const inCode = stemsOf(code.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  const isDealtWith = ({ stems }: (typeof known)[number]): boolean => stems.every((stem) => inCode.has(stem));
  return sentences.flatMap((sentence) => {
    if (!DOES.test(sentence)) return [];
    const stems = stemsOf(sentence);
    const names = known.filter((one) => one.stems.length > 0 && one.stems.every((stem) => stems.has(stem)));
    if (names.some(isDealtWith)) return [];
    if (names.length === 0 && (code !== '' || !WHOM.test(sentence))) return [];
    return [{ sentence, names: [...new Set(names.map(({ name }) => name))] }];
  });
}

/** True if a sentence describes no mechanic, or one of these lines: it names what they name, or has most words in common with them. */
export function isCoveredBy(sentence: string, lines: readonly string[], model: ModelDescription): boolean {
  if (!DOES.test(sentence)) return true;
  const [said, dealtWith] = [[...stemsOf(sentence)], stemsOf(lines.join(' '))];
  const shared = new Set(said.filter((stem) => dealtWith.has(stem)));
  const isNamed = (name: string): boolean => {
    const stems = [...stemsOf(name)];
    return stems.length > 0 && stems.every((stem) => shared.has(stem));
  };
  return shared.size * 2 > said.length || tracked(model, () => true).some(isNamed);
}

type Owned = Readonly<Record<string, { readonly type: ValueType; readonly rule: string }>>;

/** Variables, collections and actions of dynastic rules. Core values are left out, because every rule may mention them. */
function tracked(
  { fields, collections, actions }: ModelDescription,
  isOwn = ({ rule }: { readonly rule: string }): boolean => !/^(?:core|appendix|special-case)\//u.test(rule),
): readonly string[] {
  const titles = (owned: Owned): readonly string[] =>
    Object.entries(owned).flatMap(([id, one]) =>
      isOwn(one) && one.type.shown !== false ? [one.type.title ?? spelled(id)] : [],
    );
  return [
    ...Object.values(fields).flatMap(titles),
    ...Object.entries(collections).flatMap(([id, one]) => (isOwn(one) ? [one.title ?? spelled(id)] : [])),
    ...Object.entries(actions).flatMap(([id, one]) => (isOwn(one) ? [one.title ?? spelled(id)] : [])),
  ].map(capitalised);
}
