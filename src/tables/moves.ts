import { slug } from '../kernel/names.ts';
import { CellError, cellWords, type Cell, inCell } from './cell.ts';
import { readEffects, type EffectCode } from './effects.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { mayBeFraction, readFormula, roundingIn } from './formula.ts';
import type { Has, RowScene } from './scene.ts';
import { idOf, thirdPerson, type NameKind } from './vocabulary.ts';
import { limitOf, objectOf } from './whens.ts';

interface Choice {
  readonly phrase: string;
  readonly id: string;
  readonly kind: NameKind;
  readonly type: string;
  readonly isProposal?: boolean;
}

/** The kinds of things that a move can ask for. To add a kind, add an entry here. */
const CHOICES: readonly {
  readonly example: string;
  readonly says: RegExp;
  readonly make: (found: readonly string[]) => Omit<Choice, 'phrase' | 'id'> & { readonly noun: string };
}[] = [
  {
    example: 'another player',
    says: /^another player$/u,
    make: () => ({ noun: 'player', kind: 'person', type: 'player({ another: true })' }),
  },
  {
    example: 'a player',
    says: /^a player$/u,
    make: () => ({ noun: 'player', kind: 'person', type: 'player()' }),
  },
  {
    example: 'a proposal',
    says: /^a proposal$/u,
    make: () => ({ noun: 'proposal', kind: 'other', type: 'post()', isProposal: true }),
  },
  {
    example: 'a number from 1 to 9',
    says: /^a number(?: (?:from|between) (\d+) (?:to|and) (\d+))?$/u,
    make: ([low = '1', high]) => ({
      noun: 'number',
      kind: 'number',
      type: `integer({ min: ${low}${high === undefined ? '' : `, max: ${high}`} })`,
    }),
  },
  {
    example: 'red, blue or yellow',
    says: /^(.+(?:, | or ).+)$/u,
    make: ([options = '']) => ({
      noun: 'choice',
      kind: 'word',
      type: `choice(${JSON.stringify(options.split(/\s*,\s*(?:or )?|\s+or\s+/u))})`,
    }),
  },
];

/** `as a Daily Action` → daily */
function frequencyIn(text: string): string | undefined {
  return /^(?:(?:as )?an? )?(daily|weekly)( communal)? action$/iu
    .exec(cellWords(text))
    ?.slice(1)
    .flatMap((word) => word?.trim().toLowerCase() ?? [])
    .join('-');
}

/** `another player; a number from 1 to 3 (the stake)` */
function choicesIn(text: string): readonly Choice[] {
  const parts = cellWords(text)
    .split(/\s*;\s*/u)
    .filter((part) => part !== '');
  return parts.map((part) => {
    const [, words = '', name] = /^(.*?)(?: *\((?:the )?(.+)\))?$/u.exec(part) ?? [];
    for (const { says, make } of CHOICES) {
      const found = says.exec(words.toLowerCase());
      if (found === null) continue;
      const { noun, ...rest } = make(found.slice(1));
      const phrase = (name ?? (noun === 'player' ? 'chosen player' : noun)).toLowerCase();
      return { ...rest, phrase, id: idOf(phrase) };
    }
    throw new CellError(
      `Nobody can choose “${part}”.`,
      CHOICES.map(({ example }) => example).join('; '),
      'another player',
    );
  });
}

/** `| make a wish | | 2 Coins | 1 Wish | once a day |` */
export function compileMove(cells: Cells, first: Cell, context: RowContext): RowCode {
  const title = cellWords(first.text);
  const choices = cells['choosing']
    ? inCell(cells['choosing'], () => choicesIn(cells['choosing']?.text ?? ''))
    : [];
  const has = new Set<Has>([
    'person',
    'dice',
    ...(choices.some(({ isProposal }) => isProposal) ? ['proposal' as const] : []),
  ]);
  const chosen = Object.fromEntries(choices.map(({ phrase, id, kind }) => [phrase, { id, kind }]));
  const scene: RowScene = { words: context.words, has, chosen };
  const pays = cells['paying']
    ? inCell(cells['paying'], () => pricesIn(cells['paying']?.text ?? '', scene))
    : [];
  const needs = cells['only if']
    ? inCell(cells['only if'], () => needsIn(cells['only if']?.text ?? '', scene))
    : [];
  const gets = inCell(cells['to get'], () =>
    readEffects(cells['to get']?.text ?? '', scene, {
      js: '[e.it]',
      of: 'people',
      isShared: false,
      ties: null,
    }),
  );
  const often = cells['how often'];
  const frequency = often && frequencyIn(often.text);
  const limit =
    often && frequency === undefined
      ? inCell(often, () => limitOf(often.text, { ...context, source: title }, false, idOf(title)))
      : undefined;
  const row = objectOf({
    row: '"move"',
    id: JSON.stringify(slug(title)),
    title: JSON.stringify(title.slice(0, 1).toUpperCase() + title.slice(1)),
    // The sentence in the ledger: `Ana throws the die`.
    sentence: JSON.stringify(sentenceOf(title, choices)),
    by: JSON.stringify(context.whose),
    with: `{ ${choices.map(({ id, type }) => `${id}: ${type}`).join(', ')} }`,
    needs: `[${needs.join(', ')}]`,
    pays: `[${pays.map(({ js }) => js).join(', ')}]`,
    gets: `[${gets.map(({ js }) => js).join(', ')}]`,
    limit: limit?.js,
    frequency: frequency && JSON.stringify(frequency),
  });
  return {
    rows: [...(limit ? [limit.row] : []), row],
    notes: tell(gets, limit?.note, pays),
  };
}

function pricesIn(text: string, scene: RowScene): readonly EffectCode[] {
  return cellWords(text)
    .split(/\s*;\s*|,? and /u)
    .map((part) => {
      const { sum, rounded } = roundingIn(part);
      const [, amount = '', title = ''] = longestName(sum, scene);
      const name = scene.words.find(title).find(({ of, isWorth }) => of === 'player' && !isWorth);
      if (name === undefined)
        throw new CellError(
          `Nobody can pay “${part}”.`,
          'an amount and a variable that each player has',
          '2 Coins',
          true,
        );
      const exact = readFormula(amount, scene, 'number').js;
      const js = rounded === null ? exact : `rows.whole(${exact}, "${rounded}")`;
      return {
        js: `{ name: "${name.id}", title: ${JSON.stringify(title)}, by: (e) => ${js} }`,
        notes: mayBeFraction(js) ? ['a price is rounded up'] : [],
      };
    });
}

function longestName(part: string, { words }: RowScene): readonly string[] {
  const all = part.split(' ');
  const at = all.findIndex((_, from) => from > 0 && words.find(all.slice(from).join(' ')).length > 0);
  return at < 0 ? [] : [part, all.slice(0, at).join(' '), all.slice(at).join(' ')];
}

/** Each part is a separate condition, so a refusal can say which one failed. */
function needsIn(text: string, scene: RowScene): readonly string[] {
  return cellWords(text)
    .split(/\s*;\s*/u)
    .map(
      (part) =>
        `{ text: ${JSON.stringify(part)}, holds: (e) => ${readFormula(part, scene, 'yes or no').js} }`,
    );
}

function tell(
  gets: readonly { readonly notes: readonly string[] }[],
  limit: string | undefined,
  pays: readonly EffectCode[],
): readonly string[] {
  return [
    ...(pays.length > 0 ? ['players with too little can’t do it and pay nothing'] : []),
    ...pays.flatMap(({ notes }) => notes),
    ...(limit === undefined ? [] : [limit]),
    ...gets.flatMap(({ notes }) => notes),
  ];
}

/** `clap for somebody` → `claps for {chosenPlayer}`; other choices stand at the end. */
function sentenceOf(
  title: string,
  choices: readonly { readonly id: string; readonly kind: string }[],
): string {
  const [person, another] = choices.filter(({ kind }) => kind === 'person');
  const verb = thirdPerson(title);
  const isIn = person !== undefined && another === undefined && SOMEBODY.test(verb);
  const rest = choices.filter((one) => !isIn || one !== person);
  return `${isIn ? verb.replace(SOMEBODY, `{${person.id}}`) : verb}${rest.map(({ id }) => `[ {${id}}]`).join('')}`;
}

const SOMEBODY = /\b(?:somebody|someone)(?: else)?\b|\b(?:an)?other player\b/u;
