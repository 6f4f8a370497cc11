import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PostData } from '../kernel/state.ts';
import type { HeadRead } from './position/branches.ts';
import type { Decision } from './position/decision.ts';
import { ana, bo, BEGINNING, cy, dee, Desk, somebody } from './fixtures/desk.ts';
import { messages, NIGHT, night } from './fixtures/night.ts';

const [eli, fay] = [somebody('eli'), somebody('fay')];

let desk: Desk;
const begin = async (): Promise<void> => {
  desk = await Desk.open();
};
const post = (id: string): PostData | undefined => desk.session.position.open.play.state().posts[id];
const voteFor = (id: string, ...voters: readonly (typeof ana)[]): void => {
  for (const voter of voters) desk.says(voter, id, ':for:');
};
const summary = (decision: Decision, id: string): string =>
  decision.notices.flatMap((one) =>
    one.tell === 'comment' && one.key === 'standing' && one.post === id ? [one.text] : [],
  )[0] ?? '';
const labels = (decision: Decision, id: string): readonly string[] =>
  decision.notices.flatMap((one) => (one.tell === 'label' && one.post === id ? one.labels : []));

const GROUND = 'content/ruleset/dynastic/proving-ground.md';
/** Two matters change the same value and are due, so the second can't be enacted after the first. Returns the original text. */
function disagree(): string {
  const base = desk.files.get(GROUND) ?? '';
  const edit = (content: string): HeadRead => ({
    changes: [{ verb: 'file', path: GROUND, content, base }],
    outside: [],
    problems: [],
  });
  desk.opens(bo, '1', 'proposal', 'Nine', edit(base.replace('[3](#value:start)', '[9](#value:start)')));
  desk.opens(cy, '2', 'proposal', 'Eight', edit(base.replace('[3](#value:start)', '[8](#value:start)')));
  voteFor('1', ana, cy, dee, eli);
  voteFor('2', ana, bo, dee, eli);
  desk.later(49);
  return base;
}

describe('a matter', () => {
  beforeEach(begin);

  test('is enacted once it’s due, by one commit with its head, author and files', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    expect(desk.decide().commits).toEqual([]);
    desk.later(49);
    const decision = desk.decide();
    expect(messages(decision)).toEqual(['Enact 1: Night']);
    expect(decision.commits[0]).toMatchObject({
      author: 'bo',
      head: '1'.padStart(40, 'a'),
      at: desk.now,
      line: 5,
    });
    expect(decision.commits[0]?.changes.get(NIGHT)).toContain('It is night.');
    expect(desk.files.get(NIGHT)).toContain('It is night.');
    expect(desk.files.get('content/engine/heads.json')).toBeUndefined();
    expect([decision.stuck, decision.opened, decision.over]).toEqual([[], false, null]);
  });

  test('due before something happened is resolved first, however late the engine runs', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.says(fay, '1', ':against:');
    const decision = desk.decide();
    expect(messages(decision)).toEqual(['Enact 1: Night']);
    expect(post('1')?.resolvedAt).toBe(desk.now);
    expect(post('1')?.uses.map(({ by }) => by)).toEqual(['ana', 'cy', 'dee', 'eli']);
  });

  test('waits while events are only taken in', async () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.says(fay, '1', 'Hm.');
    const waiting = desk.decide({ wait: true });
    expect([waiting.commits, summary(waiting, '1')]).toEqual([[], '']);
    expect(post('1')?.status).toBe('pending');
    expect(messages(desk.decide())).toEqual(['Enact 1: Night']);

    desk = await Desk.open({ resolution: 'by-admin' });
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    expect(messages(desk.decide())).toEqual([]);
    expect(post('1')?.status).toBe('pending');
  });

  test('is resolved only by hand if the game says so', async () => {
    desk = await Desk.open({ resolution: 'by-admin' });
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    expect(desk.decide().commits).toEqual([]);
    // A replay doesn't resolve it either.
    expect(desk.decide({ ticks: [{ line: 99, at: desk.now }] }).commits).toEqual([]);
    desk.says(bo, '1', '/enact');
    const refused = desk.decide();
    expect([refused.commits, desk.answers(refused).at(-1)]).toEqual([
      [],
      expect.stringContaining('**Refused**'),
    ]);
    desk.says(ana, '1', '/enact');
    expect(messages(desk.decide())).toEqual(['Enact 1: Night']);
  });

  test('is resolved by the engine if the last Admin resigned from a game that Admins resolve', async () => {
    desk = await Desk.open({ resolution: 'by-admin' });
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.says(ana, '1', '/act resign-admin');
    const both = desk.decide();
    expect(messages(both).join('\n')).toMatch(/admin[^]*Enact 1: Night/iu);
  });

  test('that is stuck in a replayed run is no longer stuck at a moment when it isn’t due', () => {
    const early = desk.now;
    disagree();
    const ticks = [desk.now, desk.now, early].map((at) => ({ line: 99, at }));
    expect(desk.decide({ ticks: ticks.slice(0, 2) }).stuck.map(({ matter }) => matter)).toEqual(['2']);
    expect(desk.decide({ ticks: ticks.slice(1) }).stuck).toEqual([]);
  });

  test('that can’t be enacted is stuck, with the reason, on every run', () => {
    const base = disagree();
    const first = desk.decide();
    expect(messages(first)).toEqual(['Enact 1: Nine']);
    expect(first.stuck).toEqual([{ matter: '2', why: expect.stringContaining('proving-ground') }]);
    expect(labels(first, '2')).toContain('stuck');
    expect(summary(first, '2')).toContain('proving');
    const second = desk.decide();
    expect(second.stuck).toEqual(first.stuck);
    desk.says(ana, '2', `/merge ${'abcdef01'.repeat(5)}`);
    expect(desk.answers(desk.decide()).at(-1)).toContain('the commit abcdef0 doesn’t exist any more');
    desk.says(ana, '2', `/merge ${'b'.repeat(40)}`);
    const texts = new Map([['content/ruleset/dynastic/proving-ground.md', base.replace('[3]', '[7]')]]);
    const merged = desk.decide({ texts: new Map([['b'.repeat(40), texts]]) });
    expect(messages(merged)).toEqual(['Enact 2: Eight']);
    expect(merged.stuck).toEqual([]);
    expect(desk.files.get('content/ruleset/dynastic/proving-ground.md')).toContain('[7](#value:start)');
    const line = [...desk.files].find(([path]) => path.startsWith('content/ledger/'))?.[1] ?? '';
    expect(
      line
        .trim()
        .split('\n')
        .map((one) => (JSON.parse(one) as { merged?: unknown }).merged ?? null),
    ).toEqual([null, { commit: 'b'.repeat(40), by: 'ana' }]);
  });

  test('is no longer stuck once it was resolved otherwise', () => {
    disagree();
    expect(desk.decide().stuck).toMatchObject([{ matter: '2' }]);
    for (const voter of [ana, bo, dee, eli]) desk.says(voter, '2', ':against:');
    const decision = desk.decide();
    expect([decision.stuck, messages(decision)]).toEqual([[], ['Fail 2: Eight']]);
  });
});

describe('time', () => {
  beforeEach(begin);

  test('in the future is replaced by the time the event was seen', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.decide();
    const seen = desk.now;
    desk.later(100);
    desk.happens(ana, { type: 'commented', post: '1', comment: 'late', text: 'From the future.' }, { seen });
    desk.now = seen;
    desk.decide();
    expect(post('1')?.comments).toMatchObject([{ at: seen, text: 'From the future.' }]);
  });

  test('of earlier runs is replayed with only as much resolved as then', () => {
    for (const id of ['1', '2']) {
      desk.opens(bo, id, 'proposal', `Night ${id}`, {
        ...night,
        changes: [
          {
            verb: 'file',
            path: `content/ruleset/dynastic/night-${id}.md`,
            content: `---\ntitle: Night ${id}\norder: 9${id}\n---\nIt is night.\n`,
            base: null,
          },
        ],
      });
      voteFor(id, ana, cy, dee, eli);
    }
    desk.later(49);
    const first = desk.decide({ ticks: [{ line: 10, at: desk.now }] });
    expect(messages(first)).toEqual(['Enact 1: Night 1']);
    expect(messages(desk.decide({ ticks: [] }))).toEqual([]);
    expect(messages(desk.decide())).toEqual(['Enact 2: Night 2']);
  });
});

describe('the commit of a decision', () => {
  beforeEach(begin);

  const action = (): Decision => {
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.says(bo, '1', '/take-pip');
    return desk.decide();
  };

  test('has the ledger line, the changed values, and the notices to send', () => {
    const decision = action();
    expect(messages(decision)).toHaveLength(1);
    const changes = decision.commits[0]?.changes ?? new Map<string, string | null>();
    expect(parse((changes.get('content/gamestate/players/bo.md') ?? '').split('---')[1] ?? '')).toMatchObject(
      { pips: 4 },
    );
    const [, ledger = ''] = [...changes].find(([path]) => path.startsWith('content/ledger/')) ?? [];
    expect(JSON.parse(ledger ?? '')).toMatchObject({ n: 0, by: 'bo', what: 'take-pip', at: desk.now });
    const outbox = JSON.parse(changes.get('content/engine/outbox.json') ?? '{}') as {
      last: number;
      notices: { n: number; text?: string }[];
    };
    expect(outbox.last).toBe(outbox.notices.at(-1)?.n);
    expect(outbox.notices.at(-1)?.text).toContain('**Done.** bo took a pip.\n- ');
    expect(decision.notices.filter((one) => one.tell === 'comment' && one.key !== 'standing')).toEqual([]);
  });

  test('drops sent notices from the outbox, and continues their numbers', () => {
    action();
    const { last } = desk.session.read.facts.outbox;
    desk.later(48);
    desk.says(bo, '1', '/take-pip');
    desk.decide({ notified: last });
    const { outbox } = desk.session.read.facts;
    const numbers = (): readonly number[] => desk.session.read.facts.outbox.notices.map(({ n }) => n);
    const inOrder = (length: number): readonly number[] => Array.from({ length }, (_, at) => last + 1 + at);
    expect(numbers()).toEqual(inOrder(outbox.notices.length));
    expect(outbox.last).toBe(last + outbox.notices.length);
    desk.later(48);
    desk.says(bo, '1', '/take-pip');
    desk.decide({ notified: last });
    expect(numbers()).toEqual(inOrder(numbers().length));
    expect(numbers().length).toBeGreaterThan(outbox.notices.length);
  });

  test('has the heads of pending matters only, and which account belongs to whom', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.says(somebody('77', { name: 'Zoë' }), '1', 'Hello.');
    desk.says(bo, '1', '/take-pip');
    desk.decide();
    const { heads, people, clock } = desk.session.read.facts;
    expect(heads).toEqual({ '1': '1'.padStart(40, 'a') });
    expect(people).toMatchObject({ bo: 'bo', '77': 'zo' in people ? 'zo' : expect.any(String) });
    expect(clock).toBe(desk.now);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.decide();
    expect(desk.session.read.facts.heads).toEqual({});
  });

  test('isn’t made for votes and comments alone', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy);
    const decision = desk.decide();
    expect(decision.commits).toEqual([]);
    expect(decision.happened.map(({ what, by, line }) => `${line} ${by} ${what}`)).toEqual([
      '1 bo post',
      '2 ana comment on 1',
      '3 cy comment on 1',
    ]);
    expect(desk.decide().happened).toEqual([]);
  });
});

describe('the summary of a matter', () => {
  beforeEach(begin);

  test('has its votes, its changes, problems with its branch, and its labels', () => {
    desk.opens(bo, '1', 'proposal', 'Night', {
      ...night,
      outside: ['README.md'],
      problems: ['content/gamestate/x.md is no file of the gamestate.'],
    });
    voteFor('1', ana);
    desk.says(cy, '1', ':against:');
    const decision = desk.decide();
    const text = summary(decision, '1');
    expect(text).toMatch(/\| ana \| FOR \|[^]*\| cy \| AGAINST \|/u);
    expect(text).toContain('README.md');
    expect(text).toContain('x.md is no file of the gamestate');
    expect(text).toContain('It is night.');
    expect(labels(decision, '1')).toContain('pending');
    expect(labels(decision, '1')).not.toContain('stuck');
  });

  test('says that the branch changes no rules or values only if that is so', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.opens(cy, '2', 'proposal', 'Nothing', { changes: [], outside: [], problems: [] });
    const decision = desk.decide();
    const nothing = /doesn’t change any rules or values/u;
    expect([nothing.test(summary(decision, '1')), nothing.test(summary(decision, '2'))]).toEqual([
      false,
      true,
    ]);
  });

  test('is not sent for a resolved one', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    expect(summary(desk.decide(), '1')).toBe('');
  });
});

const acts = (...actions: readonly string[]): void => {
  for (const action of actions) desk.says(bo, '9', `/act ${action}`);
};

describe('a commit', () => {
  beforeEach(begin);

  test('has the enacted texts, and the heads and links of the game’s own matters', async () => {
    const path = 'content/gamestate/players/dee.md';
    const texts = [{ path, base: '', text: 'Dee keeps the light.\n' }];
    desk.opens(dee, '1', 'proposal', 'About Dee', { ...night, texts });
    voteFor('1', ana, bo, cy, eli);
    desk.later(11);
    desk.opens(cy, '2', 'proposal', 'Later', night);
    desk.decide({ links: { '8': '1', '9': 'gone' } });
    desk.later(2);
    expect(messages(desk.decide())).toEqual(['Enact 1: About Dee']);
    expect(desk.files.get(path)).toMatch(/\n---\nDee keeps the light\.\n$/u);
    expect(desk.session.read.facts).toMatchObject({ heads: { '2': '2'.padStart(40, 'a') } });
    expect(desk.session.read.facts.links).toEqual({ '8': '1' });
  });

  test('leaves out the head of a matter that doesn’t exist', async () => {
    const heads = JSON.stringify({ '99': 'a'.repeat(40) });
    desk = await Desk.open({}, { files: new Map([...desk.files, ['content/engine/heads.json', heads]]) });
    expect(desk.session.position.branches.pinned).toHaveProperty('99');
    desk.opens(bo, '9', 'story', 'Here');
    acts('take-pip');
    desk.decide();
    expect(desk.session.read.facts.heads).toEqual({});
  });

  test.each([
    ['lies outside of the game', 'README.md', 'Mine.\n', 'README.md would be written'],
    [
      'says something else',
      'content/gamestate/players/bo.md',
      '---\npips: 7\n---\n',
      'of line 0 would be read back',
    ],
  ])('isn’t made if one of its files %s', (_, path, text, why) => {
    desk.opens(bo, '9', 'story', 'Here');
    acts('take-pip');
    const { settings } = desk.session.position;
    Object.assign(settings, { written: () => new Map([[path, text]]) });
    expect(() => desk.decide()).toThrow(why);
  });
});

describe('a game that stays open', () => {
  beforeEach(begin);

  test('knows how far it has read, and what it has to report', () => {
    expect([desk.session.line, desk.session.hasPendingNotices, desk.session.isLost]).toEqual([
      0,
      false,
      false,
    ]);
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.says(bo, '1', '/help');
    desk.session.takeIn(desk.situation());
    expect([desk.session.line, desk.session.hasPendingNotices]).toEqual([2, true]);
    expect(desk.answers(desk.decide())).toHaveLength(1);
    expect(desk.session.hasPendingNotices).toBe(false);
    desk.says(bo, '1', '/help');
    desk.session.takeIn(desk.situation());
    expect(desk.session.hasPendingNotices).toBe(true);
  });

  test('disposes of its rules when it’s closed', () => {
    const { play } = desk.session.position.open;
    let times = 0;
    Object.assign(play, { dispose: () => (times += 1) });
    desk.session.dispose();
    expect(times).toBe(1);
  });

  test.each([
    ['the future', 2, 0, 0],
    ['the past', 0, 2, 0],
  ])('dates what comes from %s at the earlier time, and resolves nothing', (_, at, seen, taken) => {
    const hours = [0, 1, 2].map((hour) => `2024-03-03T${10 + hour}:00:00Z`);
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.now = hours[at] ?? '';
    desk.happens(
      fay,
      { type: 'commented', post: '1', comment: 'c', text: 'Hm.' },
      { seen: hours[seen] ?? '' },
    );
    desk.session.takeIn(desk.situation());
    expect(post('1')?.comments.at(-1)).toMatchObject({ at: hours[taken], text: 'Hm.' });
    expect(post('1')?.status).toBe('pending');
  });

  test('dates an event at the earlier time if it was seen later', () => {
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.happens(
      ana,
      { type: 'commented', post: '1', comment: 'c', text: 'Hm.' },
      { seen: '2024-03-04T00:00:00Z' },
    );
    desk.later(100);
    desk.decide();
    expect(post('1')?.comments).toMatchObject([{ at: BEGINNING }]);
  });
});

describe('catching up', () => {
  beforeEach(begin);

  const catchesUp = (): boolean => desk.session.catchUp(desk.situation());

  test.each([
    ['the future', 2, 0, 0],
    ['the past', 0, 2, 0],
  ])('takes in what was said, dated from %s at the earlier time', (_, at, seen, taken) => {
    const hours = [0, 1, 2].map((hour) => `2024-03-01T${10 + hour}:00:00Z`);
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.now = hours[at] ?? '';
    desk.happens(
      fay,
      { type: 'commented', post: '1', comment: 'c', text: 'Hm.' },
      { seen: hours[seen] ?? '' },
    );
    expect(catchesUp()).toBe(true);
    expect(post('1')).toMatchObject({ changes: night.changes, comments: [{ at: hours[taken], by: 'fay' }] });
    expect(desk.session.line).toBe(2);
  });

  test('isn’t enough whenever an action was taken', () => {
    desk.opens(bo, '1', 'proposal', 'Night');
    expect(catchesUp()).toBe(true);
    desk.says(bo, '1', '/take-pip');
    expect(catchesUp()).toBe(false);
    desk.says(bo, '1', 'Hm.');
    expect(catchesUp()).toBe(true);
  });

  test('isn’t enough if a matter was due before something happened, enactable or not', () => {
    disagree();
    expect(messages(desk.decide())).toEqual(['Enact 1: Nine']);
    desk.says(fay, '2', 'Hm.');
    expect(catchesUp()).toBe(false);
    desk.opens(bo, '3', 'proposal', 'Night', night);
    voteFor('3', ana, cy, dee, eli);
    for (const voter of [ana, bo, dee, eli]) desk.says(voter, '2', ':against:');
    desk.decide();
    expect(post('2')?.status).toBe('failed');
    desk.later(49);
    expect(catchesUp()).toBe(true);
    desk.says(fay, '3', 'Hm.');
    expect(catchesUp()).toBe(false);
    expect(post('3')?.status).toBe('enacted');
  });
});
