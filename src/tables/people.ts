import { CellError, cellWords } from './cell.ts';
import { readFormula } from './formula.ts';
import { PEOPLE, type Has, type RowScene } from './scene.ts';

/** The people that a row is about. */
export interface Who {
  /** An expression in `e` that returns a list. */
  readonly js: string;
  readonly of: 'people' | 'game' | 'proposal';
  readonly isShared: boolean;
  /** A description of what happens if people share a place. */
  readonly ties: string | null;
}

interface Group {
  readonly says: RegExp;
  readonly needs?: Has;
  readonly of?: Who['of'];
  readonly js: (rest: string, scene: RowScene) => string;
  readonly ties?: boolean;
}

const inEach = (scene: RowScene): RowScene => ({ ...scene, has: new Set([...scene.has, 'person']) });
const most = (call: string) => (rest: string, scene: RowScene) =>
  `rows.${call}(e, (e) => ${readFormula(rest, inEach(scene), 'number').js})`;

const EACH = '(?:each|every)';
const WHO = `(?:whoever|${EACH} player who|${EACH} who|those who|everybody who|all who|the players? (?:who|with)|players (?:who|with)|whoever has)`;

/** The phrases for people, more specific ones first. */
const GROUPS: readonly Group[] = [
  { says: /^the game$/u, of: 'game', js: () => '[null]' },
  { says: /^(?:it|the proposal|that proposal)$/u, of: 'proposal', needs: 'proposal', js: () => '[null]' },
  {
    says: new RegExp(
      `^(?:${EACH} other (?:player|one)|everybody else|the others|all others?(?: players)?)$`,
      'u',
    ),
    needs: 'person',
    js: () => 'rows.others(e)',
  },
  {
    says: new RegExp(`^(?:${EACH} player|everybody|everyone|all players)$`, 'u'),
    js: () => 'e.g.players.all()',
  },
  {
    says: new RegExp(`^${WHO} (?:has |have )?the (?:most|highest|greatest) (.+)$`, 'u'),
    js: most('withMost'),
    ties: true,
  },
  {
    says: new RegExp(`^${WHO} (?:has |have )?the (?:fewest|least|lowest|smallest) (.+)$`, 'u'),
    js: most('withFewest'),
    ties: true,
  },
  {
    says: new RegExp(`^${WHO} (.+)$`, 'u'),
    js: (rest, scene) => `rows.those(e, (e) => ${readFormula(rest, inEach(scene), 'yes or no').js})`,
  },
];

/** Reads the cell that names people: `whoever has the fewest Wishes, alone`. */
export function readWho(text: string, scene: RowScene): Who {
  const [whole, ties] = tieOf(cellWords(text));
  const lower = whole.toLowerCase();
  for (const { says, needs, of = 'people', js, ties: mayTie } of GROUPS) {
    const found = says.exec(lower);
    if (found === null) continue;
    if (needs !== undefined && !scene.has.has(needs)) throw noSuch(whole, needs);
    const rest = found[1] === undefined ? '' : whole.slice(whole.length - found[1].length);
    const how = ties ?? (mayTie === true ? TIES[0] : null) ?? null;
    return {
      js: (how?.js ?? same)(js(rest, scene)),
      of,
      isShared: how?.word === 'shared',
      ties: how?.note ?? null,
    };
  }
  return { js: onePerson(lower, whole, scene), of: 'people', isShared: false, ties: null };
}

const same = (list: string): string => list;

/** The ways to treat people who share the first or last place. The first one applies if a cell doesn't say. */
const TIES = [
  { word: 'each', js: same, note: 'if several share the place, each of them' },
  { word: 'alone', js: (list: string) => `rows.alone(${list})`, note: 'if several share the place, nobody' },
  {
    word: 'one at random',
    js: (list: string) => `rows.oneOf(e, ${list})`,
    note: 'if several share the place, one of them at random',
  },
  {
    word: 'by a die',
    js: (list: string) => `rows.byDie(e, ${list})`,
    note: 'if several share the place, whoever throws the highest die, again until one does',
  },
  { word: 'shared', js: same, note: 'if several share the place, they share the amount' },
] as const;

function tieOf(text: string): readonly [text: string, ties: (typeof TIES)[number] | undefined] {
  const found = /^(.*), *(?:if )?(each|alone|one at random|by a die|shared)$/iu.exec(text);
  return found === null
    ? [text, undefined]
    : [found[1] ?? '', TIES.find(({ word }) => word === found[2]?.toLowerCase())];
}

function onePerson(lower: string, text: string, scene: RowScene): string {
  const chosen = scene.chosen[lower.replace(/^the /u, '')];
  if (chosen?.kind === 'person') return `[e.chosen[${JSON.stringify(chosen.id)}]]`;
  const person = PEOPLE.find(({ says }) => says.includes(lower));
  if (person !== undefined) {
    if (person.needs !== undefined && !scene.has.has(person.needs)) throw noSuch(text, person.needs);
    return `[${person.js('e')}]`;
  }
  const name = scene.words
    .find(lower.replace(/^the /u, ''))
    .find(({ kind, of }) => kind === 'person' && of === 'game');
  if (name !== undefined) return `[e.g.game.${name.id}].filter((one) => one !== null)`;
  throw new CellError(
    `Nobody is called “${text}” here.`,
    'its author, each player, every other player, whoever has the fewest …, whoever voted for it, the game',
    'whoever has the most Points',
    true,
  );
}

function noSuch(text: string, needs: Has): CellError {
  return new CellError(
    `“${text}” means nobody here, because there is no ${needs}.`,
    'each player, or the game',
    'each player',
  );
}
