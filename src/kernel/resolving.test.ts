import { describe, expect, test } from 'vitest';
import { integer, list, text } from '../rules/types.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import type { Resolution } from './inputs.ts';
import type { Result } from './result.ts';
import type { Kernel } from './kernel.ts';
import type { MatterChange } from './state.ts';

const AT = '2021-06-18T09:00:00Z';
const LATER = '2021-06-20T09:00:00Z';

interface Asked {
  readonly matter: { readonly id: string };
  readonly change: { readonly path: string | null };
  readonly refuse: (reason: string) => never;
}

/** Matters may be enacted; `locked` may not be changed by any. */
const votes: TestRule = {
  title: 'Votes',
  clause: ({ matters }: { matters: { pending: () => unknown } }) => ({
    posts: { proposal: { votable: true } },
    game: {
      oil: integer({ start: 3 }),
      locked: integer({ start: 1 }),
      names: list(text(), { min: 1, max: 2, start: ['Ana'] }),
    },
    hooks: {
      'resolution-order': () => matters.pending(),
      'may-enact': () => 'permit',
      'may-fail': () => 'permit',
      'may-change': (({ change, refuse }: Asked) => {
        if (change.path === 'game.locked') refuse('locked is not for matters');
      }) as never,
    },
  }),
};

function withMatter(changes: readonly MatterChange[], ...rules: readonly TestRule[]): Kernel {
  const kernel = kernelWith([votes, ...rules]);
  const posted = kernel.take({
    type: 'post',
    at: AT,
    by: 'ana',
    id: 'P1',
    kind: 'proposal',
    title: 'More oil',
    text: '',
    changes,
  });
  expect(posted).toMatchObject({ ok: true });
  return kernel;
}

const set = (path: string, value: unknown): MatterChange => ({ verb: 'set', path, value });
const resolution = (outcome: Resolution['outcome']): Resolution => ({
  at: LATER,
  matter: 'P1',
  by: null,
  outcome,
});

function enact(kernel: Kernel): Result {
  const begun = kernel.beginEnactment(resolution('enacted'));
  return begun.ok ? kernel.finishEnactment(resolution('enacted'), begun.enactment) : begun;
}

describe('a matter', () => {
  test('is resolved once, and can’t be resolved again either way', () => {
    const kernel = withMatter([set('game.oil', 4)]);
    expect(enact(kernel)).toMatchObject({ ok: true });
    kernel.assume('game.oil', 9);
    for (const again of [
      enact(kernel),
      kernel.failMatter(resolution('failed')),
      kernel.take({ type: 'fail', at: LATER, by: 'ana', matter: 'P1', byHand: true }),
    ])
      expect(again).toMatchObject({
        ok: false,
        refusal: { code: 'resolved', reason: 'More oil has already ended: enacted' },
      });
    expect(kernel.state.game['oil']).toBe(9);
    expect(kernel.state.posts['P1']).toMatchObject({
      status: 'enacted',
      resolvedAt: LATER,
      resolvedBy: null,
    });
  });

  test('is what is voted on: no other post can be resolved', () => {
    const kernel = withMatter([], { title: 'Tales', clause: () => ({ posts: { story: {} } }) });
    kernel.take({ type: 'post', at: AT, by: 'ana', id: 'S1', kind: 'story', title: 'Rain', text: '' });
    expect(kernel.failMatter({ ...resolution('failed'), matter: 'S1' })).toMatchObject({
      ok: false,
      refusal: { reason: 'Rain has already ended: not a vote' },
    });
  });

  test('can’t be enacted after it has failed', () => {
    const kernel = withMatter([set('game.oil', 4)]);
    expect(kernel.failMatter(resolution('failed'))).toMatchObject({ ok: true });
    expect(enact(kernel)).toMatchObject({ ok: false, refusal: { code: 'resolved' } });
    expect(kernel.state.posts['P1']?.status).toBe('failed');
    expect(kernel.state.game['oil']).toBe(3);
  });

  test('is checked change by change, and a forbidden change is left out with the reason', () => {
    const kernel = withMatter([set('game.locked', 7), set('game.oil', 4)]);
    expect(enact(kernel)).toMatchObject({ ok: true });
    expect(kernel.state.game).toMatchObject({ locked: 1, oil: 4 });
    expect(kernel.state.posts['P1']?.omitted).toEqual([
      { change: 'set game.locked to 7', reason: 'locked is not for matters' },
    ]);
  });

  test('leaves nothing behind of an illegal value, and makes its other changes', () => {
    const rooms: TestRule = {
      title: 'Rooms',
      clause: () => ({
        things: { rooms: { open: true, fields: { lamps: integer({ max: 3 }), name: text() } } },
      }),
    };
    const kernel = withMatter(
      [set('rooms.attic', { name: 'Attic', lamps: 9 }), set('game.names', []), set('game.oil', 4)],
      rooms,
    );
    const before = JSON.stringify(kernel.state.things);
    expect(enact(kernel)).toMatchObject({ ok: true });
    expect(JSON.stringify(kernel.state.things)).toBe(before);
    expect(kernel.state.game).toMatchObject({ oil: 4, names: ['Ana'] });
    expect(kernel.state.posts['P1']?.omitted.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('above 3'),
      expect.stringContaining('can’t have fewer than 1'),
    ]);
  });

  test('is due unless it is left out or already resolved', () => {
    const kernel = withMatter([set('game.oil', 4)]);
    expect(kernel.due(LATER)).toEqual({ matter: 'P1', outcome: 'enacted' });
    expect(kernel.due(LATER, ['P1'])).toBeNull();
    enact(kernel);
    expect(kernel.due(LATER)).toBeNull();
  });
});

describe('rules that call each other', () => {
  const chain: TestRule = {
    title: 'Chain',
    clause: ({ hook }: { hook: (id: string) => unknown }) => ({
      posts: {},
      hooks: {
        round: () => hook('round'),
        once: () => 1,
      },
      actions: {
        round: { by: 'anybody', effect: () => hook('round') },
        often: {
          by: 'anybody',
          effect: () => {
            for (let at = 0; at < 200; at++) hook('once');
          },
        },
      },
    }),
  };

  test('are stopped if they do so in a circle, but not if they do so often without going deep', () => {
    const kernel = kernelWith([chain]);
    const take = (action: string): Result =>
      kernel.take({ type: 'act', at: AT, by: 'ana', action, with: {} }, true);
    expect(take('round')).toMatchObject({ ok: false, refusal: { code: 'circle' } });
    expect(take('often')).toMatchObject({ ok: true });
    expect(take('round')).toMatchObject({ ok: false, refusal: { code: 'circle' } });
    expect(take('often')).toMatchObject({ ok: true });
  });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A matter under rules that answer as given when asked about its resolution. */
function judged(hooks: Loose, more: Loose = {}): Kernel {
  const kernel = kernelWith([
    {
      title: 'Court',
      clause: ({ matters }: Loose) => ({
        posts: { proposal: { votable: true } },
        game: { oil: integer({ start: 3 }) },
        hooks: { 'resolution-order': () => matters.pending(), ...hooks },
        ...more,
      }),
    },
  ]);
  for (const id of ['P1', 'P2'])
    kernel.take({
      type: 'post',
      at: AT,
      by: 'ana',
      id,
      kind: 'proposal',
      title: id,
      text: '',
      changes: [set('game.oil', 4)],
    });
  return kernel;
}
const refusing = ({ refuse }: Loose): unknown => refuse('not yet');
const failing = (): never => {
  throw new Error('boo');
};

describe('what is due', () => {
  test.each<[string, Loose, object | null]>([
    [
      'may be enacted',
      { 'may-enact': () => 'permit', 'may-fail': () => 'permit' },
      { matter: 'P1', outcome: 'enacted' },
    ],
    ['may fail', { 'may-enact': refusing, 'may-fail': () => 'permit' }, { matter: 'P1', outcome: 'failed' }],
    ['is refused both', { 'may-enact': refusing, 'may-fail': refusing }, null],
    [
      'makes the rules fail, which is told as such',
      { 'may-enact': failing, 'may-fail': refusing },
      { matter: 'P1', outcome: 'enacted', fault: expect.objectContaining({ code: 'clause-fails' }) },
    ],
    [
      'makes the rules fail where they are asked second',
      { 'may-enact': refusing, 'may-fail': failing },
      { matter: 'P1', outcome: 'enacted', fault: expect.objectContaining({ code: 'clause-fails' }) },
    ],
    [
      'makes them fail and may fail',
      { 'may-enact': failing, 'may-fail': () => 'permit' },
      { matter: 'P1', outcome: 'failed' },
    ],
  ])('%s', (_, hooks, expected) => {
    expect(judged(hooks).due(LATER)).toEqual(expected);
  });

  test('reports faults for each pending matter, or for one, and for all if the order itself fails', () => {
    const faults = (hooks: Loose, only?: string): unknown =>
      judged(hooks).read(LATER, ['faults', ...(only === undefined ? [] : [only])]);
    const one = { code: 'clause-fails', reason: expect.stringContaining('boo') };
    expect(faults({ 'may-enact': failing, 'may-fail': refusing })).toMatchObject({ P1: one, P2: one });
    expect(Object.keys(faults({ 'may-enact': failing, 'may-fail': refusing }, 'P2') as object)).toEqual([
      'P2',
    ]);
    expect(faults({ 'may-enact': refusing, 'may-fail': refusing })).toEqual({});
    expect(
      faults({ 'resolution-order': failing, 'may-enact': refusing, 'may-fail': refusing }),
    ).toMatchObject({ P1: one, P2: one });
    const resolved = judged({ 'may-enact': failing, 'may-fail': () => 'permit' });
    resolved.failMatter(resolution('failed'));
    expect(resolved.read(LATER, ['faults'])).toEqual({});
    const late = judged({
      'may-enact': failing,
      'may-fail': ({ matter }: Loose) => (matter.pending ? 'permit' : failing()),
    });
    late.failMatter(resolution('failed'));
    expect(late.read(LATER, ['faults'])).toEqual({});
  });
});

describe('a resolution', () => {
  test('records the tally as it was at the end', () => {
    const tallies: unknown[] = [];
    const hooks = {
      'may-enact': () => 'permit',
      'may-fail': () => 'permit',
      tally: ({ matter, final }: Loose) => (tallies.push(final), { for: matter.id === 'P1' ? 1 : 2, final }),
    };
    const kernel = judged(hooks);
    expect(kernel.read(AT, ['tally', 'P1'])).toEqual({ for: 1, final: false });
    enact(kernel);
    kernel.failMatter({ ...resolution('failed'), matter: 'P2' });
    expect([kernel.state.posts['P1']?.tally, kernel.state.posts['P2']?.tally]).toEqual([
      { for: 1, final: true },
      { for: 2, final: true },
    ]);
    const asked = tallies.length;
    expect(kernel.read(LATER, ['tally', 'P1'])).toEqual({ for: 1, final: true });
    expect(tallies).toHaveLength(asked);
  });

  test('records an empty tally if there is none, and refuses one that can’t be kept', () => {
    const kernel = judged({
      'may-enact': () => 'permit',
      'may-fail': () => 'permit',
      tally: () => undefined,
    });
    kernel.failMatter(resolution('failed'));
    expect(kernel.state.posts['P1']?.tally).toEqual({});
    const odd = judged({
      'may-enact': () => 'permit',
      'may-fail': () => 'permit',
      tally: () => ({ odds: Number.NaN }),
    });
    expect(odd.failMatter(resolution('failed'))).toMatchObject({
      ok: false,
      refusal: { code: 'illegal-value' },
    });
  });

  test('writes values as a matter does, and rules that react write in their own way', () => {
    const how: unknown[] = [];
    const kernel = judged(
      {
        'may-enact': () => 'permit',
        'value-written': ({ variable, how: way }: Loose) => void how.push([variable, way]),
      },
      {
        on: {
          enacted: ({ game }: Loose) => game.gain('oil', 1),
          changed: ({ game }: Loose) => game.lose('oil', 1),
        },
      },
    );
    how.length = 0;
    enact(kernel);
    expect(how).toEqual([
      ['oil', 'gain'],
      ['oil', 'matter'],
      ['oil', 'lose'],
    ]);
  });
});
