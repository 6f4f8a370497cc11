// Actions on the forge that are decided at once: their sealed words, draws that are left to others, and how they are rehearsed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { refreshCheckout } from '../host/checkout.ts';
import { homeWith } from '../host/fixtures/home-with.ts';
import type { Game, HomeGame } from '../host/game.ts';
import { IN_ENGLISH } from '../language/wording.ts';
import type { PromiseAsked } from '../rehearse/ask-promises.ts';
import { somebody } from '../session/fixtures/desk.ts';
import type { Happening } from '../session/position/decision.ts';
import { open } from '../session/secrets/open.ts';
import { drawKey } from '../session/secrets/vault.ts';
import { actAndTick, writeAct } from './act-and-tick.ts';
import { readRuleAsOf } from './draft-edit.ts';
import { AtTable, saidIn } from './forms/fixtures/at-table.ts';
import { wayForm } from './forms/way.ts';
import { keyLine } from './key-service.ts';
import { typeOf } from './media-types.ts';
import { readInbox } from './read-inbox.ts';
import { withPosition } from './read-table.ts';
import { rehearse } from './rehearse.ts';
import { letTimePass } from './take-step.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
const RULES = {
  'dynastic/ploys.md': '---\ntitle: Ploys\norder: 5\n---\nThere are ploys.\n',
  'dynastic/ploys.ts': `import { action, data, derive, integer, picture, rule, text } from 'gitnomic/rules';
export default rule(({ posts, comment, post }) => ({
  game: { n: integer() },
  submissions: { sketch: { with: { picture: picture() } } },
  views: {
    'invalid-submissions': derive({
      of: 'game',
      private: true,
      returns: data(),
      value: () => [{ by: 'bo', submission: 'sketch', problem: 'it is upside down' }, 7],
    }),
  },
  actions: {
    plot: action({ with: { open: text(), hidden: text({ private: true }) }, effect({ game }) { game.n += 1; } }),
    tell: action({
      by: 'emperor',
      private: true,
      reveals: ['posts'],
      effect({ actor }) {
        comment(posts.get('1'), 'Well done.');
        post({ kind: 'story', title: 'Tale', text: 'Once.', author: actor });
      },
    }),
  },
}));
`,
};
let game: HomeGame;
beforeAll(async () => {
  game = await homeWith({ rules: RULES, posts: [{ by: 'bo', title: 'Tea', says: [['ana', 'Well.']] }] });
});

test('seals the private words of an action, with this machine’s key if none is published', async () => {
  const words = { open: 'a', hidden: 'b' };
  const written = (vault: object, of: object = words): Promise<string> =>
    withPosition(game, (position) =>
      writeAct(position, vault as HomeGame['vault'], { by: 'bo', action: 'plot', words: of as typeof words }),
    );
  const key = await drawKey();
  const text = await written({ key });
  expect(text).not.toContain('hidden');
  const {
    params,
    open: inPublic,
    serial,
    submission,
  } = await open([key.identity], text, {
    game: 'Harbour',
    dynasty: 1,
    sender: 'bo',
  });
  expect([params, inPublic, serial, submission]).toEqual([
    { hidden: 'b' },
    { action: 'plot', open: 'a' },
    0,
    'act',
  ]);
  expect(await written({ key }, { open: 'a' })).toBe('/act plot open=a');
  expect(await written({}, { open: 'a' })).toBe('/act plot open=a');
  await expect(written({})).rejects.toThrow('hidden would be public');
});

test('reports the draws that an engine elsewhere has to make, and doesn’t count them as refused', async () => {
  const happening = (line: number | null, what: string, code: string | null): Happening =>
    ({ line, what, outcome: code === null ? { ok: true } : { ok: false, refusal: { code } } }) as never;
  const happened = [
    happening(null, 'time', null),
    happening(1, 'before', null),
    happening(1_000, 'roll', 'no-draw'),
    happening(1_000, 'dig', null),
    happening(1_001, 'fly', 'refused'),
  ];
  const acted = async (played: Game['played']) => {
    const report = await game.tick();
    const stub = { ...game, played, tick: () => Promise.resolve({ ...report, happened }) } as unknown as Game;
    const { mine, undrawn, answer } = await actAndTick(stub, () => Promise.resolve('done'));
    return [answer, mine.map(({ what }) => what), undrawn];
  };
  expect(await acted('elsewhere')).toEqual([
    'done',
    ['dig', 'fly'],
    ['The engine there draws for roll, and answers below it.'],
  ]);
  expect(await acted('here')).toEqual(['done', ['roll', 'dig', 'fly'], []]);
});

test('a proposed edit leaves the folder unless something was refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acted-'));
  const file = join(folder, VOTES);
  const report = await game.tick();
  const acting = (codes: readonly (string | null)[]): Game => {
    const happened = codes.map((code) => ({
      line: 1_000,
      what: 'post',
      outcome: code === null ? { ok: true } : { ok: false, refusal: { code } },
    }));
    return { ...game, folder, tick: async () => ({ ...report, happened }) } as unknown as Game;
  };
  await refreshCheckout(acting([]));
  const [before, edited] = [readFileSync(file, 'utf8'), 'Nobody votes.\n'];
  for (const [codes, isLeft] of [
    [['refused'], true],
    [[null, 'refused'], true],
    [[null], false],
    [[], false],
  ] as const) {
    writeFileSync(file, edited);
    const { saved } = await actAndTick(acting(codes), async () => null, [VOTES]);
    expect([codes, saved, readFileSync(file, 'utf8')]).toEqual([
      codes,
      ...(isLeft ? [[VOTES], edited] : [[], before]),
    ]);
  }
  rmSync(folder, { recursive: true });
});

test('after time has passed, reports what was undone and what is stuck', async () => {
  const report = await game.tick();
  const told = async (more: object, forwardMs = 0) => {
    const moved: number[] = [];
    const stub = {
      ...game,
      forward: (ms: number) => moved.push(ms),
      tick: async () => ({ ...report, ...more }),
    };
    return [moved, await letTimePass(stub, forwardMs)];
  };
  const said = (...lines: readonly string[]) => ({ ok: true, said: lines, post: null });
  const nothing = { commits: [], stuck: [], undone: [] };
  expect(await told(nothing)).toEqual([[], said('Everything is up to date.')]);
  expect(await told(nothing, 7)).toEqual([[7], said('Everything is up to date.')]);
  const stuck = [{ matter: '1', why: 'a rule broke.' }];
  expect(await told({ ...nothing, stuck, undone: ['content/a.md', 'content/b.md'] })).toEqual([
    [],
    said(
      'Undid a change that only the game may make: content/a.md, content/b.md.',
      'The vote on “Tea” is over, but the result can’t be carried out: a rule broke.',
    ),
  ]);
});

test('rehearsing an action of the emperor shows what it posts and comments', async () => {
  expect(await rehearse(game, somebody('cy'), 'tell', {})).toMatchObject({
    refusal: null,
    posts: [{ kind: 'story', title: 'Tale', text: 'Once.' }],
    comments: [{ on: 'Tea', text: 'Well done.' }],
  });
});

test('reports what the rules find wrong with sealed submissions, and images that can’t be loaded', async () => {
  const address = 'https://pictures.example/a.png';
  const inbox = (known: object) =>
    withPosition(game, (position) => {
      const state = structuredClone(position.open.play.state());
      const sent = {
        id: '9',
        n: 3,
        kind: 'sketch',
        by: 'bo',
        at: game.now(),
        open: {},
        used: false,
        contents: { picture: address },
      };
      const play = new Proxy(position.open.play, {
        get: (of, name) =>
          name === 'state'
            ? () => ({ ...state, submissions: { '9': sent } })
            : (Reflect.get(of, name, of) as unknown),
      });
      const pictures = {
        ...game.pictures,
        known: () => known as never,
        fileOf: (copy: string) => `${copy}.webp`,
      };
      const { pictures: found, problems } = readInbox(
        { ...position, open: { ...position.open, play } },
        { ...game, pictures },
      );
      return [found, problems.map(({ by, submission, problem }) => `${by} ${submission}: ${problem}`)];
    });
  const upside = 'bo sketch: it is upside down';
  expect(await inbox({ [address]: { copy: 'abc' } })).toEqual([
    [{ n: 3, address, file: 'abc.webp', problem: null }],
    [upside],
  ]);
  expect(await inbox({ [address]: { problem: 'it is gone' } })).toEqual([
    [{ n: 3, address, file: null, problem: 'it is gone' }],
    [upside, 'bo sketch: its image can’t be loaded: it is gone'],
  ]);
  expect(await inbox({})).toEqual([[{ n: 3, address, file: null, problem: null }], [upside]]);
});

test('the matter’s page offers a way to break a promise, which is played in a copy', async () => {
  const way = (moves: readonly object[]): PromiseAsked =>
    ({
      path: 'core/votes',
      rule: 'Votes',
      line: 3,
      says: 'someone can vote',
      at: game.now(),
      moves: 1,
      states: 1,
      way: { moves, lines: [], turn: null, why: 'nobody could', wasSoBefore: false, isSmall: false },
    }) as never;
  const offered = (promises: unknown, on = '1') => {
    const trials = { find: () => ({ promises }) };
    return withPosition(game, (position) => {
      const post = position.open.play.state().posts[on];
      return post && wayForm(position, { game: { ...game, trials } as never, wording: IN_ENGLISH }, post);
    });
  };
  const form = await offered([{ ...way([]), way: null }, way([]), way([{ by: 'bo' }])]);
  expect([form?.hidden, form?.buttons.map(({ label }) => label)]).toEqual([
    { on: '1' },
    ['Play it in a copy'],
  ]);
  for (const none of [undefined, 'unread', [], [way([])], [{ ...way([]), way: null }]])
    expect(await offered(none)).toBeNull();
  const nothing = '404 No way to break a promise is known here.';
  for (const on of ['1', '9']) expect(await new AtTable(game, 'ana').refusal('way', { on })).toBe(nothing);
  const broken = {
    ...game,
    trials: {
      find: () => ({
        promises: [way([{ type: 'act', by: 'bo', action: 'none', with: {}, at: game.now() }])],
      }),
    },
  };
  const played = await new AtTable(broken as never, 'ana').open('way', { on: '1' });
  expect([played.title, played.links, saidIn(played)[0]]).toEqual([
    'Played in a copy',
    [{ text: 'Tea', to: 'matters/1/' }],
    expect.stringMatching(/moves aren’t possible any more|comes into force/u),
  ]);
});

test('publishes a key together with the reason, if there is one', () => {
  expect([keyLine('age1x', undefined), keyLine('age1x', 'leaked')]).toEqual([
    '/key age1x',
    '/key age1x leaked',
  ]);
  expect([typeOf('.html'), typeOf('.nothing')]).toEqual([
    expect.stringMatching(/^text\/html/u),
    'application/octet-stream',
  ]);
});

test('one’s own outcomes don’t include what others did before', async () => {
  const [base, thread] = [await game.main(), await game.thread()];
  await game.say(somebody('dee'), thread, '/act plot open=a hidden=b');
  const { mine } = await actAndTick(game, () => game.say(somebody('bo'), thread, '/act sing'));
  expect(mine.map(({ outcome }) => !outcome.ok && outcome.refusal.reason)).toEqual([
    expect.stringContaining('sing'),
  ]);
  // The game has gone on, and an edit begun before is compared with the rules of that time.
  const main = await game.main();
  expect(base).not.toBe(main);
  const from = async (oid: string) => (await readRuleAsOf(game, 'dynastic/ploys', oid)).from;
  expect([await from(base), await from('f'.repeat(40)), await from('main')]).toEqual([base, main, main]);
});
