// Admins can moderate on record and take it back, but never against what the rules decide.
import { beforeEach, describe, expect, test } from 'vitest';

import { MODERATE } from '../../store/ledger-line.ts';
import { type Moderation, ModeratedGame, ruledBy } from '../../store/moderation.ts';
import { SMALL, Desk, EVENTFUL, ana, bo, cy, dee } from '../fixtures/desk.ts';
import { takeModeration } from './moderate.ts';
import type { Position } from '../position/position.ts';

test('rules that track a part of moderation take it over, with an optional variable or not', async () => {
  const desk = await Desk.open({
    ...SMALL,
    ruleset: new Map([
      [
        'dynastic/doubles.md',
        '---\ntitle: Doubles\norder: 95\n---\nPlayers say whose other account they are.\n',
      ],
      [
        'dynastic/doubles.ts',
        `import { boolean, optional, player, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { sameAs: optional(player()) },
  game: { joiningClosed: boolean() },
}));
`,
      ],
    ]),
  });
  const { model } = desk.session.position.open.play;
  expect(['same', 'joining', 'muted', 'bans'].map((part) => ruledBy(model, part))).toEqual([
    'player.same-as',
    'game.joining-closed',
    null,
    null,
  ]);
});

test('if the rules track who is muted, their value counts instead of an Admin’s', () => {
  const model = { fields: { player: { muted: { type: { kind: 'boolean' } } } } } as never;
  const state = { game: {}, players: { bo: { muted: true }, cy: { muted: false } } };
  const byAdmin = { muted: { cy: { by: 'ana', at: '2024-03-01T09:00:00Z', why: 'before' } } };
  const moderation = new ModeratedGame(byAdmin, model, state);
  expect(moderation.mutedSince('bo')).toEqual({ by: 'the rules', at: '' });
  expect(moderation.mutedSince('cy')).toBeNull();
});

describe('on a desk', () => {
  let desk: Desk;
  async function begin(wish: Parameters<typeof Desk.open>[0]): Promise<void> {
    desk = await Desk.open(wish);
    desk.opens(cy, '1', 'story', 'Tea');
    desk.decide();
  }
  beforeEach(() => begin({ ...SMALL, ...EVENTFUL }));

  const saved = (): Moderation => desk.session.position.moderation.inForce;
  const answered = (by: typeof ana, text: string): string => desk.answered(by, '1', text);
  const keeps = (words: string): string => answered(ana, `/peace ${words} why="as said on 1"`);
  /** Checks that an Admin's request is refused and changes nothing. */
  const refuses = (words: string, why: string): void => {
    const before = saved();
    expect(keeps(words)).toContain(why);
    expect(saved()).toBe(before);
  };
  const step = (): object => ({ by: 'ana', at: desk.now, why: 'as said on 1' });

  test('each measure works alone, its opposite undoes only that one, and impossible ones are refused', () => {
    keeps('mute="Robert Bower"');
    keeps('mute=dee');
    expect(saved()).toEqual({ muted: { bo: step(), dee: step() } });
    refuses('mute=nobody', 'there is no player called nobody.');
    refuses('mute=boo', 'there is no player called boo; did you mean bo?');
    refuses('unmute=nobody', 'there is no player called nobody.');
    refuses('unmute=cy', 'the words of cy are shown already');
    refuses('mute="  "', 'name the player');
    keeps('unmute=bo');
    refuses('unmute="Robert Bower"', 'are shown already');
    expect(saved()).toEqual({ muted: { dee: step() } });
    keeps('hide=dee');
    expect(saved()).toEqual({ muted: { dee: { ...step(), all: true } } });
    keeps('mute=dee');

    keeps('joining=closed');
    expect(saved().joining).toEqual(step());
    refuses('joining=perhaps', 'joining is open or closed');
    keeps('joining=open');
    expect(saved().joining).toBeUndefined();

    keeps('pace=1000');
    expect(saved().pace).toEqual({ ...step(), most: 1000 });
    for (const pace of ['0', '-1', 'many', '10000', '1.5'])
      refuses(`pace=${pace}`, 'a number of posts from 1 to 9999');
    keeps('pace=none');
    expect(saved()).toEqual({ muted: { dee: step() } });
  });

  test('a new pace starts counting afresh', () => {
    keeps('pace=2');
    answered(bo, 'Hello.');
    expect(saved().said).toEqual({ bo: [desk.now] });
    keeps('pace=3');
    expect(saved().said).toBeUndefined();
  });

  test('marks two accounts as one person in either order, and unmarks each pair separately', () => {
    keeps('same=" Bo,  cy "');
    keeps('same="bo dee"');
    const pair = (...players: readonly string[]): object => ({ ...step(), players });
    expect(saved().same).toEqual([pair('bo', 'cy'), pair('bo', 'dee')]);
    refuses('same="dee bo"', 'marked as one person already');
    for (const [word, players] of [
      ['same', 'bo'],
      ['same', ''],
      ['same', 'bo bo'],
      ['same', 'ana bo cy'],
      ['apart', 'bo'],
    ] as const)
      refuses(`${word}="${players}"`, 'name two players');
    refuses('apart="cy dee"', 'aren’t marked as one person');
    for (const players of ['bo nobody', 'nobody bo', 'nobody noone'])
      refuses(`same="${players}"`, 'there is no player called nobody.');
    keeps('apart="dee bo"');
    expect(saved().same).toEqual([pair('bo', 'cy')]);
    keeps('apart="cy bo"');
    expect(saved().same).toEqual([]);
    refuses('apart="cy bo"', 'aren’t marked as one person');
  });

  test('a banned address is named by a code that doesn’t reveal it, and is unbanned by that code', () => {
    refuses('unban=ban-abc123', 'no address is blocked under ban-abc123');
    for (const name of ['192.0.2.1', 'ban-abc', 'xban-abc123', 'ban-abc1234'])
      refuses(`ban=${name}`, 'admin moderation ban');
    keeps('ban=ban-abc123');
    keeps('ban=ban-def456');
    expect(Object.keys(saved().bans ?? {})).toEqual(['ban-abc123', 'ban-def456']);
    keeps('unban=ban-abc123');
    expect(saved().bans).toEqual({ 'ban-def456': step() });
    refuses('unban=ban-abc123', 'no address is blocked under ban-abc123');
  });

  test('accepts one known measure at a time, with a reason of at most five hundred characters', () => {
    for (const words of ['', 'constructor=bo', 'silence=bo', 'mute=bo joining=closed'])
      refuses(words, 'say one of mute=PLAYER');
    const because = (why: string): string => answered(ana, `/peace mute=bo why=${why}`);
    for (const why of ['""', '"   "', '7', `"${'x'.repeat(501)}"`])
      expect(because(why)).toContain('with the reason or the evidence');
    expect(saved()).toEqual({});
    because(`"  ${'x'.repeat(500)} "`);
    expect(saved().muted?.['bo']?.why).toBe('x'.repeat(500));
    expect(desk.session.position.rules.play.ledger.at(-1)).toMatchObject({ by: 'ana', what: MODERATE });
  });

  test('refuses an Admin both words of a part that the rules track, and names the variable', () => {
    const { rules, moderation } = desk.session.position;
    const { state, model, record } = rules.play;
    const type = (kind: string): object => ({ type: { kind } });
    const fields = { game: { pace: type('integer') }, player: { muted: type('boolean') } };
    const play = { state: state.bind(rules.play), model: { ...model, fields }, record };
    const at = { moderation, rules: { play, answer: rules.answer.bind(rules) } } as unknown as Position;
    const why = (words: object): string => {
      const command = { name: 'peace', operands: [], words: { ...words, why: 'as said on 1' }, line: '' };
      const outcome = takeModeration(at, { command, at: desk.now, by: 'ana' });
      return outcome.ok ? 'done' : outcome.refusal.reason;
    };
    for (const word of ['mute', 'unmute'])
      expect(why({ [word]: 'bo' })).toContain('because the rules track player.muted');
    expect(why({ pace: 3 })).toContain('because the rules track game.pace');
    expect(why({ joining: 'closed' })).toBe('done');
    expect(saved()).toEqual({ joining: step() });
  });

  test('while joining is closed, players may say as much as they like, and nothing is counted', async () => {
    await begin(EVENTFUL);
    keeps('joining=closed');
    for (const words of ['one', 'two', 'three']) expect(answered(bo, words)).not.toContain('an hour');
    const { comments = [] } = desk.session.position.open.play.state().posts['1'] ?? {};
    expect(comments.map(({ text }) => text).slice(-3)).toEqual(['one', 'two', 'three']);
    expect(saved()).toEqual({ joining: step() });
  });

  describe('with a pace of two', () => {
    beforeEach(() => void keeps('pace=2'));
    async function beginWithStories(): Promise<void> {
      await begin(EVENTFUL);
      keeps('pace=2');
    }
    const waits = (time: string): string => `Post it again at ${time} UTC.`;
    const stands = (text: string): boolean =>
      desk.session.position.open.play.state().posts['1']?.comments.some((one) => one.text === text) ?? false;

    test('each comment counts for an hour, and the reply says when the next is possible', async () => {
      await beginWithStories();
      answered(bo, 'one');
      desk.later(0.5);
      answered(bo, 'two');
      desk.later(0.25);
      expect(answered(bo, 'three')).toContain(waits('10:00'));
      desk.later(0.25);
      answered(bo, 'four');
      expect(stands('four')).toBe(true);
      expect(answered(bo, 'five')).toContain(waits('10:30'));
      expect([stands('three'), stands('five')]).toEqual([false, false]);
    });

    test('posts count as comments do, edits don’t, and each player has their own limit', async () => {
      await beginWithStories();
      const comment = desk.says(bo, '1', 'one');
      desk.happens(bo, { type: 'reacted', post: '1', comment: null, reaction: '+1' });
      desk.happens(bo, {
        type: 'reviewed',
        post: '1',
        review: 'r',
        verdict: 'approve',
        text: '',
        head: 'a'.repeat(40),
      });
      desk.decide();
      desk.opens(bo, '2', 'story', 'Two');
      desk.decide();
      for (let more = 0; more < 3; more++)
        desk.happens(bo, { type: 'comment-edited', post: '1', comment, text: `One ${more}.` });
      expect(desk.answers(desk.decide()).join('')).not.toContain('everybody may post');
      desk.opens(bo, '3', 'story', 'Three');
      desk.decide();
      const { posts } = desk.session.position;
      expect(['2', '3'].map((id) => posts.has(id))).toEqual([true, false]);
      expect(stands('One 2.')).toBe(true);
      answered(dee, 'mine');
      expect(stands('mine')).toBe(true);
    });
  });

  test('suggests the probable measure for a misspelt one', () => {
    expect(keeps('mut=bo')).toContain('no measure mut; did you mean mute?');
    expect(saved()).toEqual({});
  });
});
