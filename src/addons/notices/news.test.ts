import { describe, expect, test } from 'vitest';

import { readStatus } from '../../tick/read-status.ts';
import { ana, bo, cy, dee, EVENTFUL, type Desk } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { newsSince, standAt, type News, type NotifiedUpTo } from './news.ts';

const NOTHING: NotifiedUpTo = { post: 0, line: -1, closing: [] };

const seen = (desk: Desk, files: ContentFiles = desk.files): Parameters<typeof standAt>[0] => {
  const { position } = desk.session;
  const { queue, failing } = readStatus(position, desk.now);
  return { position, files, now: desk.now, queue, failing };
};
const newsOf = (desk: Desk, said: NotifiedUpTo = NOTHING): readonly News[] => newsSince(seen(desk), said);
const said = (news: readonly News[]): readonly string[] => news.map(({ kind, text }) => `${kind}: ${text}`);

describe('a matter', () => {
  test('is told when it was posted, and that it closes within a day, with those who have not voted', async () => {
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

  test('that was told to close soon is not told again, and one further off is not told yet', async () => {
    const desk = await sessionWith({ posts: [{ by: 'bo', title: 'Tea' }] });
    expect(newsOf(desk, { ...NOTHING, post: 99 })).toEqual([]);
    desk.later(30);
    desk.decide();
    expect(newsOf(desk, { ...NOTHING, post: 99 }).map(({ kind }) => kind)).toEqual(['closing']);
    expect(newsOf(desk, { ...NOTHING, post: 99, closing: ['1'] })).toEqual([]);
    expect(standAt(seen(desk)).closing).toEqual(['1']);
  });

  test('is told when it is enacted or fails, by its own name and number', async () => {
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

  test('a story is no matter, and is not told', async () => {
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

  test('is told with the one who took it; what the rules do at their time is told as theirs', async () => {
    const desk = await tides();
    desk.says(bo, '1', '/begin');
    desk.decide();
    expect(said(newsOf(desk))).toEqual([expect.stringMatching(/^actions: Robert Bower /u)]);
    desk.later(24);
    desk.decide();
    const [, tide] = newsOf(desk);
    expect(tide).toMatchObject({ kind: 'rounds', matter: null });
  });

  test('that rolls is told with its dice', async () => {
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

  test('that was told is not told again', async () => {
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

test('lines that went into the archive with their dynasty before they were told are told all the same', async () => {
  const desk = await sessionWith();
  const line = (n: number, more: object = {}): string =>
    `${JSON.stringify({ n, at: '2024-02-01T09:00:00Z', by: 'bo', what: 'wave', draws: [], changes: [], ...more })}\n`;
  desk.happens(ana, { type: 'opened', post: '1', kind: 'story', title: 'Talk', text: '', head: null });
  desk.decide();
  const files = new Map([
    ...desk.files,
    [
      'content/dynasties/1/ledger/2024-02.jsonl',
      line(1) + line(2, { changes: [{ path: ['dynasty', 'number'], before: 1, after: 2 }] }),
    ],
    ['content/dynasties/1/posts.md', 'No ledger.'],
  ]);
  const news = newsSince(seen(desk, files), { ...NOTHING, line: 1 });
  expect(news.map(({ key, kind }) => [key, kind])).toEqual([['line 2', 'dynasties']]);
});
