import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PostData } from '../kernel/state.ts';
import type { HeadRead } from './position/branches.ts';
import type { Decision } from './position/decision.ts';
import { SMALL, ana, bo, BEGINNING, cy, dee, Desk, somebody } from './fixtures/desk.ts';
import { sessionWith } from './fixtures/session.ts';
import { writeReport } from '../wording/action-report.ts';
import { hoursAfter } from '../kernel/time.ts';
import { nameOfTime } from '../kernel/names.ts';
import { BrokenError } from './play/unplayable-error.ts';
import { readSnapshot } from '../store/dynasties/frozen.ts';
import { GAME_FILE } from '../store/paths.ts';
import { recordPath } from '../store/journal/journal-record.ts';

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
const begin = async (): Promise<void> => {
  desk = await Desk.open();
};
const post = (id: string): PostData | undefined => desk.session.position.open.play.state().posts[id];
const messages = ({ commits }: Decision): readonly string[] =>
  commits.map(({ message }) => message.split('\n')[0] ?? '');
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
    expect([waiting.commits, summary(waiting, '1')]).toEqual([[], '']);
    expect(post('1')?.status).toBe('pending');
    expect(messages(desk.decide())).toEqual(['Enact 1: Night']);
  });

  test('is resolved by hand alone where the game says so', async () => {
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

  test('is resolved by the engine where Admins would, and the last of them has resigned', async () => {
    desk = await Desk.open({ resolution: 'by-admin' });
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    desk.says(ana, '1', '/act resign-admin');
    const both = desk.decide();
    expect(messages(both).join('\n')).toMatch(/admin[^]*Enact 1: Night/iu);
  });

  test('that can’t be enacted is stuck no more at a moment at which it is not due, where runs are played again', () => {
    const early = desk.now;
    disagree();
    const ticks = [desk.now, desk.now, early].map((at) => ({ line: 99, at }));
    expect(desk.decide({ ticks: ticks.slice(0, 2) }).stuck.map(({ matter }) => matter)).toEqual(['2']);
    expect(desk.decide({ ticks: ticks.slice(1) }).stuck).toEqual([]);
  });

  test('that can’t be enacted is stuck with the reason, each time that it is asked', () => {
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
});

describe('time', () => {
  beforeEach(begin);

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
  beforeEach(begin);

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

  test('are heads of pending matters alone, and who is behind which account', () => {
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

describe('the summary of a matter', () => {
  beforeEach(begin);

  test('has its votes, its changes, what is wrong with its branch, and its labels', () => {
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

  test('says of one that changes nothing that its branch changes no rules or values, and of no other', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    desk.opens(cy, '2', 'proposal', 'Nothing', { changes: [], outside: [], problems: [] });
    const decision = desk.decide();
    const nothing = /doesn’t change any rules or values/u;
    expect([nothing.test(summary(decision, '1')), nothing.test(summary(decision, '2'))]).toEqual([
      false,
      true,
    ]);
  });

  test('is not told of what is resolved', () => {
    desk.opens(bo, '1', 'proposal', 'Night', night);
    voteFor('1', ana, cy, dee, eli);
    desk.later(49);
    expect(summary(desk.decide(), '1')).toBe('');
  });
});

/** People roll, paint, and end a dynasty. Some rules act at set times, and one of them ends a dynasty. */
const CROWN = new Map([
  [
    'dynastic/crown.md',
    '---\ntitle: Crown\norder: 95\n---\nA dynasty ends when somebody is crowned. A bell rings at [18:00, and 07:00 from 2024-03-04](#value:hour).\n',
  ],
  [
    'dynastic/crown.ts',
    `import { action, boolean, everyDay, integer, picture, rule } from 'gitnomic/rules';
export default rule(({ game, words }) => ({
  player: { face: picture() },
  game: { tides: integer(), rings: boolean(), tidal: boolean(), windy: boolean(), calm: boolean(), waits: boolean(), rows: boolean() },
  actions: {
    ebb: action({ effect({ game }) { game.tidal = true; } }),
    blow: action({ effect({ game }) { game.windy = true; } }),
    lull: action({ effect({ game }) { game.calm = true; } }),
    ring: action({ effect({ game }) { game.rings = true; } }),
    stir: action({ effect({ game }) { game.calm = false; } }),
    row: action({ effect({ game }) { game.rows = true; game.tidal = true; } }),
    wait: action({ effect({ game }) { game.waits = true; } }),
    crown: action({ effect({ dynasty }) { dynasty.number += 1; } }),
    paint: action({ with: { art: picture() }, effect({ actor, art }) { actor.face = art; } }),
    peek: action({ private: true, reveals: ['game'], effect() {} }),
  },
  times: {
    coronation: {
      at: ({ last }) => (game.waits && last === null ? '2024-03-01T12:00:00Z' : null),
      effect({ dynasty }) { dynasty.number += 1; },
    },
    ferry: {
      at: ({ last }) => (game.rows && last === null ? '2024-03-01T12:00:00Z' : null),
      effect({ game, refuse }) { if (game.tides === 0) refuse('there is no water'); },
    },
    tide: {
      at: ({ from }) => (game.tidal ? everyDay('12:00')({ from }) : null),
      effect({ game }) { game.tides += 1; },
    },
    bell: {
      at: ({ from }) => (game.rings ? everyDay(words('hour'))({ from }) : null),
      effect({ game }) { game.tides += 1; },
    },
    gust: {
      at: ({ last }) => (game.windy && last === null ? '2024-03-01T12:00:00Z' : null),
      effect({ game, dice }) { game.tides = dice(6); },
    },
    lull: {
      at: ({ last }) => (game.calm && last === null ? '2024-03-01T12:00:00Z' : null),
      effect({ dice, refuse }) { dice(6); refuse('the sea is calm'); },
    },
  },
}));
`,
  ],
]);
const X = 'https://a.example/x';
const COPY = '0123456789abcdef';

/** A game with those rules, on a machine with a seed for its dice and a copy of one picture. */
async function crowned(
  more: Parameters<typeof Desk.open>[1] = {},
  wish: Parameters<typeof Desk.open>[0] = SMALL,
): Promise<void> {
  const seeds = { dice: new Uint8Array(32).fill(1) };
  desk = await Desk.open({ ...wish, ruleset: CROWN }, { seeds, pictures: { [X]: { copy: COPY } }, ...more });
  desk.opens(bo, '9', 'story', 'Here');
}
const acts = (...actions: readonly string[]): void => {
  for (const action of actions) desk.says(bo, '9', `/act ${action}`);
};
const ledger = (): readonly Readonly<Record<string, unknown>>[] =>
  [...desk.files].flatMap(([path, text]) =>
    path.startsWith('content/ledger/')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      : [],
  );
const doneBy = ({ happened }: Decision): readonly string[] =>
  happened.map(({ what, at }) => `${what} at ${at.slice(5, 16)}`);

describe('a line of the ledger', () => {
  const proofOf = (purpose: string, draws = 1): object =>
    expect.objectContaining({ from: 'committed-seed', purpose: `Harbour/${purpose}#1`, draws });

  test('has the proof of its own rolls, what is known of its pictures, and no more', async () => {
    await crowned({}, {});
    acts('long-shot', `paint art=${X}`, 'take-pip');
    expect(desk.decide().commits).toHaveLength(3);
    expect(ledger()).toEqual([
      expect.objectContaining({
        what: 'long-shot',
        refused: expect.any(String),
        proof: proofOf('long-shot'),
      }),
      expect.objectContaining({ what: 'paint', pictures: { [X]: { copy: COPY } } }),
      expect.objectContaining({ what: 'take-pip' }),
    ]);
    const more = ['proof', 'pictures', 'told', 'merged'];
    expect(ledger().map((line) => more.filter((name) => name in line))).toEqual([
      ['proof'],
      ['pictures'],
      [],
    ]);
  });

  test('has no pictures where nobody fetches any', async () => {
    desk = await Desk.open({ ...SMALL, ruleset: CROWN });
    desk.opens(bo, '9', 'story', 'Here');
    acts(`paint art=${X}`);
    desk.decide();
    expect(ledger()).toEqual([expect.not.objectContaining({ pictures: expect.anything() })]);
  });

  test('has the proof of what rules rolled at a time, even where they refused it in the end', async () => {
    await crowned();
    acts('blow');
    desk.decide();
    desk.later(4);
    expect(desk.decide().commits).toHaveLength(1);
    expect(ledger().at(-1)).toMatchObject({
      what: nameOfTime('gust'),
      proof: proofOf(nameOfTime('gust')),
    });

    await crowned();
    acts('lull');
    desk.decide();
    desk.later(4);
    const decision = desk.decide();
    expect(decision.stuck).toEqual([{ matter: nameOfTime('lull'), why: 'the sea is calm' }]);
    expect(decision.commits).toHaveLength(1);
    expect(ledger().at(-1)).toMatchObject({
      refused: 'the sea is calm',
      proof: proofOf(nameOfTime('lull')),
    });
  });

  test('names the comment that called for what somebody told', async () => {
    await crowned();
    const call = desk.says(bo, '9', '/act peek');
    desk.decide();
    const said = { changes: [], used: [], rolls: [], result: null };
    desk.says(bo, '9', writeReport({ call, lines: 0, disclosed: said, pictures: null }));
    desk.decide();
    expect(ledger()).toEqual([expect.objectContaining({ what: 'peek', told: call })]);
  });
});

describe('the rolls before an error', () => {
  test('are those of the line at fault, and of what is being done where it is about none', async () => {
    await crowned({}, {});
    acts('long-shot', 'take-pip');
    desk.decide();
    const { session } = desk;
    expect(session.diceBefore(new BrokenError('it is out of place', 0))).toEqual([6]);
    expect(session.diceBefore(new BrokenError('it is out of place', 1))).toEqual([]);
    expect(session.diceBefore(new BrokenError('it is out of place', 9))).toEqual([]);
    expect(session.diceBefore(new Error('boo'))).toEqual([]);
    session.position.open.play.record.begin([{ kind: 'dice', size: 20, result: 3 }]);
    expect(session.diceBefore(new Error('boo'))).toEqual([20]);
    expect(session.diceBefore(new BrokenError('it is out of place'))).toEqual([20]);
    expect(session.diceBefore(new BrokenError('it is out of place', 1))).toEqual([]);
  });
});

describe('what is due by time', () => {
  test('is done at each of its moments, as far as time has come', async () => {
    await crowned();
    acts('ebb');
    desk.decide();
    desk.later(52);
    expect(doneBy(desk.decide())).toEqual(
      ['01', '02', '03'].map((day) => `${nameOfTime('tide')} at 03-${day}T12:00`),
    );
  });

  test('is done once for each earlier run that did one thing, in its place among the events', async () => {
    await crowned({}, {});
    acts('ebb');
    desk.decide();
    desk.later(3);
    const noon = desk.now;
    desk.later(24);
    desk.says(ana, '9', 'Good morning.');
    desk.later(24);
    const ticks = [
      { line: 2, at: noon },
      { line: 3, at: hoursAfter(noon, 24) },
    ];
    expect(doneBy(desk.decide({ ticks, wait: true }))).toEqual([
      `${nameOfTime('tide')} at 03-01T12:00`,
      'comment on 9 at 03-02T12:00',
      `${nameOfTime('tide')} at 03-02T12:00`,
    ]);
  });

  test('is done again one commit at a time, whether it was refused then or not, wherever a tick died', async () => {
    const begin = async (): Promise<void> => {
      await crowned();
      acts('row', 'lull', 'blow', 'ebb');
      desk.decide();
      desk.later(52);
    };
    await begin();
    const all = desk.decide().commits.map(({ at, line }) => ({ at, line }));
    const whole = ledger();
    expect(whole.filter(({ refused }) => refused !== undefined)).toHaveLength(1);
    expect([all.length, whole.at(-1)?.['refused']]).toEqual([6, undefined]);
    for (const count of all.keys()) {
      await begin();
      expect(desk.decide({ ticks: all.slice(0, count) }).commits).toHaveLength(count);
      expect(ledger()).toEqual(whole.slice(0, whole.length - all.length + count));
      desk.decide();
      expect(ledger()).toEqual(whole);
    }
  });

  test('is done again at the moments on record, be they those of another hour', async () => {
    await crowned();
    acts('ring');
    desk.decide();
    desk.later(100);
    const [late, end] = ['2024-03-02T07:00:00Z', '2024-03-05T12:00:00Z'];
    desk.decide({ ticks: [late, end].map((at) => ({ line: 1, at })) });
    const done = ledger().filter(({ what }) => what === nameOfTime('bell'));
    expect(done.map(({ at }) => at)).toEqual([late, end]);
  });

  test('is done at the moments that the hour of its day named, where it changed on a date before the engine ran', async () => {
    await crowned();
    acts('ring');
    desk.decide();
    desk.later(100);
    const moments = ['01T18', '02T18', '03T18', '04T07', '05T07'].map((hour) => `03-${hour}:00`);
    expect(doneBy(desk.decide())).toEqual(moments.map((moment) => `${nameOfTime('bell')} at ${moment}`));
  });

  test('is done where Admins resolve too, with what is voted on left to them, and again only if it is on record', async () => {
    const tide = `import { hoursAfter, integer, rule } from 'gitnomic/rules';
export default rule((g) => ({
  game: { tides: integer({ min: 0 }) },
  times: { swell: { title: 'Swell', at: ({ from }) => hoursAfter(from, 24), effect() { g.game.tides += 1; } } },
}));`;
    const begin = async (): Promise<void> => {
      const rules = {
        'dynastic/tides.md': '---\ntitle: Tides\norder: 95\n---\nTides.\n',
        'dynastic/tides.ts': tide,
      };
      desk = await sessionWith({ resolution: 'by-admin', rules });
      desk.opens(bo, '1', 'proposal', 'Night', night);
      voteFor('1', ana, cy, dee, eli);
      desk.later(49);
    };
    await begin();
    const decided = desk.decide();
    const { commits } = decided;
    expect(messages(decided)).toEqual(['engine: time swell', 'engine: time swell']);
    expect(post('1')?.status).toBe('pending');
    const whole = ledger();
    await begin();
    expect(desk.decide({ ticks: commits.map(({ at, line }) => ({ line, at })) }).commits).toHaveLength(2);
    expect(ledger()).toEqual(whole);
    await begin();
    expect(desk.decide({ ticks: [] }).commits).toEqual([]);
  });

  test('is tried again after something else was done, and is not stuck then', async () => {
    await crowned();
    acts('row');
    desk.decide();
    desk.later(4);
    const decision = desk.decide();
    const [ferry, tide] = [`${nameOfTime('ferry')} at 03-01T12:00`, `${nameOfTime('tide')} at 03-01T12:00`];
    expect(doneBy(decision)).toEqual([ferry, tide, ferry]);
    expect(decision.happened.map(({ outcome }) => outcome.ok)).toEqual([false, true, true]);
    expect(decision.stuck).toEqual([]);
  });

  test('is not stuck any more once it is not due any more', async () => {
    await crowned();
    acts('lull');
    desk.decide();
    desk.later(4);
    expect(desk.decide().stuck).toMatchObject([{ matter: nameOfTime('lull') }]);
    acts('stir');
    expect(desk.decide().stuck).toEqual([]);
  });

  test('is not stuck any more once something else came of it', async () => {
    await begin();
    disagree();
    expect(desk.decide().stuck).toMatchObject([{ matter: '2' }]);
    for (const voter of [ana, bo, dee, eli]) desk.says(voter, '2', ':against:');
    const decision = desk.decide();
    expect([decision.stuck, messages(decision)]).toEqual([[], ['Fail 2: Eight']]);
  });
});

describe('where a dynasty is opened', () => {
  const record = (n: number): string =>
    JSON.stringify({ commit: 'c'.repeat(40), n, hash: 'd'.repeat(64), segment: '' });
  const openedAt = (): unknown => JSON.parse(desk.files.get('content/engine/dynasty.json') ?? 'null');

  test('the last one goes to the archive with its ledger, and nothing after that is decided', async () => {
    await crowned({}, {});
    acts('take-pip');
    desk.decide();
    acts('crown', 'take-crate');
    const decision = desk.decide();
    expect([decision.opened, decision.commits.length, desk.session.line]).toEqual([true, 1, 3]);
    expect(decision.over).toMatchObject({ number: 1, ended: BEGINNING });
    expect(decision.happened.map(({ what }) => what)).not.toContain('take-crate');
    expect(openedAt()).toEqual({ number: 2, at: BEGINNING, line: 3 });
    expect(ledger().map(({ what }) => what)).toEqual(['crown']);
    expect(desk.files.get('content/dynasties/1/ledger/2024-03.jsonl')).toMatch(
      /^\{"n":0,[^\n]*"take-pip"[^\n]*\n$/u,
    );
    expect(desk.files.get('content/dynasties/1/dynasty.yml')).toContain('\nended: 2024-03-01T09:00:00Z\n');
  });

  test.each([
    ['before this decision', 7, 7],
    ['by this decision', 1, 2],
  ])('it is on record how far the journal was read, %s', async (_, before, line) => {
    await crowned();
    acts('crown');
    const { branches } = desk.session.position;
    branches.main = new Map([...branches.main, [recordPath, record(before)]]);
    desk.decide();
    expect(openedAt()).toEqual({ number: 2, at: BEGINNING, line });
  });

  test('by what people enact, the texts of that come along, and the next one begins with them', async () => {
    desk = await Desk.open();
    const path = 'content/gamestate/players/dee.md';
    desk.opens(dee, '1', 'proposal', 'A new age', {
      changes: [{ verb: 'set', path: 'dynasty.number', value: 2 }],
      texts: [{ path, base: '', text: 'Dee keeps the light.\n' }],
      outside: [],
      problems: [],
    });
    voteFor('1', ana, bo, cy, eli);
    desk.later(49);
    const decision = desk.decide();
    expect([decision.opened, messages(decision)]).toEqual([true, ['Enact 1: A new age']]);
    const [first, last] = ['2/first', '1/last'].map((name) =>
      readSnapshot(desk.files.get(`content/dynasties/${name}.json`) ?? '{}').get(path),
    );
    expect(desk.files.get(path)).toMatch(/\n---\nDee keeps the light\.\n$/u);
    expect(first).toBe(desk.files.get(path));
    expect(last).toMatch(/\n---\n$/u);
  });

  test('the next one begins with the settings that came with that', async () => {
    await crowned();
    desk.says(ana, '9', '/game practice=on\n/act crown');
    expect(desk.decide()).toMatchObject({ opened: true });
    const first = readSnapshot(desk.files.get('content/dynasties/2/first.json') ?? '{}');
    expect(desk.files.get(GAME_FILE)).toContain('practice: true');
    expect(first.get(GAME_FILE)).toBe(desk.files.get(GAME_FILE));
  });

  test('at a time, neither what is due with it nor what happened later is decided', async () => {
    await crowned();
    acts('wait', 'ebb');
    desk.decide();
    desk.later(30);
    acts('take-pip');
    const decision = desk.decide();
    expect([decision.opened, decision.commits.length, desk.session.line]).toEqual([true, 1, 3]);
    expect(doneBy(decision)).toEqual([`${nameOfTime('coronation')} at 03-01T12:00`]);
  });
});

describe('a commit', () => {
  beforeEach(begin);

  test('keeps the texts of what is enacted, and the heads and links of what the game has', async () => {
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

  test('leaves out the head of a matter that is not there', async () => {
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
  ])('of which a file %s is not made', (_, path, text, why) => {
    desk.opens(bo, '9', 'story', 'Here');
    acts('take-pip');
    const { settings } = desk.session.position;
    Object.assign(settings, { written: () => new Map([[path, text]]) });
    expect(() => desk.decide()).toThrow(why);
  });
});

describe('a game that stays open', () => {
  beforeEach(begin);

  test('knows how far it has read, and what it has to tell', () => {
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

  test('lets go of its rules once it is done with', () => {
    const { play } = desk.session.position.open;
    let times = 0;
    Object.assign(play, { dispose: () => (times += 1) });
    desk.session.dispose();
    expect(times).toBe(1);
  });

  test.each([
    ['the future', 2, 0, 0],
    ['the past', 0, 2, 0],
  ])('takes in what comes from %s at the earlier time, and resolves nothing', (_, at, seen, taken) => {
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

  test('may be decided on from the past, which stays where it was', () => {
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

describe('to catch up', () => {
  beforeEach(begin);

  const catchesUp = (): boolean => desk.session.catchUp(desk.situation());

  test.each([
    ['the future', 2, 0, 0],
    ['the past', 0, 2, 0],
  ])('is to take in what was said, from %s at the earlier time', (_, at, seen, taken) => {
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

  test('is none where something was done, however often', () => {
    desk.opens(bo, '1', 'proposal', 'Night');
    expect(catchesUp()).toBe(true);
    desk.says(bo, '1', '/take-pip');
    expect(catchesUp()).toBe(false);
    desk.says(bo, '1', 'Hm.');
    expect(catchesUp()).toBe(true);
  });

  test('is none where a matter was due before something happened, whether it can be enacted or not', () => {
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
