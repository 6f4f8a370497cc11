import { describe, expect, test } from 'vitest';

import { integer, list, text } from '../rules/types.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import type { Resolution } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Result } from './result.ts';
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
  test('is enacted once: what is resolved can’t be resolved again, either way', () => {
    const kernel = withMatter([set('game.oil', 4)]);
    expect(enact(kernel)).toMatchObject({ ok: true });
    kernel.assume('game.oil', 9);
    for (const again of [
      enact(kernel),
      kernel.failMatter(resolution('failed')),
      kernel.take({ type: 'fail', at: LATER, by: 'ana', matter: 'P1', byHand: true }),
    ])
      expect(again).toMatchObject({ ok: false, refusal: { code: 'resolved' } });
    expect(kernel.state.game['oil']).toBe(9);
    expect(kernel.state.posts['P1']).toMatchObject({
      status: 'enacted',
      resolvedAt: LATER,
      resolvedBy: null,
    });
  });

  test('that failed can’t be enacted any more', () => {
    const kernel = withMatter([set('game.oil', 4)]);
    expect(kernel.failMatter(resolution('failed'))).toMatchObject({ ok: true });
    expect(enact(kernel)).toMatchObject({ ok: false, refusal: { code: 'resolved' } });
    expect(kernel.state.posts['P1']?.status).toBe('failed');
    expect(kernel.state.game['oil']).toBe(3);
  });

  test('is asked of the rules change by change: what one may not change is left out, and why', () => {
    const kernel = withMatter([set('game.locked', 7), set('game.oil', 4)]);
    expect(enact(kernel)).toMatchObject({ ok: true });
    expect(kernel.state.game).toMatchObject({ locked: 1, oil: 4 });
    expect(kernel.state.posts['P1']?.omitted).toEqual([
      { change: 'set game.locked to 7', reason: 'locked is not for matters' },
    ]);
  });

  test('whose value is illegal leaves nothing of it behind, and the rest is made', () => {
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
      expect.stringContaining('holds at least 1'),
    ]);
  });

  test('that is due comes in the rules’ order, but for those that can’t be', () => {
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

  test('in a circle are stopped, and those that call each other often and not deep are not', () => {
    const kernel = kernelWith([chain]);
    const take = (action: string): Result =>
      kernel.take({ type: 'act', at: AT, by: 'ana', action, with: {} }, true);
    expect(take('round')).toMatchObject({ ok: false, refusal: { code: 'circle' } });
    expect(take('often')).toMatchObject({ ok: true });
    expect(take('round')).toMatchObject({ ok: false, refusal: { code: 'circle' } });
    expect(take('often')).toMatchObject({ ok: true });
  });
});
