import { beforeEach, describe, expect, test } from 'vitest';

import { parse } from 'yaml';

import type { PostData } from '../kernel/state.ts';
import type { HeadRead } from './branches.ts';
import type { Decision } from './decision.ts';
import { ana, bo, cy, dee, Desk, somebody } from './fixtures/desk.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';
const night: HeadRead = {
  changes: [
    { verb: 'file', path: NIGHT, content: '---\ntitle: Night\norder: 90\n---\nIt is night.\n', base: null },
  ],
  outside: [],
  problems: [],
};
const [eli, fay] = [somebody('eli'), somebody('fay')];

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open();
});
const post = (id: string): PostData | undefined => desk.deciding.position.open.play.state().posts[id];
const messages = ({ commits }: Decision): readonly string[] =>
  commits.map(({ message }) => message.split('\n')[0] ?? '');
const voteFor = (id: string, ...voters: readonly (typeof ana)[]): void => {
  for (const voter of voters) desk.says(voter, id, ':for:');
};
const standing = (decision: Decision, id: string): string =>
  decision.notices.flatMap((one) =>
    one.tell === 'comment' && one.key === 'standing' && one.post === id ? [one.text] : [],
  )[0] ?? '';
const labels = (decision: Decision, id: string): readonly string[] =>
  decision.notices.flatMap((one) => (one.tell === 'label' && one.post === id ? one.labels : []));

describe('a matter', () => {
  test('is enacted once it is due, by one commit with its head, its author and its files', () => {
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

  test('that was due before something happened is resolved before it, however late the engine comes', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.says(fay, '1', ':against:');
    const decision = desk.decide();
    expect(messages(decision)).toEqual(['Enact 1: Night']);
    expect(post('1')?.resolvedAt).toBe(desk.now);
    expect(post('1')?.uses.map(({ by }) => by)).toEqual(['ana', 'cy', 'dee', 'eli']);
  });

  test('waits where events alone are taken in, and where an Admin resolves', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.says(fay, '1', 'Hm.');
    const waiting = desk.decide({ wait: true });
    expect([waiting.commits, standing(waiting, '1')]).toEqual([[], '']);
    expect(post('1')?.status).toBe('pending');
    expect(messages(desk.decide())).toEqual(['Enact 1: Night']);
  });

  test('is resolved by hand alone where the game says so', async () => {
    desk = await Desk.open({ resolution: 'by-admin' });
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    expect(desk.decide().commits).toEqual([]);
    desk.says(bo, '1', '/enact');
    const refused = desk.decide();
    expect([refused.commits, desk.answers(refused).at(-1)]).toEqual([
      [],
      expect.stringContaining('**Refused**'),
    ]);
    desk.says(ana, '1', '/enact');
    expect(messages(desk.decide())).toEqual(['Enact 1: Night']);
  });

  test('that can’t be enacted is stuck with the reason, each time that it is asked', () => {
    const base = desk.files.get('content/ruleset/dynastic/proving-ground.md') ?? '';
    const edit = (content: string): HeadRead => ({
      changes: [{ verb: 'file', path: 'content/ruleset/dynastic/proving-ground.md', content, base }],
      outside: [],
      problems: [],
    });
    desk.opens(bo, '1', 'proposal', 'Nine', edit(base.replace('[3](#value:start)', '[9](#value:start)')));
    desk.opens(cy, '2', 'proposal', 'Eight', edit(base.replace('[3](#value:start)', '[8](#value:start)')));
    voteFor('1', ana, cy, dee, eli);
    voteFor('2', ana, bo, dee, eli);
    desk.later(49);
    const first = desk.decide();
    expect(messages(first)).toEqual(['Enact 1: Nine']);
    expect(first.stuck).toEqual([{ matter: '2', why: expect.stringContaining('proving-ground') }]);
    expect(labels(first, '2')).toContain('stuck');
    expect(standing(first, '2')).toContain('proving');
    const second = desk.decide();
    expect(second.stuck).toEqual(first.stuck);
    desk.says(ana, '2', '/merge abcdef');
    expect(desk.answers(desk.decide()).at(-1)).toContain('the commit abcdef is not on the forge');
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
});

describe('time', () => {
  test('that lies in the future is that of when it was seen', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.decide();
    const seen = desk.now;
    desk.later(100);
    desk.happens(ana, { type: 'commented', post: '1', comment: 'late', text: 'From the future.' }, { seen });
    desk.now = seen;
    desk.decide();
    expect(post('1')?.comments).toMatchObject([{ at: seen, text: 'From the future.' }]);
  });

  test('of earlier runs is played again with as much resolved as was then', () => {
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

describe('what a commit keeps', () => {
  const action = (): Decision => {
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.says(bo, '1', '/take-pip');
    return desk.decide();
  };

  test('is the ledger’s line, the changed values, and what has to be told of it', () => {
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

  test('of what was told leaves the outbox with the next commit, and numbers go on', () => {
    action();
    const { last } = desk.deciding.read.facts.outbox;
    desk.later(48);
    desk.says(bo, '1', '/take-pip');
    desk.decide({ told: last });
    const { outbox } = desk.deciding.read.facts;
    const numbers = (): readonly number[] => desk.deciding.read.facts.outbox.notices.map(({ n }) => n);
    const inOrder = (length: number): readonly number[] => Array.from({ length }, (_, at) => last + 1 + at);
    expect(numbers()).toEqual(inOrder(outbox.notices.length));
    expect(outbox.last).toBe(last + outbox.notices.length);
    desk.later(48);
    desk.says(bo, '1', '/take-pip');
    desk.decide({ told: last });
    expect(numbers()).toEqual(inOrder(numbers().length));
    expect(numbers().length).toBeGreaterThan(outbox.notices.length);
  });

  test('are heads of pending matters alone, and who is behind which account', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.says(somebody('77', { name: 'Zoë' }), '1', 'Hello.');
    desk.says(bo, '1', '/take-pip');
    desk.decide();
    const { heads, people, clock } = desk.deciding.read.facts;
    expect(heads).toEqual({ '1': '1'.padStart(40, 'a') });
    expect(people).toMatchObject({ bo: 'bo', '77': 'zo' in people ? 'zo' : expect.any(String) });
    expect(clock).toBe(desk.now);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.decide();
    expect(desk.deciding.read.facts.heads).toEqual({});
  });

  test('votes and words alone make none', () => {
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

describe('the standing of a matter', () => {
  test('has its votes, its changes, what is wrong with its branch, and its labels', () => {
    desk.opens(bo, '1', 'proposal', 'Night', {
      ...night,
      outside: ['README.md'],
      problems: ['content/gamestate/x.md is no file of the gamestate.'],
    });
    voteFor('1', ana);
    desk.says(cy, '1', ':against:');
    const decision = desk.decide();
    const text = standing(decision, '1');
    expect(text).toMatch(/\| ana \| FOR \|[^]*\| cy \| AGAINST \|/u);
    expect(text).toContain('README.md');
    expect(text).toContain('x.md is no file of the gamestate');
    expect(text).toContain('It is night.');
    expect(labels(decision, '1')).toContain('pending');
    expect(labels(decision, '1')).not.toContain('stuck');
  });

  test('says of one that changes nothing that it changes nothing, and of no other', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.opens(cy, '2', 'proposal', 'Nothing', { changes: [], outside: [], problems: [] });
    const decision = desk.decide();
    const nothing = /changes nothing/iu;
    expect([nothing.test(standing(decision, '1')), nothing.test(standing(decision, '2'))]).toEqual([
      false,
      true,
    ]);
  });

  test('is not told of what is resolved', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    expect(standing(desk.decide(), '1')).toBe('');
  });
});
