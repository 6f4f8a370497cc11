import { slug } from '../kernel/names.ts';
import { CellError, cellWords, type Cell, readIn } from './cell.ts';
import { amountOf, readEffects, wholeOnly, type EffectCode } from './effects.ts';
import { objectOf, type Cells, type RowCode, type RowContext } from './row-code.ts';
import { mayBeFraction, readFormula } from './formula.ts';
import { literally } from './offers.ts';
import { roundingIn } from './formula-words.ts';
import type { Has, RowScene } from './scene.ts';
import { chosenIn, choicesIn, type ToPick } from './choices.ts';
import { idOf, isOrAre, thirdPerson } from './vocabulary.ts';
import { limitOf } from './whens.ts';

/** `as a Daily Action` → daily */
function frequencyIn(text: string): string | undefined {
  return /^(?:(?:as )?an? )?(daily|weekly)( communal)? action$/iu
    .exec(cellWords(text))
    ?.slice(1)
    .flatMap((word) => word?.trim().toLowerCase() ?? [])
    .join('-');
}

/** `| make a wish | | 2 Coins | 1 Wish | once a day |` */
export function compileMove(cells: Cells, first: Cell, context: RowContext): RowCode {
  const title = cellWords(first.text);
  const choices = readIn(cells['choosing'], choicesIn) ?? [];
  const isOnProposal = choices.some(({ isProposal }) => isProposal);
  const has = new Set<Has>(['person', 'dice', ...(isOnProposal ? ['proposal' as const] : [])]);
  const scene: RowScene = { words: context.words, has, chosen: chosenIn(choices) };
  const pays = readIn(cells['paying'], (text) => pricesIn(text, scene)) ?? [];
  const needs = readIn(cells['only if'], (text) => needsIn(text, scene, choices)) ?? [];
  const actor = { js: '[e.it]', of: 'people', isShared: false, ties: null } as const;
  const gets = readIn(cells['to get'], (text) => readEffects(text, scene, actor)) ?? [];
  const often = cells['how often'];
  const frequency = often && frequencyIn(often.text);
  const limit = readIn(frequency === undefined ? often : undefined, (text) =>
    limitOf(text, { ...context, source: title }, false, idOf(title)),
  );
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
    notes: [
      ...(pays.length > 0 ? ['players with too little can’t do it and pay nothing'] : []),
      ...[...pays, ...(limit ? [{ notes: [limit.note] }] : []), ...gets].flatMap(({ notes }) => notes),
    ],
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
        );
      const exact = readFormula(amountOf(amount, name.title), scene, 'number').js;
      wholeOnly(exact, part, name);
      if (/^rows\.times\(\d+, -1\)$/u.test(exact))
        throw new CellError(
          `Nobody can pay less than nothing, as in “${part}”.`,
          'a price, or the amount under “to get”',
          '2 Coins',
        );
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

/** Each part is a separate condition, so a refusal can say which one failed, of whom, and what the value is now. */
function needsIn(text: string, scene: RowScene, choices: readonly ToPick[]): readonly string[] {
  return cellWords(text)
    .split(/\s*;\s*/u)
    .map((part) => {
      const holds = readFormula(part, scene, 'yes or no').js;
      const [, left = ''] = /^(.+?) *(?:[=≠<≤>≥!]| (?:is|are)\b)/u.exec(part) ?? [];
      const is = valueIn(left, scene);
      const now =
        is === null
          ? ''
          : ` + "; " + ${withPeople(`${left} ${isOrAre(left)}`, choices)} + " " + rows.called(e, ${is}) + " now"`;
      return `{ text: (e) => ${withPeople(part, choices)}${now}, holds: (e) => ${holds} }`;
    });
}

/** A value that anybody may read at any time, or null: a die would be thrown again, and what a clause defines may be private. */
function valueIn(text: string, scene: RowScene): string | null {
  const mayBePrivate = scene.words.names.some(
    ({ isOfClause, title }) => isOfClause === true && text.toLowerCase().includes(title),
  );
  if (mayBePrivate) return null;
  try {
    const { js, kind } = readFormula(text, scene);
    return kind === 'yes or no' || kind === 'other' || /rows\.roll|^\d/u.test(js) ? null : js;
  } catch (error) {
    if (error instanceof CellError) return null;
    throw error;
  }
}

/** `the Buyer’s Partner = that player` → `"" + rows.called(e, e.chosen["buyer"]) + "’s Partner = you"` */
function withPeople(text: string, choices: readonly ToPick[]): string {
  const people = new Map(
    choices.flatMap(({ kind, phrase, id }) => (kind === 'person' ? [[phrase, id]] : [])),
  );
  const said = JSON.stringify(
    text.replaceAll(/\bthat player's/giu, 'your').replaceAll(/\bthat player\b/giu, 'you'),
  );
  const phrases = [...people.keys()].map(literally).join('|');
  return phrases === ''
    ? said
    : said.replaceAll(
        new RegExp(`(?:\\bthe )?\\b(${phrases})\\b`, 'giu'),
        (_, phrase: string) =>
          `" + rows.called(e, e.chosen["${people.get(phrase.toLowerCase()) ?? ''}"]) + "`,
      );
}

/** `clap for somebody` → `claps for {chosenPlayer}`; other choices stand at the end: `offers a fish – {buyer}, {ask}` */
function sentenceOf(
  title: string,
  choices: readonly { readonly id: string; readonly kind: string }[],
): string {
  const [person, another] = choices.filter(({ kind }) => kind === 'person');
  const verb = thirdPerson(title);
  const isIn = person !== undefined && another === undefined && SOMEBODY.test(verb);
  const rest = choices.filter((one) => !isIn || one !== person);
  return `${isIn ? verb.replace(SOMEBODY, `{${person.id}}`) : verb}${rest.map(({ id }, at) => `[${isIn ? '' : at === 0 ? ' –' : ','} {${id}}]`).join('')}`;
}

const SOMEBODY = /\b(?:somebody|someone)(?: else)?\b|\b(?:an)?other player\b/u;
