// The parts of a position that know ids, branches, secrets and messages.
import { beforeEach, describe, expect, test } from 'vitest';
import type { PostData } from '../../kernel/state.ts';
import { Branches, type HeadRead } from './branches.ts';
import { describeCommit } from '../describe-commit.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import { code, inert, inertInLine, inertShort, inHtml } from '../../wording/inert.ts';
import { SMALL, bo, cy, Desk, ENGINE, EVENTFUL } from '../fixtures/desk.ts';
import { Outbox } from './outbox.ts';
import { type Position, positionIn, Settings } from './position.ts';
import { PostIndex } from './post-index.ts';
import { versionOfRules } from './rules-in-play.ts';
import { Secrets } from './secrets.ts';
import type { Situation } from './situation.ts';
import { writeReport } from '../../wording/action-report.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { commitmentToSeed } from '../chance/committed-seed.ts';
import { GameDraws } from '../chance/draws.ts';
import type { EngineFacts } from '../../store/engine-files.ts';
import type { OpenGame } from '../play/open-game.ts';

const posts = [
  { id: '3', author: 'ana', byEngine: false },
  { id: 'story-1', author: 'bo', byEngine: true },
] as unknown as readonly PostData[];

describe('posts', () => {
  const index = (moved: PostIndex['moved'] = null): PostIndex =>
    new PostIndex({ links: { '7': 'story-1' }, moved, commentIds: { c1: 'old-1' }, posts });

  test('are found by number, by the rules’ id, or by an id from elsewhere', () => {
    const on = index();
    expect(['3', '7', 'constructor'].map((id) => on.idOf(id))).toEqual(['3', 'story-1', 'constructor']);
    expect(['3', 'story-1', '9'].map((id) => on.forgePostOf(id))).toEqual(['3', '7', null]);
    const moved = index({ at: '', dynasty: 1, posts: 'gh-' });
    expect([moved.idOf('3'), moved.idOf('7')]).toEqual(['gh-3', 'story-1']);
    moved.add('gh-5', 'cy');
    expect([moved.forgePostOf('gh-5'), moved.forgePostOf('3')]).toEqual(['5', null]);
  });

  test('have an author if a person posted them, and are counted once taken in', () => {
    const on = index();
    expect(['3', 'story-1', '9'].map((id) => on.authorOf(id))).toEqual(['ana', null, null]);
    expect(['3', 'story-1', '9'].map((id) => on.has(id))).toEqual([true, true, false]);
    on.add('9', 'cy');
    on.add('story-2', null);
    expect([on.authorOf('9'), on.authorOf('story-2'), on.taken]).toEqual(['cy', null, 4]);
  });

  test('can be linked and unlinked, and comments have ids of their own', () => {
    const on = index();
    on.link('8', 'story-2');
    on.unlink('7');
    on.learn({ '9': 'story-3' }, { c2: 'old-2' });
    on.learn();
    expect(on.links).toEqual({ '8': 'story-2', '9': 'story-3' });
    expect(['c1', 'c2', 'c3'].map((id) => on.commentIdOf(id))).toEqual(['old-1', 'old-2', 'c3']);
  });
});

describe('branches', () => {
  const path = 'content/gamestate/game.md';
  const read = (text: string): HeadRead => ({
    changes: [],
    outside: [],
    problems: [],
    texts: [{ path, base: 'One.\n', text }],
  });
  const main = (body: string): Map<string, string> => new Map([[path, `---\nturn: 1\n---\n${body}`]]);
  const branches = (body: string): Branches => {
    const made = new Branches(main(body), { pinned: { '1': 'a' }, resolved: {} });
    made.learn(new Map([['a', read('Two.\n')]]), new Map([['m', new Map([[path, 'Both.\n']])]]));
    return made;
  };

  test('are read at the commit that would be enacted', () => {
    const on = branches('One.\n');
    expect([on.read('1'), on.read('2'), on.readAt('b')]).toEqual([read('Two.\n'), undefined, undefined]);
    on.learn(new Map([['b', read('Three.\n')]]));
    on.pin('1', 'b');
    expect([on.proposedTexts('1')[0]?.text, on.proposedTexts('2')]).toEqual(['Three.\n', []]);
    expect(on.pinned).toEqual({ '1': 'b' });
  });

  test('wait if their texts conflict with the current ones, until an Admin has resolved it', () => {
    expect(branches('One.\n').whyTextsWait('1')).toBeNull();
    expect([...branches('One.\n').mergedTexts('1').texts.values()].join('')).toContain('Two.');
    const clash = branches('Other.\n');
    expect(clash.whyTextsWait('1')).toMatch(/Other[^]*Two|Two[^]*Other/u);
    clash.resolve('1', { commit: 'm', by: 'ana' });
    expect(clash.whyTextsWait('1')).toBeNull();
    expect([...clash.mergedTexts('1').texts.values()].join('')).toContain('Both.');
    expect([clash.resolved, clash.textsAt('m')?.size, clash.textsAt('n')]).toEqual([
      { '1': { commit: 'm', by: 'ana' } },
      1,
      undefined,
    ]);
  });
});

describe('secrets', () => {
  const seed = (hash: string): never => ({ hash, by: 'cy', dynasty: 1, line: 1, at: '' }) as never;

  test('keep sealed words apart from shares, and know the last promised seed', () => {
    const on = new Secrets({ keys: [], seeds: [], commitments: {} });
    expect(on.promised).toBeNull();
    on.learn(
      new Map([
        ['c1', { ok: false, problem: 'cut' } as const],
        ['c2', { opens: null }],
      ]),
    );
    on.learn();
    expect([
      on.sealedIn('c1'),
      on.sealedIn('c2'),
      on.sharesIn('c1'),
      on.sharesIn('c2'),
      on.sharesIn('c3'),
    ]).toEqual([{ ok: false, problem: 'cut' }, undefined, undefined, { opens: null }, undefined]);
    on.promiseSeed(seed('a'));
    on.promiseSeed(seed('b'));
    expect(on.promised).toBe('b');
  });

  test('reveal a seed only once, and no other', () => {
    const on = new Secrets({ keys: [], seeds: [seed('a'), seed('b')], commitments: {} });
    on.revealSeed('a', { seed: '00', at: 'then' });
    on.revealSeed('a', { seed: '11', at: 'later' });
    on.revealSeed('z', { seed: '22', at: 'then' });
    expect(on.seeds).toMatchObject([{ hash: 'a', revealed: { seed: '00', at: 'then' } }, { hash: 'b' }]);
    expect(on.seeds[1]).not.toHaveProperty('revealed');
    on.commit('sum', { id: '1', by: 'ana' });
    expect(on.commitments).toEqual({ sum: { id: '1', by: 'ana' } });
  });
});

test('messages are handed on once, and a commit takes all of them', () => {
  const outbox = new Outbox();
  outbox.comment('1', 'k', 'One');
  expect(outbox.handOn()).toEqual([{ post: '1', tell: 'comment', key: 'k', text: 'One' }]);
  outbox.tell('1', { tell: 'settle' });
  expect([outbox.waiting, outbox.handOn(), outbox.handOn()]).toEqual([
    [2, 1],
    [{ post: '1', tell: 'settle' }],
    [],
  ]);
  expect([outbox.takeAll().length, outbox.waiting, outbox.takeAll()]).toEqual([2, [0, 0], []]);
});

test('settings are written once, into the current file', () => {
  const settings = new Settings();
  expect(settings.written('name: A\n')).toEqual(new Map());
  settings.change({ practice: true });
  settings.change({ name: 'B' });
  expect(settings.changed).toEqual({ practice: true, name: 'B' });
  expect([...settings.written('# ours\nname: A\n').values()]).toEqual(['# ours\nname: B\npractice: true\n']);
  expect([settings.written('name: B\n').size, settings.changed]).toEqual([0, {}]);
});

describe('a commit says', () => {
  const state = { posts: { '3': { id: '3', title: 'Long\nnight', author: 'bo' } } } as never;
  const line = (n: number, by: string, what: string, more: object = {}): never =>
    ({ n, by, what, draws: [], changes: [], ...more }) as never;

  test('whose action it was', () => {
    expect(describeCommit(state, [line(4, 'ana', 'light\nroom')], {})).toEqual({
      message: 'ana: light room\n\nLedger 4: ana: light room\n',
      author: 'ana',
      head: null,
    });
    expect(describeCommit(state, [line(4, 'ana', 'roll', { refused: {} })], {}).message).toBe(
      'ana: roll (refused)\n\nLedger 4: ana: roll (refused)\n',
    );
  });

  test('which matter was enacted, with its head and author, or failed', () => {
    const enacted = describeCommit(state, [line(4, 'engine', 'enact 3'), line(5, 'ana', 'go')], {
      '3': 'abc',
    });
    expect(enacted).toEqual({
      message: 'Enact 3: Long night\n\nLedger 4: engine: enact 3\nLedger 5: ana: go\n',
      author: 'bo',
      head: 'abc',
    });
    expect(describeCommit(state, [line(4, 'engine', 'enact 3')], {}).head).toBeNull();
    expect(describeCommit(state, [line(4, 'engine', 'fail 3')], { '3': 'abc' })).toMatchObject({
      author: null,
      head: null,
      message: expect.stringMatching(/^Fail 3: /u),
    });
    expect(describeCommit(state, [line(4, 'engine', 'enact 9')], {}).message).toMatch(/^engine: enact 9\n/u);
  });
});

test('a refusal names its rule, the line of a failing clause, and the remedy', () => {
  const refusal = {
    code: 'refused',
    reason: 'no room is lit.',
    rule: { number: '2.4', title: 'Lanterns', path: 'x' },
    param: null,
  };
  expect(describeRefusal({ ...refusal, rule: null }, IN_ENGLISH)).toBe('no room is lit.');
  expect(describeRefusal({ ...refusal, where: 'x.ts:3' }, IN_ENGLISH)).toBe(
    'no room is lit. (rule 2.4 Lanterns)',
  );
  expect(describeRefusal({ ...refusal, code: 'clause-fails', where: 'x.ts:3' }, IN_ENGLISH)).toBe(
    'no room is lit. (rule 2.4 Lanterns, x.ts:3)',
  );
  expect(
    describeRefusal({ ...refusal, rule: null, join: { kind: 'joining', title: 'Let me in' } }, IN_ENGLISH),
  ).toBe('no room is lit. To join the game, make a post of the kind “Let me in”');
});

test('players’ words are escaped, so they mention nobody and aren’t markup, commands or lists', () => {
  expect(inert('/act now')).toBe(String.raw`\/act now`);
  expect(['- x', '+ x', '# x', '= x', '1. x', '2) x'].map(inert)).toEqual([
    '\\- x',
    '\\+ x',
    '\\# x',
    '\\= x',
    '1\\. x',
    '2\\) x',
  ]);
  expect(inertInLine(' - a\n b ')).toBe('- a b');
  expect(inert('[a](b) `c` *d* &amp; e|f~')).toBe(String.raw`\[a\](b) \`c\` \*d\* \&amp; e\|f\~`);
  expect(inert('@bo')).not.toContain('@bo');
  expect(inertShort('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  expect(inertShort('x'.repeat(200))).toBe('x'.repeat(200));
  expect([code('a'), code('a`b'), code('`a'), code('a\nb')]).toEqual(['`a`', '``a`b``', '`` `a ``', '`a b`']);
  expect(inHtml('<a> & b')).toBe('&lt;a&gt; &amp; b');
});

test('the version of the rules stays the same as long as their files do', () => {
  const version = versionOfRules(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  );
  expect(version).toMatch(/^[0-9a-f]{16}$/u);
  expect(
    versionOfRules(
      new Map([
        ['b', '2'],
        ['a', '1'],
      ]),
    ),
  ).toBe(version);
  for (const other of [
    [['a', '1']],
    [
      ['a', '1'],
      ['b', '3'],
    ],
    [
      ['a', '1'],
      ['c', '2'],
    ],
    [
      ['a', '12'],
      ['b', ''],
    ],
  ])
    expect(versionOfRules(new Map(other as [string, string][]))).not.toBe(version);
});

describe('a position that decisions are made from', () => {
  const GAME = 'content/gamestate/game.md';
  const rule = (name: string): HeadRead => ({
    changes: [
      { verb: 'file', path: `content/ruleset/dynastic/${name}.md`, base: 'Old.\n', content: 'New.\n' },
    ],
    outside: [],
    problems: [],
    texts: [{ path: GAME, base: 'One.\n', text: 'Two.\n' }],
  });
  const SEED = new Uint8Array(32).fill(7);

  let desk: Desk;
  beforeEach(async () => {
    desk = await Desk.open({ ...SMALL, ...EVENTFUL });
  });

  const position = (
    more: Partial<Situation> = {},
    facts: Partial<EngineFacts> = {},
    game: Partial<OpenGame> = {},
  ): Position => {
    const { open } = desk.session.position;
    const { files, now } = desk;
    return positionIn(
      { files, now, events: [], heads: new Map(), engine: ENGINE, notified: 0, ...more },
      { ...open, read: { ...open.read, facts: { ...open.read.facts, ...facts } }, ...game },
    );
  };

  test('uses an Admin’s merge for how a pending matter and the rules go together', () => {
    desk.opens(bo, '1', 'proposal', 'Night', rule('night'));
    desk.opens(bo, '2', 'proposal', 'Day', rule('day'));
    desk.decide();
    const texts = new Map([
      ['m', new Map(['night', 'day'].map((name) => [`content/ruleset/dynastic/${name}.md`, 'Both.\n']))],
    ]);
    const merged = { '1': { commit: 'm', by: 'ana' } };
    const { resolutions } = desk.session.position.open.play;
    const goesTogether = (name: string): boolean =>
      resolutions.merge(`dynastic/${name}.md`, 'Old.\n', 'Other.\n', 'New.\n').ok;
    // The commits were not read, so the matter still waits.
    position({}, { merged });
    expect(goesTogether('night')).toBe(false);
    position({ texts }, { merged });
    expect(resolutions.merge('dynastic/night.md', 'Old.\n', 'Other.\n', 'New.\n')).toEqual({
      ok: true,
      text: 'Both.\n',
    });
    expect(goesTogether('day')).toBe(false);
  });

  test('knows what was read of branches and seals, and the ids and pictures', () => {
    const files = new Map(desk.files).set(
      GAME,
      `${desk.files.get(GAME)?.split('\n---\n')[0]}\n---\nOther.\n`,
    );
    const pictures = { 'https://a.example/x': { copy: 'c1' } } as never;
    const on = position(
      {
        files,
        pictures,
        heads: new Map([['a', rule('night')]]),
        sealed: new Map([['c2', { ok: false, problem: 'it is cut off' } as const]]),
        links: { '9': 'story-1' },
        commentIds: { c1: 'old-1' },
      },
      { heads: { '1': 'a' } },
    );
    expect(on.branches.read('1')).toEqual(rule('night'));
    expect(on.secrets.sealedIn('c2')).toMatchObject({ problem: 'it is cut off' });
    expect([on.posts.idOf('9'), on.posts.commentIdOf('c1')]).toEqual(['story-1', 'old-1']);
    expect(on.rules.pictures).toBe(pictures);
    // The texts are asked about before a matter is enacted, too.
    expect(on.open.play.heldBy('1')).toMatch(/Other[^]*Two|Two[^]*Other/u);
    expect(on.open.play.heldBy('2')).toBeNull();
    expect(position().rules.pictures).toBeNull();
  });

  test.each<readonly [resolution: 'automatic' | 'by-admin', admin: boolean, byHand: boolean]>([
    ['automatic', true, false],
    ['by-admin', true, true],
    // Without an Admin nobody could resolve anything.
    ['by-admin', false, false],
  ])(
    'leaves matters to Admins only if the game says so and has one (%s, Admin: %s)',
    async (resolution, admin, byHand) => {
      const players = [{ id: 'ana', admin }, { id: 'bo' }];
      desk = await Desk.open({ ...SMALL, players, resolution });
      const { play } = position().open;
      expect(play.isByHand()).toBe(byHand);
      desk.opens(bo, '1', 'proposal', 'Night');
      desk.decide();
      expect(play.leftToAdmins()).toEqual(byHand ? ['1'] : []);
    },
  );

  test('is on the emperor’s side if it has private values, and reruns a reported action only in a replay', () => {
    const whispers = (on: Position): string => {
      on.rules.comment = 'c1';
      const outcome = on.rules.take({ type: 'act', at: desk.now, by: 'cy', action: 'whisper', with: {} });
      return outcome.ok ? 'done' : outcome.refusal.code;
    };
    const said = (line: number, text: string): Situation['events'][number] => ({
      line,
      seen: desk.now,
      event: {
        type: 'commented',
        id: `e${line}`,
        at: desk.now,
        by: cy,
        post: '1',
        comment: `c${line}`,
        text,
      },
    });
    const reported = { changes: [], used: [], rolls: [] } as never;
    const answered = [
      said(1, '/act whisper'),
      said(2, writeReport({ call: 'c1', lines: 1, disclosed: reported, pictures: null })),
    ];
    const hash = commitmentToSeed(SEED);
    const seeds = [{ hash, by: 'cy', dynasty: 1, line: 1, at: desk.now }] as never;
    const draws = new GameDraws({ secret: SEED });

    expect(whispers(position())).toBe('private-side');
    expect(whispers(position({ hidden: {}, events: answered }, { seeds }, { draws }))).toBe('private-side');
    expect(whispers(position({ hidden: {} }))).toBe('done');
    expect(whispers(position({ hidden: {}, events: answered, rerun: true }, { seeds }, { draws }))).toBe(
      'done',
    );
  });
});
