// Turns the compiler's errors into messages, and recognises the problems that a clause handles itself.
import { expect, test } from 'vitest';

import { withWholeClauses } from '../../ruleset/compose.ts';
import { readLibrary } from '../../store/library.ts';
import type { CachedVerdicts } from './cached-verdicts.ts';
import { compareTypes, definedIn, splitGone, unhandled, type PlacedProblem } from './check-types.ts';

const NUMBER = { type: { kind: 'integer' } };

/** Rules that track the oil and lamps of players, a wind, and rooms with owners. */
const MODEL = {
  fields: { player: { oil: NUMBER, 'lit-lamps': NUMBER }, game: { wind: NUMBER } },
  collections: { rooms: { fields: { 'first-owner': NUMBER } } },
  views: {},
  kinds: { 'tall-story': {} },
  submissions: {},
  hooks: {},
  events: {},
};

/** The problems in a compiler's output, which comes from the cache. */
function toldOf(output: string, files: Readonly<Record<string, string>> = {}) {
  const verdicts = { of: () => Promise.resolve(output) } as unknown as CachedVerdicts;
  return compareTypes(new Map(Object.entries(files)), MODEL as never, verdicts);
}
const at = (message: string): string => `ruleset/core/a.ts(2,7): error TS1: ${message}\n`;
const values = (name: string): string =>
  at(
    `Object literal may only specify known properties, and '${name}' does not exist in type 'ValuesFor<T>'.`,
  );

test.each([
  ['Nothing is wrong.\n', []],
  [
    at("Type 'number' is not assignable to type 'string'.\n  More of it."),
    ["Type 'number' is not assignable to type 'string'.", null],
  ],
  [
    at("Property 'honor' does not exist on type 'Person'."),
    ["Property 'honor' does not exist on type 'Person'.", 'honor'],
  ],
  [
    at(`Argument of type '"oyl"' is not assignable to parameter of type '"oil" | "wind"'.`),
    ['there is nothing called "oyl" here; did you mean "oil"?', 'oyl'],
  ],
  [
    at(`Argument of type '"pearls"' is not assignable to parameter of type '"oil" | \`on-\${string}\`'.`),
    ['there is nothing called "pearls" here; there are oil, on-…', 'pearls'],
  ],
  [
    at(`Overload.\n  : Type '"oyl"' is not assignable to type '"oil" | "wind"'.`),
    ['there is nothing called "oyl" here; did you mean "oil"?', 'oyl'],
  ],
  [
    at(`Type 'number' is not assignable to type 'NotAmong<"oyl", "oil">'.`),
    ['there is nothing called "oyl" here; did you mean "oil"?', 'oyl'],
  ],
  [values('oyl'), ['there is nothing called "oyl" here; did you mean "oil"?', 'oyl']],
  [values('litLamp'), ['there is nothing called "litLamp" here; did you mean "litLamps"?', 'litLamp']],
  [values('wynd'), ['there is nothing called "wynd" here; did you mean "wind"?', 'wynd']],
  [values('roomz'), ['there is nothing called "roomz" here; did you mean "rooms"?', 'roomz']],
  [
    values('firstOwners'),
    ['there is nothing called "firstOwners" here; did you mean "firstOwner"?', 'firstOwners'],
  ],
  [values('nothingLikeIt'), ['there is nothing called "nothingLikeIt" here', 'nothingLikeIt']],
])('%s', async (output, expected) => {
  const [message, name] = expected;
  expect(await toldOf(output)).toEqual(
    message === undefined ? [] : [{ file: 'core/a.ts', line: 2, column: 7, message, name }],
  );
});

test('doesn’t compile clauses that are switched off', async () => {
  const looked: string[] = [];
  const verdicts = {
    of: (inputs: readonly unknown[]) => {
      looked.push(...inputs.map(String).filter((one) => one.startsWith('ruleset/')));
      return Promise.resolve('');
    },
  } as unknown as CachedVerdicts;
  const files = {
    'core/b.md': '---\ntitle: B\n---\nB.\n',
    'core/b.ts': '',
    'core/a.md': '---\ntitle: A\nclause: off\n---\nA.\n',
    'core/a.ts': '',
    'core/helpers/a.ts': '',
  };
  await compareTypes(new Map(Object.entries(files)), MODEL as never, verdicts);
  expect(looked).toEqual(['ruleset/core/b.ts', 'ruleset/core/helpers/a.ts']);
});

const CLAUSE = `export default rule((g) => ({
  on: {
    night({ people }) { maybe(() => people[0].honor, 0); people[0].honor += g.maybe(() => 1, 2); },
    day({ hook }) { hook('weapons', {}); hook('weapons', {}, []); },
  },
}));
`;
const lines = CLAUSE.split('\n');
const problem = (line: number, text: string, name: string | null, from = 0): PlacedProblem => {
  const column = (lines[line - 1] ?? '').indexOf(text, from) + 1;
  expect(column).toBeGreaterThan(0);
  return { file: 'core/a.ts', line, column, message: '', name };
};

test.each<readonly [what: string, problem: PlacedProblem, isTold: boolean]>([
  ['what is asked for with something to use instead', problem(3, 'honor', 'honor'), false],
  ['the whole call', problem(3, 'maybe(() => people', 'honor'), false],
  ['the same name outside of that', problem(3, 'honor', 'honor', 55), true],
  ['what comes right before it', problem(3, ' maybe(', 'honor'), true],
  ['a call on the game', problem(3, '=> 1', 'honor'), false],
  ['its last letter', problem(3, '); people', 'honor'), false],
  ['what comes right after it', problem(3, '; people', 'honor'), true],
  ['a hook without an answer to fall back on', problem(4, "'weapons', {});", 'weapons'), true],
  ['a hook with one', problem(4, "'weapons', {}, [", 'weapons'), false],
  ['a disagreement about no name', problem(3, 'honor', null), true],
  ['a name that was never defined', problem(3, 'honor', 'humour'), true],
  ['a file that is not there', { ...problem(3, 'honor', 'honor'), file: 'core/b.ts' }, true],
])('drops a problem only if the clause handles it itself: %s', (_, one, isTold) => {
  const isDefined = (name: string): boolean => ['honor', 'weapons'].includes(name);
  expect(unhandled([one], new Map([['core/a.ts', CLAUSE]]), isDefined)).toEqual(isTold ? [one] : []);
});

test('separates names that no rule defines any longer from mistakes, with other errors in the same files', () => {
  const one = (file: string, name: string | null): PlacedProblem => ({ ...problem(3, 'honor', name), file });
  const [lost, beside, misspelt, other, shipped] = [
    one('core/a.ts', 'litLamps'),
    one('core/a.ts', null),
    one('core/a.ts', 'litLamp'),
    one('core/b.ts', null),
    one('core/c.ts', null),
  ] as const;
  const library = [...withWholeClauses(readLibrary())].find(([path]) => path.endsWith('.ts'))?.[1] ?? '';
  const files = new Map([['core/c.ts', library]]);
  const isDefined = (name: string): boolean => name === 'litLamps';
  expect(splitGone([lost, beside, misspelt, other, shipped], files, isDefined)).toEqual({
    gone: [lost, beside, shipped],
    names: new Set(['lit-lamps']),
    wrong: [misspelt, other],
  });
  expect(splitGone([], files, isDefined)).toEqual({ gone: [], names: new Set(), wrong: [] });
});

test('a name is defined if a clause or a table contains it, in the library or in the given files', () => {
  const isDefined = definedIn(
    [
      [
        'dynastic/a.ts',
        "rule(() => ({ game: { tallShips: integer() }, on: { 'fog-lifts'() {} } })); emit('tide-turns');",
      ],
      ['dynastic/b.md', '| Slow boats | 3 |\n'],
    ],
    new Set(['wet-sails']),
  );
  const names = [
    'tallShips',
    'tall-ships',
    'fogLifts',
    'tideTurns',
    'slowBoats',
    'wetSails',
    'may-enact',
    'drySails',
  ];
  expect(names.filter((name) => !isDefined(name))).toEqual(['drySails']);
});
