// Tests the open step between two calls of a kernel: how it is undone, and what each entry point leaves behind.
import { describe, expect, test } from 'vitest';

import { integer, text } from '../rules/types.ts';
import { clausesOf, kernelWith, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';
import type { Result } from './result.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;
const LATER = '2021-06-20T09:00:00Z';

/** A game of motions that records what its rules are told. */
function chamber(more: Loose = {}): {
  readonly kernel: Kernel;
  readonly heard: string[];
  act(action: string, by?: string): Result;
} {
  const heard: string[] = [];
  const rule: TestRule = {
    title: 'Chamber',
    clause: ({ matters, people, game }: Loose) => ({
      game: { turn: integer({ start: 1 }), note: text() },
      player: { gold: integer({ start: 3 }), plan: text({ private: true, start: 'hide' }) },
      posts: { motion: { votable: true }, joining: { purpose: 'join', title: 'Let me in' } },
      hooks: {
        'resolution-order': () => matters.pending(),
        'may-enact': ({ by }: Loose) => (heard.push(`may-enact ${by?.id ?? 'nobody'}`), 'permit'),
        'may-fail': ({ by }: Loose) => (heard.push(`may-fail ${by?.id ?? 'nobody'}`), 'permit'),
        'not-a-player': ({ person }: Loose) => (person.gold > 3 ? null : `${person.id} does not play`),
        turns: ({ view }: Loose) => String(view('turned')),
        'sees-plans': () => people.map((one: Loose) => one.plan).join(' '),
      },
      on: {
        // It reads the ledger, which may differ at each step, so it is always told.
        changed: ({ ledger }: Loose) => heard.push(ledger.length < 0 ? 'never' : 'changed'),
        'game-begins': ({ people: all }: Loose) => {
          heard.push(`begins ${all.map(({ plan }: Loose) => plan).join(' ')}`);
        },
        enacted: ({ by, game }: Loose) => {
          heard.push(`enacted ${by?.id ?? 'nobody'}`);
          game.turn = 5;
        },
        failed: ({ by }: Loose) => heard.push(`failed ${by?.id ?? 'nobody'}`),
        posted: ({ post, author }: Loose) => {
          if (post.kind === 'joining') author.gold = 4;
        },
      },
      times: {
        noon: {
          at: ({ last }: Loose) => (last === null ? '2021-06-19T12:00:00Z' : null),
          effect: ({ game }: Loose) => void (game.turn = 9),
        },
      },
      actions: {
        step: { by: 'anybody', effect: ({ game }: Loose) => void (game.turn += 1) },
        rewrite: {
          by: 'anybody',
          effect: ({ ruleset, game }: Loose) => {
            game.turn += 1;
            ruleset.amend({ type: 'repeal-rule', path: 'core/x' });
          },
        },
        play: { effect: () => undefined },
      },
      views: {
        steps: { of: 'game', returns: integer(), value: () => heard.push('viewed') },
        turned: { of: 'game', returns: integer(), value: () => game.turn },
      },
      ...more,
    }),
  };
  const kernel = kernelWith([rule]);
  kernel.take({ type: 'post', at: AT, by: 'ana', id: 'M', kind: 'motion', title: 'One', text: '' });
  heard.length = 0;
  return {
    kernel,
    heard,
    act: (action, by = 'ana') => kernel.take({ type: 'act', at: AT, by, action, with: {} }),
  };
}

const enactment = (
  by: string | null,
): { at: string; matter: string; by: string | null; outcome: 'enacted' } => ({
  at: LATER,
  matter: 'M',
  by,
  outcome: 'enacted',
});

describe('a step that changes the ruleset', () => {
  test('stays open until it is settled or undone, and nothing else is done before', () => {
    const { kernel, act } = chamber();
    expect(act('rewrite')).toMatchObject({ ok: true, amendments: [{ type: 'repeal-rule' }] });
    expect(() => act('step')).toThrow('the previous step is still open');
    expect(() => kernel.due(AT)).toThrow('the previous step is still open');
    const changes = kernel.settle();
    expect(changes).toContainEqual({ path: ['game', 'turn'], before: 1, after: 2 });
    expect(() => kernel.settle()).toThrow('no step is open');
    kernel.recover();
    expect(kernel.state.game['turn']).toBe(2);
  });

  test('never happened once it is undone, and what was computed under it is forgotten', () => {
    const { kernel, act } = chamber();
    expect(kernel.ask('turns', {})).toBe('1');
    act('rewrite');
    expect(kernel.ask('turns', {})).toBe('2');
    kernel.undo();
    expect(kernel.state.game['turn']).toBe(1);
    expect(kernel.ask('turns', {})).toBe('1');
    expect(act('step').ok).toBe(true);
    expect(() => kernel.undo()).toThrow('no step is open');
  });

  test('migrates the game to the new rules when it is settled', () => {
    const now = { more: {} };
    const rules: readonly TestRule[] = [
      {
        title: 'Rule',
        clause: () =>
          ({
            game: { turn: integer({ start: 1 }), ...now.more },
            actions: {
              rewrite: { by: 'anybody', effect: ({ ruleset }: Loose) => ruleset.amend({ type: 'x' }) },
            },
          }) as Loose,
      },
    ];
    const kernel = new Kernel({ clauseOf: clausesOf(rules) });
    kernel.link(manifestOf(rules));
    kernel.load(null);
    kernel.take({ type: 'act', at: AT, by: 'ana', action: 'rewrite', with: {} });
    now.more = { fresh: integer({ start: 7 }) };
    kernel.link(manifestOf(rules));
    expect(kernel.settle()).toContainEqual({ path: ['game', 'fresh'], before: null, after: 7 });
    expect(kernel.state.game).toEqual({ turn: 1, fresh: 7 });
  });

  test('leaves nothing if the new rules would make the game too large, or can’t begin', () => {
    const now = { more: {} };
    const rules: readonly TestRule[] = [
      {
        title: 'Rule',
        clause: () =>
          ({
            game: { turn: integer({ start: 1 }) },
            posts: { motion: { votable: true } },
            hooks: { 'may-enact': () => 'permit' },
            actions: {
              rewrite: {
                by: 'anybody',
                effect: ({ ruleset, game }: Loose) => {
                  game.turn += 1;
                  ruleset.amend({ type: 'x' });
                },
              },
            },
            ...now.more,
          }) as Loose,
      },
    ];
    const kernel = new Kernel({ clauseOf: clausesOf(rules) });
    const become = (more: object): void => {
      now.more = more;
      expect(kernel.link(manifestOf(rules))).toEqual([]);
    };
    become({});
    kernel.load(null);
    kernel.take({ type: 'post', at: AT, by: 'ana', id: 'M', kind: 'motion', title: 'One', text: '' });
    const before = JSON.stringify(kernel.state);

    kernel.take({ type: 'act', at: AT, by: 'bo', action: 'rewrite', with: {} });
    become({ dynasty: { long: text({ start: 'x'.repeat(3_000_000) }) } });
    expect(() => kernel.settle()).toThrow('the dynasty would be too long to save');
    expect(JSON.stringify(kernel.state)).toBe(before);

    become({});
    const begun = kernel.beginEnactment(enactment(null));
    if (!begun.ok) throw new Error(begun.refusal.reason);
    const start = (): object => ({ size: -1 });
    become({ things: { rooms: { ids: ['hall'], fields: { size: integer() }, start } } });
    expect(kernel.finishEnactment(enactment(null), begun.enactment)).toMatchObject({
      ok: false,
      refusal: { reason: expect.stringContaining('start of things.rooms.hall.size would be -1') },
    });
    expect(JSON.stringify(kernel.state)).toBe(before);
  });
});

describe('a caller can roll back', () => {
  test('what happened since it was held, any number of times', () => {
    const { kernel, act } = chamber();
    act('step');
    kernel.hold();
    for (let count = 0; count < 2; count++) {
      act('step');
      act('rewrite');
      expect(kernel.state.game['turn']).toBe(4);
      kernel.rewind();
      expect(kernel.state.game['turn']).toBe(2);
    }
    expect(act('step').ok).toBe(true);
  });

  test('what was stopped half-way, and no more than that', () => {
    const { kernel, act } = chamber();
    act('step');
    kernel.runtime.store.write(kernel.state.game, 'turn', 99, ['game', 'turn']);
    const { caches } = kernel.runtime;
    kernel.recover();
    expect([kernel.state.game['turn'], kernel.runtime.caches === caches]).toEqual([2, false]);
    act('rewrite');
    kernel.recover();
    expect(kernel.state.game['turn']).toBe(2);
    expect(act('step').ok).toBe(true);
  });

  test('nothing that is settled: assumed values, votes laid on, and the beginning of a game', () => {
    const { kernel } = chamber();
    kernel.assume('players.ana.plan', 'seek');
    kernel.recover();
    kernel.layOn('M', { uses: [{ by: 'bo', vote: 'FOR', at: AT, via: 'comment', comment: null }] } as never);
    kernel.recover();
    kernel.begin(AT);
    kernel.recover();
    expect(kernel.state.players['ana']).toMatchObject({ plan: 'seek' });
    expect(kernel.state.posts['M']?.uses).toMatchObject([{ by: 'bo', vote: 'FOR' }]);
    expect(kernel.state.taken).toMatchObject({ 'time noon': { since: AT } });
  });

  test('nothing of the beginning of a game', () => {
    const kernel = kernelWith([
      {
        title: 'Rule',
        clause: () => ({
          game: { turn: integer() },
          on: { 'game-begins': (({ game }: Loose) => void (game.turn = 7)) as Loose },
        }),
      },
    ]);
    kernel.begin(AT);
    kernel.recover();
    expect(kernel.state.game).toEqual({ turn: 7 });
  });

  test('everything, if the game is cleared', () => {
    const { kernel, act } = chamber();
    act('rewrite');
    kernel.clear();
    expect([kernel.state.players, kernel.state.posts, kernel.state.game]).toEqual([{}, {}, {}]);
    kernel.load(null);
    expect(kernel.state.game).toEqual({ turn: 1, note: '' });
    expect(act('step').ok).toBe(true);
  });

  test('the rules, if stopped while others were being defined, even at the last step', () => {
    const named = (title: string): TestRule => ({ title, clause: () => ({ hooks: { word: () => title } }) });
    const rules = [named('Old'), named('New')];
    const kernel = new Kernel({ clauseOf: clausesOf(rules) });
    kernel.stopDefining();
    kernel.link(manifestOf(rules.slice(0, 1)));
    kernel.link(manifestOf(rules.slice(1)));
    expect(kernel.ask('word', {})).toBe('New');
    kernel.stopDefining();
    expect(kernel.ask('word', {})).toBe('Old');
  });
});

describe('rules are told', () => {
  test('that a game begins, on the side that sees everything', () => {
    const { kernel, heard } = chamber();
    kernel.begin(AT);
    expect(heard).toEqual(['begins hide']);
  });

  test('of an enactment in two halves: what the old rules hear, and that something changed', () => {
    for (const by of [null, 'bo']) {
      const { kernel, heard } = chamber();
      const begun = kernel.beginEnactment(enactment(by));
      if (!begun.ok) throw new Error(begun.refusal.reason);
      const who = by ?? 'nobody';
      expect(heard).toEqual([`may-enact ${who}`, `enacted ${who}`]);
      expect(kernel.finishEnactment(enactment(by), begun.enactment).ok).toBe(true);
      expect(heard.at(-1)).toBe('changed');
      expect(kernel.state.posts['M']).toMatchObject({ status: 'enacted', resolvedBy: by, resolvedAt: LATER });
      expect(kernel.state.game['turn']).toBe(5);
      expect(() => kernel.finishEnactment(enactment(by), begun.enactment)).toThrow('no step is open');
    }
  });

  test('of a failure and of a timed effect, in nobody’s name', () => {
    const { kernel, heard } = chamber();
    expect(kernel.failMatter({ at: LATER, matter: 'time noon', by: null, outcome: 'happened' }).ok).toBe(
      true,
    );
    expect([kernel.state.game['turn'], heard]).toEqual([9, ['changed']]);
    heard.length = 0;
    expect(kernel.failMatter({ at: LATER, matter: 'M', by: null, outcome: 'failed' }).ok).toBe(true);
    expect(heard).toEqual(['may-fail nobody', 'failed nobody', 'changed']);
  });
});

describe('an enactment', () => {
  test('leaves nothing if the rules refuse it, not even who asked, and tells them the way in', () => {
    const { kernel } = chamber({
      hooks: {
        'resolution-order': () => [],
        'may-enact': ({ refuse }: Loose) => refuse('not yet'),
        'not-a-player': ({ person }: Loose) => (person.gold > 3 ? null : 'no player'),
      },
    });
    const before = JSON.stringify(kernel.state);
    expect(kernel.beginEnactment(enactment('zed'))).toMatchObject({
      ok: false,
      refusal: { reason: 'not yet', join: { kind: 'joining', title: 'Let me in' } },
    });
    const engine = kernel.beginEnactment(enactment(null));
    expect(engine).toMatchObject({ ok: false, refusal: { reason: 'not yet' } });
    expect(engine.ok ? null : engine.refusal.join).toBeUndefined();
    expect(JSON.stringify(kernel.state)).toBe(before);
  });
});

describe('asking', () => {
  test('tells the way in to somebody who doesn’t play, and not to a player', () => {
    const { kernel, act } = chamber();
    const join = { kind: 'joining', title: 'Let me in' };
    expect(act('play', 'zed')).toMatchObject({ ok: false, refusal: { reason: 'zed does not play', join } });
    kernel.assume('players.ana.gold', 9);
    const may = { type: 'act', at: AT, action: 'play', with: {} } as const;
    expect(kernel.explainInput({ ...may, by: 'zed' }).refusal).toMatchObject({ join });
    expect(kernel.explainInput({ ...may, by: 'ana' }).refusal).toBeNull();
    expect(
      kernel.refusalsOf([
        { ...may, by: 'zed' },
        { ...may, by: 'ana' },
      ]),
    ).toMatchObject([{ code: 'not-in-role' }, null]);
    expect(kernel.why(AT, 'may-remove', { by: 'zed' })).toMatchObject({ code: 'no-rule', join });
    for (const words of [{ by: 'ana' }, {}])
      expect(kernel.why(AT, 'may-remove', words)).not.toHaveProperty('join');
    expect(kernel.why(AT, 'may-enact', { matter: 'M' })).toBeNull();
  });

  test('in public shows nothing private, and on the side that sees everything shows it', () => {
    const { kernel } = chamber();
    for (const refusal of [kernel.why(AT, 'sees-plans', {}), kernel.explain(AT, 'sees-plans', {}).refusal])
      expect(refusal?.code).toBe('private');
    kernel.read(AT, ['turn']);
    expect(kernel.ask('sees-plans', {})).toBe('hide');
  });

  test('what is due reads no private values, and writes nothing', () => {
    const due = (order: (words: Loose) => unknown): string | undefined => {
      const { kernel } = chamber({ hooks: { 'resolution-order': order } });
      return kernel.due(AT)?.fault?.reason;
    };
    expect(due(({ people }) => people.map((one: Loose) => one.plan))).toContain('plan is private');
    expect(due(({ game }) => (game.turn = 7))).toContain('a view can only read');
  });
});

test('doesn’t put rules in force that an inspector objects to', () => {
  const rules: readonly TestRule[] = [{ title: 'Rule', clause: () => ({ game: { turn: integer() } }) }];
  const kernel = new Kernel({ clauseOf: clausesOf(rules) });
  const seen: string[] = [];
  const problems = kernel.link(manifestOf(rules), (linked) => {
    seen.push(...linked.map(({ entry }) => entry.title));
    return [{ file: 'core/rule.ts', message: 'keeps a map' }];
  });
  expect([seen, problems.map(({ code, message }) => `${code} ${message}`)]).toEqual([
    ['Rule'],
    ['clause-keeps core/rule.ts: keeps a map'],
  ]);
  kernel.load(null);
  expect(kernel.state.game).toEqual({});
});

test('a value with a date changes when the game is looked at after that date', () => {
  const kernel = kernelWith([
    {
      title: 'Dated',
      values: { oil: '3, and 5 from 2030-01-01' },
      clause: ({ value }) => ({ player: { oil: integer({ start: value('oil') }) } }),
    },
  ]);
  kernel.take({ type: 'heard', at: '2029-12-31T00:00:00Z', by: 'ana' });
  kernel.take({ type: 'heard', at: '2030-01-01T00:00:00Z', by: 'bo' });
  expect(kernel.state.players).toEqual({ ana: { oil: 3 }, bo: { oil: 5 } });
});

test('refuses a step that would make the game too large', () => {
  const { kernel } = chamber({
    actions: {
      grow: { by: 'anybody', effect: ({ game }: Loose) => void (game.note = 'x'.repeat(3_000_000)) },
    },
  });
  expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'grow', with: {} })).toMatchObject({
    ok: false,
    refusal: { code: 'too-large' },
  });
  expect(kernel.state.game['note']).toBe('');
});

test('the runner has the last word on a step, and may stop it', () => {
  const rules: readonly TestRule[] = [
    { title: 'Rule', clause: () => ({ game: { turn: integer() }, hooks: { 'resolution-order': () => [] } }) },
  ];
  const kernel = new Kernel({
    clauseOf: clausesOf(rules),
    mayEnd: () => {
      throw new RangeError('out of steps');
    },
  });
  kernel.link(manifestOf(rules));
  kernel.load(null);
  expect(() => kernel.take({ type: 'heard', at: AT, by: 'ana' })).toThrow('out of steps');
  expect(() => kernel.due(AT)).toThrow('out of steps');
  expect(kernel.state.players).toEqual({});
});

test('computes what everybody sees from nothing private, whatever the step', () => {
  const peek = ({ emperor }: Loose): void => void emperor.plan;
  const { kernel, take } = playground({
    emperor: { plan: integer({ private: true }) },
    posts: { proposal: { votable: true } },
    hooks: { 'may-enact': () => 'permit', 'may-fail': () => 'permit', 'may-go': () => 'permit' },
    on: { enacted: peek, failed: peek },
    actions: {
      look: { by: 'anybody', effect: peek },
      scheme: { by: 'anybody', private: true, effect: peek },
    },
  });
  take({ type: 'post', id: 'M', kind: 'proposal', title: 'One', text: '' });
  const why = 'plan is private';
  const view = { type: 'act', at: AT, by: 'ana', action: 'look', with: {} } as const;
  const resolution = { at: AT, matter: 'M', by: null };
  expect(kernel.failMatter({ ...resolution, outcome: 'failed' })).toMatchObject({
    refusal: { reason: expect.stringContaining(why) },
  });
  expect(kernel.beginEnactment({ ...resolution, outcome: 'enacted' })).toMatchObject({
    refusal: { reason: expect.stringContaining(why) },
  });
  expect(kernel.explainInput(view).refusal?.reason).toContain(why);
  expect(kernel.refusalsOf([view])[0]?.reason).toContain(why);
  const scheme = { ...view, action: 'scheme' } as const;
  expect(kernel.take(scheme, true).ok).toBe(true);
  expect(kernel.explainInput(scheme).refusal?.code).toBe('private-side');
  expect(kernel.refusalsOf([scheme])[0]?.code).toBe('private-side');
  expect(kernel.why(AT, 'may-go', { by: 'ana' })).toBe(null);
});

test('there is no time while rules are defined, until that ends or is stopped', () => {
  let seen: Loose;
  const { kernel } = playground((game: Loose) => ((seen = game), {}));
  expect(seen[Symbol.toPrimitive]).toBe(undefined);
  kernel.runtime.defining = true;
  expect(() => seen.now).toThrow('there is no time yet');
  kernel.stopDefining();
  expect(seen.now).toBe(kernel.runtime.now);
});

test('a rule asked about an assumed value sees what only the emperor may see', () => {
  const { kernel } = playground({
    emperor: { floor: integer({ private: true, start: 2 }) },
    player: { gold: integer() },
    hooks: { 'below-minimum': ({ emperor }: Loose) => emperor.floor },
  });
  kernel.assume('players.ana.gold', -1);
  expect(kernel.state.players['ana']).toEqual({ gold: 2 });
});

test('a broken assertion names the step that it is in, even if nobody acts', () => {
  const on: { kernel?: Kernel } = {};
  const spoil = (): void => {
    const { store } = (on.kernel as Kernel).runtime;
    store.write(store.state, 'weather', 'wet', ['weather']);
  };
  const { kernel, heard } = chamber({
    on: { failed: spoil },
    times: {
      noon: { at: ({ last }: Loose) => (last === null ? AT : null), effect: spoil },
    },
  });
  on.kernel = kernel;
  const reason = (matter: string, outcome: 'failed' | 'happened'): string =>
    whyNot(kernel.failMatter({ at: LATER, matter, by: null, outcome }));
  expect(reason('M', 'failed')).toContain(`weather is no part of a game (failing M, at ${LATER})`);
  expect(reason('time noon', 'happened')).toContain(`weather is no part of a game (time noon, at ${LATER})`);
  expect(heard).not.toContain('changed');
});
