// A program has a token of one seat, and tries everything that a model is offered, to act for others or to learn what they alone know.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { Seats } from '../../src/cli/home/seats.ts';
import { serveMcp } from '../../src/addons/programs/serve-mcp.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { SeatKeys } from '../../src/seat/program/seat-keys.ts';
import { SeatPace } from '../../src/seat/program/seat-pace.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const NOW = '2030-06-03T09:00:00Z';
const CLAUSE = `import { action, derive, integer, rule, text } from 'gitnomic/rules';

export default rule((g) => ({
  emperor: { reserve: integer({ private: true, start: 7 }) },
  game: { sold: integer(), note: text() },
  views: { peek: derive({ of: 'game', returns: integer(), value: () => g.emperor.reserve }) },
  actions: {
    'peek-plainly': action({ by: 'anybody', effect({ game, emperor }) { game.sold = emperor.reserve; } }),
    'peek-by-view': action({ by: 'anybody', effect({ game, view }) { game.sold = view('peek'); } }),
    'peek-by-refusal': action({ by: 'anybody', check({ emperor, refuse }) { refuse('the reserve is ' + emperor.reserve); } }),
    'peek-unrevealed': action({ by: 'anybody', private: true, effect({ game, emperor }) { game.sold = emperor.reserve; } }),
    'peek-by-error': action({ by: 'anybody', effect({ emperor }) { throw new Error('it is ' + emperor.reserve); } }),
    'peek-by-result': action({ by: 'anybody', effect({ emperor, result }) { result(emperor.reserve); } }),
    hide: action({ by: 'emperor', private: true, effect({ emperor, secret }) { emperor.reserve = 4711000 + secret.number(999); } }),
  },
}));
`;
const ACTIONS = [
  'peek-plainly',
  'peek-by-view',
  'peek-by-refusal',
  'peek-unrevealed',
  'peek-by-error',
  'peek-by-result',
  'hide',
  'roll',
];
const DANGEROUS = [
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  '.gitnomic/private/emperor.key',
  'private/values',
  '/',
];

/** One call in five; all with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
const all = process.env['GITNOMIC_FAULTS'] === 'all';
const folder = mkdtempSync(join(tmpdir(), 'hostile-program-'));
let game: HomeGame;
let server: Awaited<ReturnType<typeof serveMcp>>;
let token = '';
const warned: string[] = [];

beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, name: id, emperor: id === 'eli' }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'gallery', players };
  game = await beginLocalGame(join(folder, 'game'), shippedLibrary, wish, { now: NOW, caches });
  const tip = await game.main();
  const commit = await writeCommit(game.forge.repository, {
    parents: [tip],
    changes: new Map([
      ['content/ruleset/dynastic/auction.md', '---\ntitle: Auction\norder: 50\n---\nThere is a reserve.\n'],
      ['content/ruleset/dynastic/auction.ts', CLAUSE],
    ]),
    author: { name: game.forge.engine.name, email: '', at: NOW },
    message: 'Auction\n',
  });
  await game.forge.advance('main', tip, commit);
  const eli = { id: 'eli', name: 'eli', bot: false };
  await game.say(eli, await game.thread(), '/act hide');
  await game.tick();
  new Seats(game.folder).open('http://localhost:1/', players);
  const keys = new SeatKeys(game.folder);
  token = keys.invite('bo', NOW);
  server = await serveMcp(game, keys, new SeatPace(5000), 0, (text) => warned.push(text), 5000);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (method: string, params: object, url = server.url): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

/** What only the host, or the head of the dynasty, may know: each secret file's words, and the private value. */
function secrets(): readonly string[] {
  const own = join(game.folder, '.gitnomic');
  const files = readdirSync(join(own, 'private'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  const words = [
    ...files,
    readFileSync(join(own, 'links.json'), 'utf8'),
    readFileSync(join(own, 'seats.json'), 'utf8'),
  ]
    .join('\n')
    .match(/AGE-SECRET-KEY-\w+|\b[0-9a-f]{64}\b|"secret": "[\w-]{20,}"|"reserve": ?\d{7}/gu);
  return (words ?? []).map((word) => word.replace(/^"\w+": ?"?|"$/gu, ''));
}

const toolList = z.object({
  result: z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }),
      }),
    ),
  }),
});

test('no tool on offer tells others’ secrets or acts for others', async () => {
  const hidden = secrets();
  let asked = 0;
  expect(hidden.some((word) => /^\d{7}$/u.test(word))).toBe(true);
  expect(hidden.some((word) => word.startsWith('AGE-SECRET-KEY'))).toBe(true);
  const { tools } = toolList.parse(await (await ask('tools/list', {})).json()).result;
  expect(tools.map(({ name }) => name).sort()).toEqual(
    ['act', 'can', 'comment', 'look', 'post', 'propose', 'rehearse', 'vote', 'why'].sort(),
  );
  const calls: [method: string, params: object][] = tools.flatMap(({ name }) =>
    [
      ...['ruleset', 'state', 'matters', 'ledger', 'rule'].map((what) => ({
        what,
        rule: 'core/votable-matters',
      })),
      ...DANGEROUS.flatMap((word) => [
        { what: 'rule', rule: word },
        { matter: word },
        { action: word },
        { post: word, text: 'x' },
      ]),
      ...ACTIONS.flatMap((action) => [
        { action, with: {} },
        { action, with: { player: 'eli', as: 'eli', who: 'eli', actor: 'eli' } },
        { step: { do: 'act', action, with: {} } },
        { step: { do: 'act', action, with: {}, as: 'eli', who: 'eli' } },
      ]),
      { as: 'eli', who: { id: 'eli' }, kind: 'story', title: 'Mine', text: 'I am Eli.' },
      { change: [], title: 'x', reason: 'x', as: 'eli' },
    ].map((args): [string, object] => ['tools/call', { name, arguments: args }]),
  );
  for (const uri of [
    'ruleset',
    'state',
    'matters',
    'ledger',
    ...DANGEROUS.map((word) => `rule/${word}`),
    'rule/..%2f..%2f.gitnomic%2fprivate%2femperor.key',
  ])
    calls.push(['resources/read', { uri: `gitnomic://${uri}` }]);
  for (const [method, params] of calls.filter((_, index) => all || index % 5 === 0)) {
    asked += 1;
    const said = await (await ask(method, params)).text();
    for (const word of hidden) expect([params, said.includes(word)]).toEqual([params, false]);
  }
  expect(asked).toBeGreaterThan(80);
  expect(warned.filter((text) => !/does not|refus/iu.test(text))).toEqual([]);
  const log = readFileSync(join(game.folder, '.gitnomic/forge/events.jsonl'), 'utf8').trim().split('\n');
  const acting = log
    .map(
      (line) =>
        JSON.parse(line) as {
          readonly by?: { readonly id: string; readonly bot?: boolean };
          readonly text?: string;
        },
    )
    .filter(({ by, text }) => by !== undefined && text !== '/act hide');
  expect(new Set(acting.slice(1).map(({ by }) => by?.id))).toEqual(new Set(['bo']));
});

test('refuses an endless request, and too many in a row, whatever they ask', async () => {
  const long = await ask('tools/call', {
    name: 'comment',
    arguments: { post: '1', text: 'x'.repeat(1_000_001) },
  });
  expect(long.status).toBe(413);
  const keys = new SeatKeys(game.folder);
  const strict = await serveMcp(game, keys, new SeatPace(), 0, () => {}, 20);
  try {
    const statuses: number[] = [];
    for (let times = 0; times < 30; times++) statuses.push((await ask('ping', {}, strict.url)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)]);
  } finally {
    strict.close();
  }
});
