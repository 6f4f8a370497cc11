/** What a move can ask for. */
import { CellError, cellWords } from './cell.ts';
import type { RowScene } from './scene.ts';
import { idOf, type NameKind } from './vocabulary.ts';

export interface ToPick {
  readonly phrase: string;
  readonly id: string;
  readonly kind: NameKind;
  readonly type: string;
  readonly isProposal?: boolean;
  readonly options?: readonly string[];
}

type Asked = Omit<ToPick, 'phrase' | 'id'> & { readonly noun: string };

/** The kinds of things that a move can ask for, with an example. To add a kind, add an entry here. */
const CHOICES: readonly (readonly [
  example: string,
  says: RegExp,
  make: (found: readonly string[]) => Asked,
])[] = [
  [
    'another player',
    /^another player$/iu,
    () => ({ noun: 'chosen player', kind: 'person', type: 'player({ another: true })' }),
  ],
  ['a player', /^(?:a|any) player$/iu, () => ({ noun: 'chosen player', kind: 'person', type: 'player()' })],
  [
    'a proposal',
    /^a proposal$/iu,
    () => ({ noun: 'proposal', kind: 'other', type: 'post()', isProposal: true }),
  ],
  [
    'a number from 1 to 9',
    /^an?(?: whole)? number(?: (?:from|between) (-?\d+) (?:to|and) (-?\d+))?$/iu,
    ([low = '1', high]) => ({
      noun: 'number',
      kind: 'number',
      type:
        high === undefined
          ? `integer({ min: ${low} })`
          : `integer({ min: ${Math.min(+low, +high)}, max: ${Math.max(+low, +high)} })`,
    }),
  ],
  [
    'red, blue or yellow',
    /^(.+(?:, | or ).+)$/iu,
    ([all = '']) => {
      const options = all.split(/\s*,\s*(?:or )?|\s+or\s+/u);
      return { noun: 'choice', kind: 'word', type: `choice(${JSON.stringify(options)})`, options };
    },
  ],
];

/** All but a list of words, which has commas of its own. */
const SINGLE =
  '(?:another player|(?:an?|any) player|a proposal|an?(?: whole)? number(?: (?:from|between) -?\\d+ (?:to|and) -?\\d+)?)';
const BETWEEN = new RegExp(
  `\\s*;\\s*|(?:(?<=\\)|\\b${SINGLE})(?:,(?: and)?| and) |(?:, and|,| and) (?=${SINGLE}\\b))(?!${SINGLE} or |[^;]* or ${SINGLE})`,
  'iu',
);

/** `another player; a number from 1 to 3 (the stake)`, also with a comma between them */
export function choicesIn(text: string): readonly ToPick[] {
  const parts = cellWords(text)
    .split(BETWEEN)
    .filter((part) => part !== '');
  const names = new Set<string>();
  return parts.map((part) => {
    const [, words = '', name] = /^(.*?)(?: *\((?:the )?([^()]+)\))?$/u.exec(part) ?? [];
    if (/[()]/u.test(words) && new RegExp(`\\b${SINGLE}`, 'iu').test(words))
      throw new CellError(
        `Nobody can choose “${part}”: put ; between two choices.`,
        'each choice with its name in brackets behind it',
        'another player (Buyer); a number from 1 to 9 (Ask)',
      );
    for (const [, says, make] of CHOICES) {
      const found = says.exec(words);
      if (found === null) continue;
      const { noun, ...rest } = make(found.slice(1));
      const phrase = (name ?? noun).toLowerCase();
      const id = idOf(phrase);
      if (names.has(id))
        throw new CellError(
          `Two choices are called “${phrase}”.`,
          'each choice with its name in brackets behind it',
          'another player (Buyer); another player (Seller)',
        );
      names.add(id);
      return { ...rest, phrase, id };
    }
    throw new CellError(
      `Nobody can choose “${part}”.`,
      CHOICES.map(([example]) => example).join('; '),
      'another player',
    );
  });
}

/** The words that a cell can use for what was chosen. */
export function chosenIn(choices: readonly ToPick[]): RowScene['chosen'] {
  return Object.fromEntries(choices.map(({ phrase, ...choice }) => [phrase, choice]));
}
