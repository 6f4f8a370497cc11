import { CellError, cellWords } from './cell.ts';
import { readFormula } from './formula.ts';
import { PEOPLE, peopleAt, type Has, type RowScene } from './scene.ts';

/** The people that a row is about. */
export interface Who {
  /** An expression in `e` that returns a list. */
  readonly js: string;
  readonly of: 'people' | 'game' | 'proposal';
  readonly isShared: boolean;
  /** A description of what happens if people share a place. */
  readonly ties: string | null;
}

/** A phrase for people, their list, what the moment has to have, and whether several can share the place. */
type Group = readonly [
  says: string,
  js: (rest: string, scene: RowScene) => string,
  more?: { readonly needs?: Has; readonly of?: Who['of']; readonly mayTie?: true },
];

const inEach = (scene: RowScene): RowScene => ({ ...scene, has: new Set([...scene.has, 'person']) });
const measured = (rest: string, scene: RowScene): string =>
  `(e) => ${readFormula(rest, inEach(scene), 'number').js}`;
const those = (rest: string, scene: RowScene): string =>
  `rows.those(e, (e) => ${readFormula(rest, inEach(scene), 'yes or no').js})`;

const EACH = '(?:each|every|any|all)';
const WITH = '(?:who|with|whose|that)';
const WHO = `(?:whoever|(?:(?:${EACH}|the|those) )?players? ${WITH}|(?:${EACH}|those|everybody|everyone|anybody|anyone) who)`;
const THE = `${WHO} (?:has |have )?the`;
const MOST = '(?:most|highest|greatest|largest)';
const FEWEST = '(?:fewest|least|lowest|smallest)';

/** The phrases for people, more specific ones first. */
const GROUPS: readonly Group[] = [
  ['the game', () => '[null]', { of: 'game' }],
  ['(?:it|the proposal|that proposal)', () => '[null]', { of: 'proposal', needs: 'proposal' }],
  [
    `(?:${EACH} other (?:players?|ones?)|(?:everybody|everyone) else|(?:all |the )?others?|the other players)`,
    () => 'rows.others(e)',
    { needs: 'person' },
  ],
  [`(?:${EACH} players?|everybody|everyone|players)`, () => 'e.g.players.all()'],
  [`${THE} ${MOST} (.+)`, (...of) => `rows.withMost(e, ${measured(...of)})`, { mayTie: true }],
  [`${THE} ${FEWEST} (.+)`, (...of) => `rows.withFewest(e, ${measured(...of)})`, { mayTie: true }],
  [
    `(?:${EACH}|the) other players? ${WITH} (.+)`,
    (rest, scene) => `${those(rest, scene)}.filter((one) => !one.is(e.person))`,
    { needs: 'person' },
  ],
  [`${WHO} (.+)`, those],
];

/** Reads the cell that names people: `whoever has the fewest Wishes, alone`. */
export function readWho(text: string, scene: RowScene): Who {
  const [whole, ties] = tieOf(cellWords(text));
  const lower = whole.toLowerCase();
  const one = peopleAt(scene, 'e').find(([words]) => words === lower || `the ${words}` === lower);
  if (one !== undefined)
    return { js: `[${one[1]}].filter((one) => one !== null)`, of: 'people', isShared: false, ties: null };
  for (const [says, js, { needs, of = 'people', mayTie } = {}] of GROUPS) {
    const found = new RegExp(`^${says}$`, 'u').exec(lower);
    if (found === null) continue;
    if (needs !== undefined && !scene.has.has(needs)) throw noSuch(whole, needs);
    const rest = whole.slice(whole.length - (found.at(-1)?.length ?? 0));
    const how = ties ?? (mayTie === true ? TIES[0] : null) ?? null;
    return {
      js: (how?.js ?? same)(js(rest, scene)),
      of,
      isShared: how?.word === 'shared',
      ties: how?.note ?? null,
    };
  }
  throw nobody(lower, whole);
}

const same = (list: string): string => list;

/** The ways to treat people who share the first or last place. The first one applies if a cell doesn't say. */
const tie = (word: string, who: string, js = same): { word: string; note: string; js: typeof same } => ({
  word,
  note: `if several share the place, ${who}`,
  js,
});
const TIES = [
  tie('each', 'each of them'),
  tie('alone', 'nobody', (list) => `rows.alone(${list})`),
  tie('one at random', 'one of them at random', (list) => `rows.oneOf(e, ${list})`),
  tie('by a die', 'whoever throws the highest die, again until one does', (list) => `rows.byDie(e, ${list})`),
  tie('shared', 'they share the amount'),
] as const;

/** `a random player who …` is `each player who …, one at random`. */
function tieOf(said: string): readonly [text: string, ties: (typeof TIES)[number] | undefined] {
  const text = said
    .replace(/^(?:a|one) random (player.*)$/iu, 'each $1, one at random')
    .replace(/^(?:a|one) (player.*?),? (?:chosen |picked )?at random$/iu, 'each $1, one at random')
    .replace(/^(?:any )?one of (.+?),? at random$/iu, '$1, one at random');
  const [, people = '', last = ''] = /^(.*), *(?:if )?([^,]+)$/u.exec(text) ?? [];
  const known = TIES.find(({ word }) => word === last.toLowerCase());
  if (known !== undefined) return [people, known];
  if (new RegExp(`the (?:${MOST}|${FEWEST}) [^(]+$`, 'iu').test(people))
    throw new CellError(
      `“${last}” doesn’t say what happens if several share the place.`,
      TIES.map(({ word }) => word).join('; '),
      `${people}, ${TIES[1].word}`,
    );
  return [text, undefined];
}

function nobody(lower: string, text: string): CellError {
  const { needs } = PEOPLE.find(({ says }) => says.includes(lower)) ?? {};
  if (needs !== undefined) return noSuch(text, needs);
  return new CellError(
    `Nobody is called “${text}” here.`,
    'its author; each player; every other player; whoever has the fewest …; whoever has rank in … ≤ 2; the game',
    'whoever has the most Points',
  );
}

function noSuch(text: string, needs: Has): CellError {
  return new CellError(
    `“${text}” means nobody here, because there is no ${needs}.`,
    'each player, or the game',
    'each player',
  );
}
