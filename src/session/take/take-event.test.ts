import { beforeEach, describe, expect, test } from 'vitest';

import type { EventOf } from '../../forge/events.ts';
import { SMALL, ana, bo, dee, Desk, somebody } from '../fixtures/desk.ts';
import type { HeadRead } from '../position/branches.ts';
import type { Position } from '../position/position.ts';
import { PostIndex } from '../position/post-index.ts';
import { markOwnPost } from './own-post.ts';
import { takeEvent } from './take-event.ts';

const AT = '2021-06-18T09:00:00Z';
const ENGINE = 'gitnomic-bot';

/** The lookup of the engine's own posts reads nothing of a position but its posts. */
function seen(by: string, text: string): Readonly<Record<string, string>> {
  const posts = new PostIndex({ links: {}, moved: null, commentIds: {}, posts: [] });
  const event: EventOf<'opened'> = {
    type: 'opened',
    id: 'opened-12',
    at: AT,
    by: { id: by, name: by, bot: true },
    post: '12',
    kind: 'story',
    title: 'Round summary',
    text,
    head: null,
  };
  takeEvent({ posts } as Position, ENGINE, event, AT);
  return posts.links;
}

test('recognizes a post by the rules by the engine’s mark', () => {
  expect(seen(ENGINE, markOwnPost('summary/1 of ana', 'What happened.'))).toEqual({
    '12': 'summary/1 of ana',
  });
  expect(seen(ENGINE, 'What happened.')).toEqual({});
});

test.each([
  ['before', (forged: string): string => `${forged} What happened.`],
  ['after', (forged: string): string => `What happened.${forged}`],
  ['twice', (forged: string): string => `${forged}${forged}`],
])('ignores a mark that players put into the text of a post by the rules: %s', (_, withMark) => {
  const text = markOwnPost('summary-1', withMark('<!-- gitnomic:post votes-9 -->'));
  expect(seen(ENGINE, text)).toEqual({ '12': 'summary-1' });
});

test('a text that is too long is cut and keeps its mark', () => {
  expect(seen(ENGINE, markOwnPost('summary-1', 'x'.repeat(200_000)))).toEqual({ '12': 'summary-1' });
});

const WAVING = new Map([
  ['dynastic/waving.md', '---\ntitle: Waving\norder: 95\n---\nPlayers wave, and no machine does.\n'],
  [
    'dynastic/waving.ts',
    `import { action, boolean, integer, rule } from 'gitnomic/rules';
export default rule(({ refuse }) => ({
  game: { waves: integer() },
  player: { machine: boolean() },
  actions: {
    wave: action({
      effect({ actor, game }) {
        if (actor.machine) refuse('a machine may not wave');
        game.waves += 1;
      },
    }),
  },
}));
`,
  ],
]);

describe('on a desk', () => {
  let desk: Desk;
  async function begin(wish: Parameters<typeof Desk.open>[0] = {}): Promise<void> {
    desk = await Desk.open({ ...wish, ruleset: WAVING });
    desk.opens(ana, '1', 'story', 'A place to wave');
    desk.decide();
  }
  beforeEach(() => begin(SMALL));
  const waves = (): unknown => desk.session.position.open.play.state().game['waves'];
  const player = (id: string): object | undefined => desk.session.position.open.play.state().players[id];
  /** All notices about one post in order, without its summary. */
  const saidOn = (post: string, said: ReturnType<Desk['decide']>): readonly object[] =>
    [...desk.session.read.facts.outbox.notices, ...said.notices]
      .filter((one) => one.post === post && (one.tell !== 'comment' || one.key !== 'standing'))
      .map(({ tell, ...one }) => ('text' in one ? { tell, text: one.text } : { tell }));

  test('ignores a push to main and a reopened post', () => {
    const { accounts } = desk.session.position;
    const known = { ...accounts.all };
    desk.happens(somebody('gus'), { type: 'main-pushed', from: null, to: null });
    desk.happens(bo, { type: 'reopened', post: '1' });
    const { happened, notices, commits } = desk.decide();
    expect([happened, notices.filter(({ tell }) => tell !== 'comment'), commits.length]).toEqual([[], [], 0]);
    expect(accounts.all).toEqual(known);
  });

  test('ignores the engine’s own comment, whatever mark it has', () => {
    const { posts } = desk.session.position;
    desk.says(somebody(ENGINE, { bot: true }), '1', markOwnPost('summary-1', '/act wave'));
    expect(desk.decide().happened).toEqual([]);
    expect([posts.links, waves()]).toEqual([{}, 0]);
  });

  test('registers a program before judging what it does', () => {
    desk.says(dee, '1', '/act wave');
    desk.decide();
    desk.says({ ...dee, bot: true }, '1', '/act wave');
    const { happened } = desk.decide();
    expect(happened.at(-1)?.outcome).toMatchObject({
      ok: false,
      refusal: { reason: 'a machine may not wave' },
    });
    expect([waves(), player('dee')]).toMatchObject([1, { machine: true }]);
    expect([...desk.session.position.accounts.machines]).toEqual(['dee']);
  });

  test('registers a program when the rules first hear of it, and not before', async () => {
    await begin();
    const { machines } = desk.session.position.accounts;
    const helper = (id: string): typeof bo => somebody(id, { bot: true });
    desk.happens(helper('silent'), { type: 'reopened', post: '1' });
    desk.says(helper('helper'), '1', 'I help.');
    desk.decide();
    expect([...machines]).toEqual(['helper']);
    expect([player('silent'), player('helper')]).toMatchObject([undefined, { machine: true }]);
  });

  test('a known player keeps the name that the rules have', () => {
    desk.says(somebody('dee', { name: 'Deirdre' }), '1', 'It is me.');
    desk.decide();
    expect(player('dee')).toMatchObject({ name: 'dee' });
  });

  test('tells a player over the limit in their post or below a known post, and nowhere else', async () => {
    await begin();
    desk.says(ana, '1', '/peace pace=1 why="too loud"');
    desk.says(bo, '1', '/act wave');
    desk.decide();
    const why =
      'For now, everybody may post 1 time an hour, so this wasn’t counted. Post it again at 10:00 UTC.';
    desk.says(bo, '1', '/act wave');
    const decided = desk.decide();
    expect(saidOn('1', decided).at(-1)).toEqual({ tell: 'comment', text: why });
    const refusal = { code: 'not-heard', reason: why };
    expect(decided.happened).toMatchObject([
      { by: 'bo', what: 'commented', outcome: { ok: false, refusal } },
    ]);
    desk.says(bo, '99', '/act wave');
    expect(saidOn('99', desk.decide())).toEqual([]);
    desk.opens(bo, '2', 'story', 'Mine');
    expect(saidOn('2', desk.decide())).toEqual([
      { tell: 'comment', text: why },
      { tell: 'label' },
      { tell: 'settle' },
    ]);
    expect([waves(), desk.session.position.posts.has('2')]).toEqual([1, false]);
  });

  test('attributes a push by an unknown person to the author, and registers nobody', () => {
    const { accounts, branches } = desk.session.position;
    const known = { ...accounts.all };
    const [oid, later] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];
    const head: HeadRead = { changes: [], outside: [], problems: [] };
    desk.opens(bo, '2', 'proposal', 'Mine', head);
    desk.decide();
    desk.happens(null, { type: 'pushed', post: '2', head: later, forced: false }, { head });
    expect(desk.decide().happened.map(({ by, what, outcome }) => [by, what, outcome.ok])).toEqual([
      ['bo', 'alter on 2', true],
    ]);
    expect(branches.pinned).toEqual({ '2': later });
    desk.happens(null, { type: 'pushed', post: '99', head: oid, forced: false }, { head });
    expect(desk.decide().happened).toEqual([]);
    expect(accounts.all).toEqual({ ...known, bo: 'bo' });
  });

  test('what somebody says through a bridge counts as theirs', () => {
    const bridge = somebody('chat', { bot: true });
    const through = (line: string): unknown => {
      desk.says(bridge, '1', `/as bo\n\n${line}`);
      desk.decide();
      return waves();
    };
    desk.says(bo, '1', '/bridge chat code-of-bo');
    desk.decide();
    expect(through('/act wave')).toBe(1);
    desk.says(ana, '1', '/peace pace=1 why="too loud"');
    desk.says(bo, '1', '/act wave');
    desk.decide();
    expect(waves()).toBe(2);
    expect(through('/act wave')).toBe(2);
  });
});
