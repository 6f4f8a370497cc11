// What a game does by itself: at set times, with dice, and at the end of a dynasty.
import { describe, expect, test } from 'vitest';
import type { PostData } from '../kernel/state.ts';
import type { Decision } from './position/decision.ts';
import { SMALL, ana, bo, BEGINNING, cy, dee, Desk, somebody } from './fixtures/desk.ts';
import { messages, night } from './fixtures/night.ts';
import { sessionWith } from './fixtures/session.ts';
import { writeReport } from '../wording/action-report.ts';
import { hoursAfter } from '../kernel/time.ts';
import { nameOfTime } from '../kernel/names.ts';
import { BrokenError } from './play/unplayable-error.ts';
import { readSnapshot } from '../store/dynasties/frozen.ts';
import { GAME_FILE } from '../store/paths.ts';
import { recordPath } from '../store/journal/journal-record.ts';

let desk: Desk;
const eli = somebody('eli');
const post = (id: string): PostData | undefined => desk.session.position.open.play.state().posts[id];
const voteFor = (id: string, ...voters: readonly (typeof ana)[]): void => {
  for (const voter of voters) desk.says(voter, id, ':for:');
};

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

  test('has no pictures if nothing fetches any', async () => {
    desk = await Desk.open({ ...SMALL, ruleset: CROWN });
    desk.opens(bo, '9', 'story', 'Here');
    acts(`paint art=${X}`);
    desk.decide();
    expect(ledger()).toEqual([expect.not.objectContaining({ pictures: expect.anything() })]);
  });

  test('has the proof of what the rules rolled at a set time, even if they refused in the end', async () => {
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

  test('names the comment that asked for what was reported', async () => {
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
  test('are those of the line at fault, or of the current step if no line is', async () => {
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

describe('a scheduled event', () => {
  test('happens at each of its moments up to now', async () => {
    await crowned();
    acts('ebb');
    desk.decide();
    desk.later(52);
    expect(doneBy(desk.decide())).toEqual(
      ['01', '02', '03'].map((day) => `${nameOfTime('tide')} at 03-${day}T12:00`),
    );
  });

  test('is replayed once for each earlier run, in its place among the events', async () => {
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

  test('is replayed commit by commit wherever a tick died, whether it was refused or not', async () => {
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

  test('is replayed at the recorded moments, even at another hour', async () => {
    await crowned();
    acts('ring');
    desk.decide();
    desk.later(100);
    const [late, end] = ['2024-03-02T07:00:00Z', '2024-03-05T12:00:00Z'];
    desk.decide({ ticks: [late, end].map((at) => ({ line: 1, at })) });
    const done = ledger().filter(({ what }) => what === nameOfTime('bell'));
    expect(done.map(({ at }) => at)).toEqual([late, end]);
  });

  test('happens at the hour in force on its day, even if that changed before the engine ran', async () => {
    await crowned();
    acts('ring');
    desk.decide();
    desk.later(100);
    const moments = ['01T18', '02T18', '03T18', '04T07', '05T07'].map((hour) => `03-${hour}:00`);
    expect(doneBy(desk.decide())).toEqual(moments.map((moment) => `${nameOfTime('bell')} at ${moment}`));
  });

  test('happens even if Admins resolve matters, and is replayed only if on record', async () => {
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

  test('is retried after something else happened, and is then no longer stuck', async () => {
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

  test('is no longer stuck once it’s no longer due', async () => {
    await crowned();
    acts('lull');
    desk.decide();
    desk.later(4);
    expect(desk.decide().stuck).toMatchObject([{ matter: nameOfTime('lull') }]);
    acts('stir');
    expect(desk.decide().stuck).toEqual([]);
  });
});

describe('when a new dynasty begins', () => {
  const record = (n: number): string =>
    JSON.stringify({ commit: 'c'.repeat(40), n, hash: 'd'.repeat(64), segment: '' });
  const openedAt = (): unknown => JSON.parse(desk.files.get('content/engine/dynasty.json') ?? 'null');

  test('the old one is archived with its ledger, and nothing further is decided', async () => {
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
  ])('it’s recorded how far the journal was read %s', async (_, before, line) => {
    await crowned();
    acts('crown');
    const { branches } = desk.session.position;
    branches.main = new Map([...branches.main, [recordPath, record(before)]]);
    desk.decide();
    expect(openedAt()).toEqual({ number: 2, at: BEGINNING, line });
  });

  test('by an enacted matter, its texts are applied and the new dynasty starts with them', async () => {
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

  test('the new dynasty starts with the settings from the same comment', async () => {
    await crowned();
    desk.says(ana, '9', '/game practice=on\n/act crown');
    expect(desk.decide()).toMatchObject({ opened: true });
    const first = readSnapshot(desk.files.get('content/dynasties/2/first.json') ?? '{}');
    expect(desk.files.get(GAME_FILE)).toContain('practice: true');
    expect(first.get(GAME_FILE)).toBe(desk.files.get(GAME_FILE));
  });

  test('at a set time, neither other due events nor later actions are decided', async () => {
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
