// Numbers and times at the edges of what JSON, YAML and JavaScript can write: wherever they come from, what is in force is what the files hold.
import { beforeAll, expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  seenAfterTick,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { readGame } from '../../src/store/read-game.ts';

/** As a clause writes them; in YAML and in commands many of them mean something else, or nothing. */
const NUMBERS: readonly string[] = [
  '-0',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e308',
  '-1e308',
  '1e400',
  '2 ** 53 + 2',
  '9007199254740993',
  '-9007199254740993',
  '5e-324',
  '0.1 + 0.2',
  '1e21',
  '123456789012345678901234567890',
  '0x1fffffffffffff',
  '10n',
  '9007199254740993n',
  '"1"',
  '"٣"',
  'null',
  'undefined',
  'true',
  '[1]',
  '{ valueOf: () => 1 }',
  'new Number(1)',
  'Object.assign([], { length: 1e9 })',
  '() => 1',
  '{ toJSON: () => 1 }',
];
const TIMES: readonly string[] = [
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-03-01T24:00:00Z',
  '2024-03-01T09:00:00.5Z',
  '2024-03-01T09:00:00+14:00',
  '2024-03-01',
  'Infinity',
  '1709283600000',
  '',
];

const CLAUSE = `import { action, data, integer, list, map, optional, record, rule, text, time } from 'gitnomic/rules';
const NUMBERS = [${NUMBERS.join(', ')}];
const TIMES = ${JSON.stringify(TIMES)};
const put = (actor, kind, value) => {
  if (kind === 'n') actor.n = value;
  else if (kind === 'some') actor.some = [value];
  else if (kind === 'by') actor.by = { x: value };
  else if (kind === 'both') actor.both = { a: value, b: value };
  else if (kind === 'any') actor.any = value;
  else if (kind === 'deep') actor.any = { deep: [value, { x: value }] };
  else if (kind === 'on') actor.on = value;
  else actor.words = value;
};
export default rule(() => ({
  player: {
    n: integer(), some: list(integer()), by: map(integer()), both: record({ a: integer(), b: data() }),
    any: data(), on: optional(time()), words: text(), free: integer(),
  },
  actions: {
    'put-number': action({ by: 'anybody', with: { at: integer(), kind: text() }, effect: ({ actor, at, kind }) => put(actor, kind, NUMBERS[at]) }),
    'put-time': action({ by: 'anybody', with: { at: integer(), kind: text() }, effect: ({ actor, at, kind }) => put(actor, kind, TIMES[at]) }),
    give: action({ by: 'anybody', with: { n: integer() }, effect: ({ actor, n }) => { actor.free = n; } }),
    grow: action({ by: 'anybody', with: { n: integer() }, effect: ({ actor, n }) => { actor.gain('free', n); } }),
    when: action({ by: 'anybody', with: { on: time() }, effect: ({ actor, on }) => { actor.on = on; } }),
    take: action({ by: 'anybody', with: { any: data() }, effect: ({ actor, any }) => { actor.any = any; } }),
    tell: action({ by: 'anybody', with: { at: integer() }, effect: ({ at, result }) => void result(NUMBERS[at]) }),
  },
}));
`;

let game: TestGame;
let post: string;
beforeAll(async () => {
  game = await testGame(
    {},
    new Map([
      ['content/ruleset/dynastic/odd.md', '---\ntitle: Odd\norder: 90\n---\nPeople have numbers.\n'],
      ['content/ruleset/dynastic/odd.ts', CLAUSE],
    ]),
  );
  post = await game.table.open(bo, { kind: 'story', title: 'On', text: '' });
});

/** Does each, and holds the state against its files after all of them. */
async function all(commands: readonly string[]): Promise<readonly string[]> {
  for (let at = 0; at < commands.length; at += 20)
    await game.table.comment(bo, post, commands.slice(at, at + 20).join('\n'));
  await game.tick();
  await isAsItsFiles();
  return game.said(post);
}

async function isAsItsFiles(): Promise<void> {
  const live = await seenAfterTick(game, ({ open: { play } }) => play.state());
  const { state, problems } = readGame(await game.content());
  expect(problems).toEqual([]);
  expect(state?.players).toEqual(live.players);
  expect(JSON.stringify(live.players['bo']?.['any'])).not.toMatch(/NaN|Infinity/u);
  const before = (await game.said(post)).length;
  await game.table.comment(bo, post, '/give n=7');
  await game.tick();
  expect((await game.said(post)).length).toBeGreaterThan(before);
  expect((await seenAfterTick(game, ({ open: { play } }) => play.state())).players['bo']?.['free']).toBe(7);
}

test('what a clause puts in a value of each type', async () => {
  const kinds = ['n', 'some', 'both', 'deep', 'on'];
  const numbers = NUMBERS.flatMap((_, at) => kinds.map((kind) => `/put-number at=${at} kind=${kind}`));
  const times = TIMES.flatMap((_, at) => ['n', 'on', 'any'].map((kind) => `/put-time at=${at} kind=${kind}`));
  const said = await all([...numbers, ...times, ...NUMBERS.map((_, at) => `/tell at=${at}`)]);
  // Of NaN, endless numbers and what is no data nothing is kept; the rest is.
  expect(said.join('\n')).toContain('not a number that can be saved: NaN');
  expect(said.join('\n')).toContain('must be plain data, not bigint');
});

test('what people pass to an action', async () => {
  const said = await all([
    ...NUMBERS.flatMap((n) => [`/give n=${n.replaceAll(' ', '')}`, `/grow n=${n.replaceAll(' ', '')}`]),
    ...TIMES.map((on) => `/when on="${on}"`),
    ...[
      '.nan',
      '.inf',
      '-.inf',
      '0o777',
      '1_000',
      '9007199254740993',
      '1e999',
      '{a: .nan}',
      '[-0]',
      '!!float 1',
      '2024-03-01',
      '{__proto__: {a: 1}}',
      '{constructor: 1}',
      '&a [*a]',
      '{a: 1, a: 2}',
      '"\\u0000"',
    ].map((any) => `/take any=${any}`),
    '/grow n=9007199254740991',
    '/grow n=9007199254740991',
    '/grow n=9007199254740991',
  ]);
  expect(said.join('\n')).toContain('on must be a UTC time such as 2021-06-18 09:00 UTC, not');
  expect(said.join('\n')).not.toContain('native code');
});

test('what a proposal writes into the gamestate', async () => {
  const values = [
    ...['-0', '.nan', '.inf', '1e308', '1e400', '9007199254740993', '0x1F', '1_000', "'1'", '~', '0.1'].map(
      (n) => `n: ${n}`,
    ),
    ...TIMES.map((on) => `on: ${on === '' ? "''" : on}`),
    ...[
      '.nan',
      '-0',
      '1e400',
      '9007199254740993',
      '{a: .inf}',
      '2024-02-30',
      '!!binary aGk=',
      '!!set {a}',
      '{__proto__: {a: 1}}',
      '{constructor: {prototype: 1}}',
    ].map((any) => `any: ${any}`),
    '? [a]\n: 1',
    'n: 1\nn: 2',
    '__proto__: {n: 1}',
    'n: &a 1\nfree: *a',
    `any: ${'['.repeat(5000)}${']'.repeat(5000)}`,
    `any:\n  a: &a [x, x]\n${Array.from({ length: 30 }, (_, n) => `  ${'b'.repeat(n + 1)}: &${'b'.repeat(n + 1)} [*${n === 0 ? 'a' : 'b'.repeat(n)}, *${n === 0 ? 'a' : 'b'.repeat(n)}]`).join('\n')}`,
  ];
  // One for each player in a proposal, so that each stands by itself.
  for (let at = 0; at < values.length; at += WHO.length) {
    const content = await game.content();
    const changes = values.slice(at, at + WHO.length).map((text, n) => {
      const path = `content/gamestate/players/${WHO[n]}.md`;
      const before = (content.get(path) ?? '').replace(/^(n|on|any|free):.*\n(?: .*\n)*/gmu, '');
      return [path, before.replace(/^---\n/u, `---\n${text}\n`)] as const;
    });
    const head = await game.branch(Object.fromEntries(changes));
    const id = await game.table.open(bo, {
      kind: 'proposal',
      title: 'P',
      text: '',
      branch: `b-${head}`,
      head,
    });
    for (const by of [ana, cy, dee, eli, fay]) await game.table.comment(by, id, ':for:');
    game.later(60);
    await game.tick();
    expect((await game.said(id)).join('')).toMatch(/was enacted|was refused|can’t be/u);
    await isAsItsFiles();
  }
});

const WHO = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
