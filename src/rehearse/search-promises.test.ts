// Searches for ways in which rules break a promise: what is found, how it is shortened, and when a search gives up.
import { expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import type { Progress } from '../promises/search.ts';
import { SandboxError, SandboxLostError } from '../sandbox/host.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { kernelCaches as caches, onKernel } from '../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { rehearseAsItIs } from './rehearse-rules.ts';
import { playWay, searchPromise, type Searched, type SearchedGame } from './search-promises.ts';

const PROMISED = { kind: 'changeable', hours: 28 * 24, players: 3 } as const;
const EFFORT = { states: 40, tries: 60 };
const IMPORTS = 'import { action, integer, rule }';

/** Its rules are few, so that a search is quick. */
const desk = sessionWith({ core: 'suber', dynasty: undefined as never });
type Files = Readonly<Record<string, string>>;
const gulls = (clause: string): Files => ({
  'dynastic/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nThey are proud.\n',
  'dynastic/gulls.ts': clause,
});
const gullsThat = (body: string): Files =>
  gulls(`${IMPORTS} from 'gitnomic/rules';\nexport default rule((g) => (${body}));\n`);
/** Gulls that let nothing come into force under this condition. */
const refusing = (condition: string, more = ''): string =>
  `{ ${more} hooks: { 'may-enact'({ refuse, matter }) { if (${condition}) refuse('the gulls do not like it'); } } }`;

/** A game whose rules are changed by these files, of which some were there before. */
async function gameWith(files: Files, were: Files = {}): Promise<SearchedGame> {
  const { session, now: at } = await desk;
  const { play } = session.position.open;
  const { terms } = play;
  const before = { files: new Map([...play.files, ...Object.entries(were)]), terms };
  const after = { files: new Map([...before.files, ...Object.entries(files)]), terms };
  return { before, after, state: play.state(), at, ledger: { length: 0, at: () => null }, caches };
}
const searched = async (body: string, effort = EFFORT): Promise<Searched> =>
  searchPromise(await gameWith(gullsThat(body)), PROMISED, effort);

const SING = 'actions: { sing: action({ effect() { g.game.songs += 1; } }) }, game: { songs: integer() },';
const sing = { do: 'act', by: expect.any(String) as string, action: 'sing', with: {} };

const all = (action: string) => ({ do: 'act', by: '*', action, with: {} });

test.each<[what: string, body: string, moves: readonly object[], isSmall?: boolean]>([
  ['nothing', refusing('true'), []],
  ['one action', refusing('g.game.songs > 0', SING), [sing]],
  ['the same again and again', refusing('g.game.songs >= 8', SING), [1, 2].map(() => all('sing'))],
  ['waiting until a day', refusing("g.now >= '2024-05-20'"), [{ do: 'wait', hours: 80 * 24 }]],
  [
    'a post that says what the clause does',
    refusing("[...g.posts].some(({ title }) => title === 'ebb tide')"),
    [{ do: 'post', by: 'ana', kind: 'proposal', title: 'ebb tide' }],
  ],
  [
    'a number that the clause names',
    refusing(
      'g.game.songs > 0',
      'actions: { sing: action({ with: { loud: integer() }, effect({ loud }) { if (loud === 37) g.game.songs = 1; } }) }, game: { songs: integer() },',
    ),
    [{ ...sing, with: { loud: 37 } }],
  ],
  ['few players', refusing('g.players.size <= 3'), [], true],
])(
  'finds a way to break a promise by %s, without superfluous moves',
  async (_, body, moves, isSmall = false) => {
    const { way, states, tries } = await searched(body);
    expect(way).toEqual({
      moves,
      at: moves.map(() => expect.stringMatching(/^2024-0[3-6]/u) as string),
      wasSoBefore: false,
      isSmall,
      why: 'the gulls do not like it (Gulls, dynastic/gulls)',
    });
    expect(states).toBeLessThanOrEqual(EFFORT.states * 1.5);
    expect(tries).toBeLessThanOrEqual(EFFORT.tries * 1.5);
  },
);

test('if nothing breaks the promise, searches the present game and a small one up to the effort', async () => {
  const harmless = `{ ${SING} }`;
  expect(await searched(harmless, { states: 0, tries: 0 })).toMatchObject({ way: null, tries: 0 });
  const { way, tries } = await searched(harmless, { states: 1000, tries: 16 });
  expect(way).toBeNull();
  expect([tries >= 16 + 4, tries < 16 + 4 + 8]).toEqual([true, true]);
  const few = await searched(harmless, { states: 8, tries: 1000 });
  expect([few.way, few.states >= 8 + 2, few.states < 8 + 2 + 8]).toEqual([null, true, true]);
});

const NOTHING = gullsThat(refusing('true'));

test('tells whether the earlier rules broke the promise in the same way', async () => {
  const louder = { 'dynastic/gulls.md': (NOTHING['dynastic/gulls.md'] ?? '').replace('proud', 'loud') };
  expect(searchPromise(await gameWith(louder, NOTHING), PROMISED, EFFORT).way).toMatchObject({
    moves: [],
    wasSoBefore: true,
  });
  const { after, ...game } = await gameWith(NOTHING);
  expect(searchPromise({ ...game, before: after, after }, PROMISED, EFFORT).way).toMatchObject({
    moves: [],
    wasSoBefore: false,
  });
});

test('rules that can’t be put in force break the promise at once, without any moves', async () => {
  const game = await gameWith(gulls('export default 7;'));
  const { way, states, tries } = searchPromise(game, PROMISED, EFFORT);
  expect(way).toEqual({
    moves: [],
    at: [],
    why: expect.stringMatching(/^dynastic\/gulls\.ts: the code must/u) as string,
    wasSoBefore: false,
    isSmall: false,
  });
  expect([states, tries]).toEqual([0, 0]);
  expect(searchPromise(game, { kind: 'one-vote', players: 3 }, EFFORT).way).toBeNull();
  expect(playWay(game, PROMISED, { moves: [all('sing')] as never, isSmall: false })).toEqual([]);
});

test('replays a way with what each move changes, unless a move is impossible', async () => {
  const game = await gameWith(gullsThat(`{ ${SING} }`));
  const play = (action: string, isSmall = false) =>
    playWay(game, PROMISED, { moves: [all(action)] as never, isSmall });
  const from = (after: number) => [
    {
      at: game.at,
      changes: expect.arrayContaining([expect.objectContaining({ path: ['game', 'songs'], after })]) as never,
    },
  ];
  expect(play('sing')).toEqual(from(6));
  expect(play('sing', true)).toEqual(from(3));
  expect(play('hum')).toBeNull();
});

/** The same game on a machine on which something goes otherwise in the sandboxes that are made. */
function on(game: SearchedGame, otherwise: (sandbox: Sandbox, nth: number) => void): SearchedGame {
  const slow = new Caches(null, caches.sandboxes);
  let made = 0;
  slow.runner = (host) => {
    const sandbox = onKernel(host);
    otherwise(sandbox, made++);
    return sandbox;
  };
  return { ...game, caches: slow };
}

test.each([
  [false, 2 + 1],
  [true, 4 + 1],
])('gives up a search that makes no progress, later if a state looks stuck: %s', async (isProbing, most) => {
  let calls = 0;
  const game = on(await gameWith(gullsThat(`{ ${SING} }`)), (sandbox) => {
    const begin = sandbox.searchBegin.bind(sandbox);
    let progress: Progress;
    sandbox.searchBegin = (task) => (progress = { ...begin(task), end: null, isProbing });
    sandbox.searchOn = () => {
      calls += 1;
      return progress;
    };
  });
  expect(searchPromise(game, PROMISED, { states: 8, tries: 8 }).way).toBeNull();
  expect(calls).toBe(most);
});

test('rules that take too long break the promise that they can be changed, unless the machine is to blame', async () => {
  const failing = async (error: SandboxLostError): Promise<Searched> =>
    searchPromise(
      on(await gameWith(NOTHING, NOTHING), (sandbox, nth) => {
        if (nth === 0) return;
        sandbox.searchChanges = () => {
          throw error;
        };
      }),
      PROMISED,
      EFFORT,
    );
  expect((await failing(new SandboxLostError('out-of-patience', 'late'))).way).toMatchObject({
    moves: [],
    at: [],
    wasSoBefore: false,
  });
  await expect(failing(new SandboxLostError('no-spare-memory', 'full'))).rejects.toThrow('full');
});

test('an action that never finishes ends the search without breaking a promise', async () => {
  const why = 'it took too long and was stopped at dynastic/gulls.ts:2';
  const game = on(await gameWith(gullsThat(`{ ${SING} }`)), (sandbox) => {
    const begin = sandbox.searchBegin.bind(sandbox);
    let progress: Progress;
    sandbox.searchBegin = (task) => (progress = { ...begin(task), end: null });
    sandbox.searchOn = () => {
      throw new SandboxError('too-many-steps', why);
    };
    sandbox.searchEnd = () => ({ ...progress, isActing: true, moves: [all('sing') as never] });
  });
  expect(searchPromise(game, PROMISED, EFFORT)).toMatchObject({
    way: null,
    unfinished: { move: all('sing'), why },
  });
});

test('disposes of every sandbox that was used', async () => {
  const open = new Set<Sandbox>();
  const counting = new Caches(null, caches.sandboxes);
  let made = 0;
  counting.runner = (host) => {
    const sandbox = onKernel(host);
    made += 1;
    open.add(sandbox);
    sandbox.dispose = () => void open.delete(sandbox);
    return sandbox;
  };
  const game = { ...(await gameWith(NOTHING)), caches: counting };
  expect(searchPromise(game, PROMISED, { states: 2, tries: 2 }).way).not.toBeNull();
  expect(playWay(game, PROMISED, { moves: [], isSmall: false })).toEqual([]);
  expect(rehearseAsItIs({ ...game, ...game.after }).stops).toContain('the gulls');
  expect([made > 3, open.size]).toEqual([true, 0]);
});
