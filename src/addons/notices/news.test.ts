import { describe, expect, test } from 'vitest';

import { readStatus } from '../../tick/read-status.ts';
import { ana, bo, cy, dee, EVENTFUL, somebody, type Desk } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { newsSince, standAt, type News, type NotifiedUpTo } from './news.ts';

const NOTHING: NotifiedUpTo = { post: 0, line: -1, closing: [] };

type Seen = Parameters<typeof standAt>[0];

const seen = (desk: Desk, files: ContentFiles = desk.files): Seen => {
  const { position } = desk.session;
  const { queue, failing } = readStatus(position, desk.now);
  return { position, files, now: desk.now, queue, failing };
};
const newsOf = (desk: Desk, said: NotifiedUpTo = NOTHING): readonly News[] => newsSince(seen(desk), said);
const said = (news: readonly News[]): readonly string[] => news.map(({ kind, text }) => `${kind}: ${text}`);

describe('a matter', () => {
  test('is reported when posted, and when it closes within a day, with those who haven’t voted', async () => {
    const desk = await sessionWith({
      posts: [{ by: 'bo', title: 'Tea', votes: { ana: 'FOR', dee: 'AGAINST' } }],
    });
    expect(said(newsOf(desk))).toEqual(['opened: bo posted “Tea”']);
    desk.later(30);
    desk.decide();
    const news = newsOf(desk);
    expect(news.map(({ key, kind, matter }) => [key, kind, matter])).toEqual([
      ['opened 1', 'opened', '1'],
      ['closing 1', 'closing', '1'],
    ]);
    expect(news[1]?.text).toMatch(
      /^“Tea” may close on .*; no vote yet from cy, eli, and fay$|^“Tea” may close on .*; no vote yet from cy, eli, fay$/u,
    );
  });

  test('isn’t reported again as closing soon, and not yet if it is further off', async () => {
    const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Tea' }] });
    expect(newsOf(desk, { ...NOTHING, post: 99 })).toEqual([]);
    desk.later(30);
    desk.decide();
    expect(newsOf(desk, { ...NOTHING, post: 99 }).map(({ kind }) => kind)).toEqual(['closing']);
    expect(newsOf(desk, { ...NOTHING, post: 99, closing: ['1'] })).toEqual([]);
    expect(standAt(seen(desk)).closing).toEqual(['1']);
  });

  test.each([
    [23, []],
    [24, ['closing 1']],
  ])('open for %i of 48 hours is news as %j', async (hours, keys) => {
    const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Tea' }] });
    desk.later(hours);
    desk.decide();
    expect(newsOf(desk, { ...NOTHING, post: 1 }).map(({ key }) => key)).toEqual(keys);
    expect(standAt(seen(desk)).closing).toHaveLength(keys.length);
  });

  test('closes when it can first be enacted or fail, and names nobody who has voted or is idle', async () => {
    const desk = await sessionWith({
      posts: [{ by: 'bo', title: 'Tea', votes: { ana: 'FOR', cy: 'FOR' } }],
      rules: {
        'dynastic/naps.md': '---\ntitle: Naps\norder: 95\n---\nAnybody may nap.\n',
        'dynastic/naps.ts': `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({ actions: { nap: action({ effect({ actor }) { actor.state = 'idle'; } }) } }));
`,
      },
    });
    desk.says(somebody('fay'), '1', '/nap');
    desk.decide();
    const status = seen(desk);
    const closing = (
      enactFrom: string | null,
      failFrom: string | null,
      votes?: object,
    ): readonly string[] => {
      const queue = status.queue.map((one) => ({ ...one, enactFrom, failFrom, ...votes }));
      return newsSince({ ...status, queue }, { ...NOTHING, post: 1, line: 99 }).map(({ text }) => text);
    };
    const [soon, later] = ['2024-03-01T12:00:00Z', '2024-03-01T15:00:00Z'];
    const words = '“Tea” may close on 2024-03-01 12:00 UTC';
    for (const [enactFrom, failFrom] of [
      [soon, later],
      [later, soon],
      [soon, null],
      [null, soon],
    ] as const)
      expect(closing(enactFrom, failFrom)).toEqual([`${words}; no vote yet from dee, eli`]);
    expect(closing(null, null)).toEqual([]);
    const all = Object.fromEntries(['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => [id, 'FOR']));
    expect(closing(soon, null, { votes: all })).toEqual([words]);
  });

  test('that is stuck is reported once with its reason, and every other fault as well', async () => {
    const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Tea' }] });
    const status = seen(desk);
    const queue = status.queue.map((one) => ({ ...one, fault: 'its code fails' }));
    const stuck: Seen = { ...status, queue, failing: ['Tea: its code fails', 'The tide fails'] };
    expect(newsSince(stuck, { ...NOTHING, post: 1 })).toEqual([
      { key: 'still 1', kind: 'refused', at: desk.now, text: 'Tea: its code fails', matter: '1' },
      { key: 'still The tide fails', kind: 'refused', at: desk.now, text: 'The tide fails', matter: null },
    ]);
    const { closing } = standAt(stuck);
    expect(closing).toEqual(['still 1', 'still The tide fails']);
    expect(newsSince(stuck, { ...NOTHING, post: 1, closing })).toEqual([]);
  });

  test('is reported when it is enacted or fails, by its own name and number', async () => {
    const votes = { ana: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR', fay: 'FOR' };
    const desk = await sessionWith({
      posts: [
        { by: 'bo', title: 'Tea', votes },
        {
          by: 'dee',
          title: 'Gin',
          votes: { ana: 'AGAINST', bo: 'AGAINST', cy: 'AGAINST', eli: 'AGAINST', fay: 'AGAINST' },
        },
      ],
    });
    desk.later(60);
    desk.decide();
    const ended = newsOf(desk, { ...NOTHING, post: 99 });
    expect(ended.map(({ kind, matter }) => [kind, matter])).toEqual([
      ['enacted', '1'],
      ['failed', '2'],
    ]);
    expect(ended[0]?.text).toContain('Tea');
    expect(ended[1]?.text).toContain('Gin');
  });

  test('must be something to vote on: a story isn’t reported', async () => {
    const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Once', kind: 'story' }] });
    expect(newsOf(desk)).toEqual([]);
    // It isn't reported later either, after another post.
    expect(standAt(seen(desk)).post).toBe(1);
  });
});

describe('an action', () => {
  const tides = async (): Promise<Desk> => {
    const { players = [], ruleset = new Map<string, string>() } = EVENTFUL;
    const desk = await sessionWith({ players, rules: Object.fromEntries(ruleset) });
    desk.happens(ana, { type: 'opened', post: '1', kind: 'story', title: 'Talk', text: '', head: null });
    return desk;
  };

  test('is reported with the person who took it, and a timed effect as the rules’ own', async () => {
    const desk = await tides();
    desk.says(bo, '1', '/begin');
    desk.decide();
    expect(said(newsOf(desk))).toEqual([expect.stringMatching(/^actions: Robert Bower /u)]);
    desk.later(24);
    desk.decide();
    const [, tide] = newsOf(desk);
    expect(tide).toMatchObject({ kind: 'rounds', matter: null });
  });

  test('that rolls is reported with its dice', async () => {
    const desk = await sessionWith({
      rolls: [3],
      rules: {
        'dynastic/dice.md': '---\ntitle: Dice\norder: 95\n---\nAnybody may roll.\n',
        'dynastic/dice.ts': `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({ game: { last: integer() }, actions: { toss: action({ effect({ game, dice }) { game.last = dice(6); } }) } }));
`,
      },
    });
    desk.happens(ana, { type: 'opened', post: '1', kind: 'story', title: 'Talk', text: '', head: null });
    desk.says(bo, '1', '/toss');
    desk.decide();
    const [toss] = newsOf(desk);
    expect(toss).toMatchObject({ kind: 'dice', text: expect.stringMatching(/^bo .*; .*3/u) });
  });

  test('isn’t reported twice', async () => {
    const desk = await tides();
    for (const who of [bo, cy, dee]) desk.says(who, '1', '/begin');
    desk.decide();
    const all = newsOf(desk);
    const { line } = standAt(seen(desk));
    expect(newsOf(desk, { ...NOTHING, line })).toEqual([]);
    expect(newsOf(desk, { ...NOTHING, line: line - 1 })).toEqual(all.slice(-1));
  });
});

test('news come in the order in which they happened', async () => {
  const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Tea' }] });
  desk.says(bo, '1', '/act take-pip');
  desk.decide();
  desk.later(30);
  desk.opens(cy, '2', 'proposal', 'Gin');
  desk.decide();
  const news = newsOf(desk);
  expect(news.map(({ key }) => key)).toEqual(['opened 1', 'line 0', 'opened 2', 'closing 1']);
});

describe('lines archived with their dynasty before they were reported', () => {
  const line = (n: number, more: object = {}): string =>
    `${JSON.stringify({ n, at: '2024-02-01T09:00:00Z', by: 'bo', what: 'wave', draws: [], changes: [], ...more })}\n`;
  const LEDGER = 'content/dynasties/1/ledger/';
  const archived = (desk: Desk, ...files: readonly (readonly [string, string])[]): Seen =>
    seen(desk, new Map([...desk.files, ...files, ['content/dynasties/1/posts.md', 'No ledger.']]));
  const begun = { path: ['dynasty', 'number'], before: 1, after: 2 };

  test.each<[string, string, object]>([
    ['of an action', 'actions', {}],
    ['of a choice in secret', 'actions', { draws: [{ kind: 'secret', size: 6, result: 3 }] }],
    [
      'of dice',
      'dice',
      {
        draws: [
          { kind: 'secret', size: 6, result: 3 },
          { kind: 'dice', size: 6, result: 3 },
        ],
      },
    ],
    ['of an action that was refused', 'refused', { refused: { code: 'no', reason: 'no' } }],
    ['of what the rules do at their time', 'rounds', { what: 'time tide', by: 'engine' }],
    ['of a matter that was enacted', 'enacted', { what: 'enact 1', by: 'engine' }],
    ['of a matter that failed', 'failed', { what: 'fail 1', by: 'engine' }],
    ['of a new dynasty', 'dynasties', { changes: [{ path: ['game', 'pot'], before: 1, after: 2 }, begun] }],
    ['of another theme', 'actions', { changes: [{ path: ['dynasty', 'theme'], before: 'a', after: 'b' }] }],
    ['of another number', 'actions', { changes: [{ path: ['game', 'number'], before: 1, after: 2 }] }],
  ])('become news %s, of the kind %s', async (_, kind, more) => {
    const desk = await sessionWith();
    const files = archived(desk, [`${LEDGER}2024-02.jsonl`, line(1) + line(2, more)]);
    expect(newsSince(files, { ...NOTHING, line: 1 }).map((one) => [one.key, one.kind])).toEqual([
      ['line 2', kind],
    ]);
  });

  test('are reported in order, and not looked for if all before the current lines was reported', async () => {
    const desk = await sessionWith();
    const files = [
      [`${LEDGER}2024-03.jsonl`, line(4)],
      [`${LEDGER}2024-02.jsonl`, line(2) + line(3)],
    ] as const;
    const keys = (said: NotifiedUpTo): readonly string[] =>
      newsSince(archived(desk, ...files), said).map(({ key }) => key);
    expect(keys({ ...NOTHING, line: 2 })).toEqual(['line 3', 'line 4']);
    expect(standAt(archived(desk, ...files)).line).toBe(4);
    desk.happens(ana, { type: 'opened', post: '1', kind: 'story', title: 'Talk', text: '', head: null });
    desk.says(bo, '1', '/act take-pip');
    desk.decide();
    expect(keys({ ...NOTHING, post: 1 })).toEqual(['line 0']);
  });
});
