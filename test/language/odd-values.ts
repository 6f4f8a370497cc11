import type { Filled } from './marked-values.ts';
import { PLURAL_OF_ONE, type KnownIds } from './unreadable-words.ts';

/** Values as machines write them. */
const OF_MACHINES: readonly (readonly [string, RegExp])[] = [
  ['a stored time', /\d{4}-\d\d-\d\dT\d\d/u],
  ['a path', /(?<![\w.@/:])(?:[\w-]+\/)+[\w-]+\.(?:md|ts|ya?ml|jsonl?|webp|png)\b/u],
  [
    'a path',
    /(?<![\w.@/:])(?:players|things|dynasty|game|core|dynastic|special-case|appendix)[./][a-z][\w./-]*/u,
  ],
  ['a name of code', /(?<![\w/.])[a-z]{2,}[A-Z][a-z]+(?:[A-Z][a-z]+)*(?![\w/])/u],
  ['a value of code', /(?<![\w/.-])(?:true|false|null|undefined|NaN|\[object)(?![\w/])/u],
  ['raw JSON', /\{"|"\}|\["|"\]/u],
];
/** Sentences that are wrong with the values that they have, though each value is right. */
const OF_SENTENCES: readonly (readonly [string, RegExp])[] = [
  ['a plural of one', new RegExp(PLURAL_OF_ONE, 'u')],
  ['an article', /\b[Aa] (?:[aeio]|[AEIO][a-z])\w*|\b[Aa]n (?:[bcdfgjklmnpqrstvwyz])\w*/u],
  ['two full stops', /(?<!min|[.])\.\.(?!\.)/u],
  ['an empty quotation', /“\s*”/u],
];
const RIGHT = /\b[Aa] (?:one|once|euro|uni|use)/iu;

/** What a reader would stumble over in a sentence. */
export function oddIn(
  sentence: string,
  { message, values }: Filled,
  { ids, called }: KnownIds,
): readonly string[] {
  const given = [...values.values()].join(' · ');
  const idsIn = [...ids, ...called.keys()].filter((id) =>
    new RegExp(`(?<![\\w/.@=:-])${id}(?![\\w/=-])`, 'u').test(given),
  );
  return [
    ...OF_MACHINES.flatMap(([name, pattern]) => (pattern.test(given) ? [name] : [])),
    ...idsIn.map((id) => `the id ${id}`),
    ...OF_SENTENCES.flatMap(([name, pattern]) =>
      pattern.test(sentence.replace(RIGHT, '')) && (name !== 'an article' || !pattern.test(message))
        ? [name]
        : [],
    ),
  ].map((name) => `${name} in “${sentence}”`);
}
