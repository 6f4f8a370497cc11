import { describe, expect, test } from 'vitest';

import { boolean, integer, player, text } from '../rules/types.ts';
import { HarnessError } from './calls.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import type { Result } from './result.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

interface Noted {
  readonly order: string[];
  readonly acted: Loose[];
}

/** A game with the given actions, which records questions and effects in order. */
function market(actions: object, hooks: object = {}, more: readonly TestRule[] = []): Playground & Noted {
  const [order, acted]: [string[], Loose[]] = [[], []];
  const noting =
    (what: string, also?: (words: Loose) => unknown) =>
    (words: Loose): unknown => {
      order.push(what);
      return also?.(words);
    };
  const made = playground(
    {
      player: { gold: integer({ start: 5 }), bloodMana: integer({ start: 5 }), admin: boolean() },
      game: { open: boolean({ start: true }) },
      dynasty: { emperor: text() },
      emperor: { plan: text({ private: true, start: 'attack' }) },
      actions,
      hooks: {
        'may-act': noting('may-act'),
        'may-take': noting('may-take'),
        'may-repeat': noting('may-repeat', ({ last, refuse }) => last !== null && refuse('once a day')),
        ...hooks,
      },
      on: {
        acted: ({ actor, action, params, cost, words, rule }: Loose) => {
          order.push('acted');
          acted.push({ by: actor.id, action: action.id, params, cost, words, rule: rule.title });
        },
      },
    },
    more,
  );
  return { ...made, order, acted };
}

const act = (on: Playground, action: string, words: object = {}, by = 'ana'): Result =>
  on.take({ type: 'act', action, with: words as Record<string, unknown> }, by);
const codeOf = (result: Result): string => (result.ok ? 'ok' : result.refusal.code);

describe('an action is taken step by step', () => {
  test('permission, check, frequency, cost, payment, effect, steps, and then the announcement', () => {
    const order: string[] = [];
    const step = (name: string) => (): void => void order.push(name);
    const on = market({
      buy: {
        by: 'anybody',
        frequency: 'daily',
        with: { many: integer({ start: 2 }) },
        check: step('check'),
        cost: ({ many }: Loose) => {
          order.push('cost');
          return { gold: many };
        },
        effect: ({ actor }: Loose) => order.push(`effect with ${actor.gold}`),
        steps: { first: step('first'), second: step('second') },
      },
    });
    on.order.push = (...words) => order.push(...words);
    expect(whyNot(act(on, 'buy', { many: 3 }))).toBe('');
    expect(order).toEqual([
      'may-act',
      'check',
      'may-repeat',
      'cost',
      'may-take',
      'effect with 2',
      'first',
      'second',
      'may-repeat',
      'acted',
    ]);
    expect(on.acted).toEqual([
      {
        by: 'ana',
        action: 'buy',
        params: { many: 3 },
        cost: { gold: 3 },
        words: { many: 3 },
        rule: 'Playground',
      },
    ]);
    expect(on.read('taken')).toBeUndefined();
    expect(on.kernel.state.taken).toEqual({ buy: { ana: AT } });
  });

  test('refuses a used-up turn before anything is paid, and everybody has turns of their own', () => {
    const on = market({ dig: { by: 'anybody', frequency: 'daily', cost: { gold: 1 } } });
    expect(whyNot(act(on, 'dig'))).toBe('');
    expect(whyNot(act(on, 'dig'))).toBe('once a day');
    expect(on.read('players.ana.gold')).toBe(4);
    expect(whyNot(act(on, 'dig', {}, 'bo'))).toBe('');
  });

  test('without a frequency, nothing limits it and nothing is recorded', () => {
    const on = market({ dig: { by: 'anybody' } });
    for (let count = 0; count < 3; count++) expect(whyNot(act(on, 'dig'))).toBe('');
    expect(on.order.filter((what) => what === 'may-repeat')).toEqual([]);
    expect(on.kernel.state.taken).toEqual({});
  });

  test('names a step that refuses, with the code of its refusal, and undoes the steps before', () => {
    const on = market({
      trade: {
        by: 'anybody',
        steps: {
          pay: ({ actor }: Loose) => actor.gain('gold', 1),
          collect: ({ actor }: Loose) => actor.spend('gold', 50),
        },
      },
    });
    const result = act(on, 'trade');
    expect(whyNot(result)).toBe('at the step "collect": gold would be -44, below zero');
    expect(codeOf(result)).toBe('illegal-value');
    expect(on.kernel.state.players).toEqual({});
  });

  test('rethrows an error of the harness, at a step as elsewhere', () => {
    const spent = kernelWith(
      [
        {
          title: 'Dice',
          clause: ({ dice }: Loose) => ({
            actions: { roll: { by: 'anybody', steps: { roll: () => dice(6) } } } as Loose,
          }),
        },
      ],
      {
        dice: () => {
          throw new HarnessError('no dice left');
        },
        secret: () => 0,
      },
    );
    const roll = (): unknown => spent.take({ type: 'act', at: AT, by: 'ana', action: 'roll', with: {} });
    expect(roll).toThrow('no dice left');
  });
});

describe('a cost', () => {
  test('names what is lacking in plain words before anything is paid', () => {
    const on = market({ cast: { by: 'anybody', cost: { gold: 1, bloodMana: 6 } } });
    const result = act(on, 'cast');
    expect(whyNot(result)).toBe('costs 6 blood mana, but ana has only 5');
    expect(codeOf(result)).toBe('too-little');
    on.kernel.assume('players.ana.bloodMana', 6);
    expect(whyNot(act(on, 'cast'))).toBe('');
    expect(on.read('players.ana')).toMatchObject({ gold: 4, 'blood-mana': 0 });
  });

  test('of something that isn’t a number is refused for that, whatever it holds', () => {
    const on = market({ sell: { by: 'anybody', cost: { admin: 1 } } });
    expect(whyNot(act(on, 'sell'))).toBe('ana has no number called admin');
  });

  test('isn’t paid if it is zero, or if the rule gives none', () => {
    const paid: unknown[] = [];
    const on = market(
      {
        nothing: { by: 'anybody', cost: { gold: 0, bloodMana: 1 } },
        none: { by: 'anybody', cost: () => undefined },
        free: { by: 'anybody' },
      },
      { amount: ({ amount }: Loose) => (paid.push(amount), amount) },
    );
    for (const action of ['nothing', 'none', 'free']) expect(whyNot(act(on, action))).toBe('');
    expect(paid).toEqual([1]);
    expect(on.acted.map(({ cost }) => cost)).toEqual([{ gold: 0, bloodMana: 1 }, {}, {}]);
    const why = (action: string): readonly string[] =>
      on.kernel
        .explainInput({ type: 'act', at: AT, by: 'ana', action, with: {} })
        .lines.map(({ question }) => question);
    expect(why('nothing')).toContain('payment of nothing');
    expect(why('none')).not.toContain('payment of none');
    expect(
      [why('none'), why('free')].map((lines) => lines.some((line) => line.startsWith('cost of'))),
    ).toEqual([true, false]);
  });

  test('is known to rules that are asked whether the action may be taken', () => {
    const on = market(
      { buy: { by: 'anybody', with: { many: integer() }, cost: ({ many }: Loose) => ({ gold: many }) } },
      { 'may-take': ({ cost, params, refuse }: Loose) => refuse(`${cost.gold} for ${params.many}`) },
    );
    expect(whyNot(act(on, 'buy', { many: 2 }))).toBe('2 for 2');
    expect(on.kernel.state.players).toEqual({});
  });
});

describe('who may act', () => {
  const roles = (by: unknown): string => {
    const on = market(
      { go: { by } },
      {
        'may-act': (_: Loose, next: () => unknown) => next(),
        'not-a-player': ({ person }: Loose) => (person.id === 'ana' ? null : `${person.id} is no player`),
      },
    );
    on.kernel.assume('players.cy.admin', true);
    on.kernel.assume('dynasty.emperor', 'eli');
    const why = ['ana', 'bo', 'cy', 'eli'].map((id) => whyNot(act(on, 'go', {}, id)));
    return why.map((one) => one || 'may').join(' | ');
  };

  test.each([
    [undefined, 'may | bo is no player | cy is no player | eli is no player'],
    ['anybody', 'may | may | may | may'],
    ['admin', 'only an admin can do this | only an admin can do this | may | only an admin can do this'],
    [
      'emperor',
      'only the Emperor can do this | only the Emperor can do this | only the Emperor can do this | may',
    ],
    [
      ['admin', 'emperor'],
      'only an admin can do this; only the Emperor can do this | only an admin can do this; only the Emperor can do this | may | may',
    ],
  ])('by %j', (by, expected) => {
    expect(roles(by)).toBe(expected);
  });

  test('the role is checked for the rule of the action, which the refusal cites', () => {
    const asked: Loose[] = [];
    const on = market(
      { go: {} },
      {
        'may-act': (_: Loose, next: () => unknown) => next(),
        'not-a-player': ({ person, rule }: Loose) => (asked.push([person.id, rule?.title]), 'not here'),
      },
    );
    const result = act(on, 'go');
    expect(result).toMatchObject({
      ok: false,
      refusal: { code: 'not-in-role', rule: { title: 'Playground', number: '1.1', path: 'core/playground' } },
    });
    expect(asked).toContainEqual(['ana', 'Playground']);
  });
});

describe('an action that can’t be found', () => {
  const asleep: TestRule = {
    section: 'special-case',
    title: 'Bazaar',
    status: 'inactive',
    clause: () => ({ actions: { haggle: { by: 'anybody' } } }),
  };

  test('is refused with its rule if that is inactive', () => {
    expect(act(market({}, {}, [asleep]), 'haggle')).toMatchObject({
      ok: false,
      refusal: {
        code: 'inactive',
        reason: 'haggle belongs to Bazaar, which is inactive',
        rule: { title: 'Bazaar', number: '1.2', path: 'special-case/bazaar' },
      },
    });
  });

  test('is refused, with a suggestion if one is near', () => {
    const on = market({ haggle: { by: 'anybody' } });
    expect(whyNot(act(on, 'hagle'))).toBe('there is no action called hagle; did you mean haggle?');
    expect(whyNot(act(on, 'xyzzy-plugh'))).toBe('there is no action called xyzzy-plugh');
    expect(codeOf(act(on, 'xyzzy-plugh'))).toBe('no-such-action');
  });
});

describe('an action of the emperor’s side', () => {
  const secret = {
    'look-up': {
      by: 'anybody',
      private: true,
      reveals: ['players', 'result'],
      with: { to: player({ who: 'anybody' }), note: text({ private: true, start: '' }) },
      frequency: 'daily',
      effect: ({ emperor, to }: Loose) => to.set({ gold: emperor.plan.length }),
    },
    'maybe-private': {
      by: 'anybody',
      with: { quietly: text({ start: 'no' }) },
      private: ({ words, actor }: Loose) => words.quietly === 'yes' && actor.id === 'ana',
      effect: () => undefined,
    },
  };
  const publicly = (on: Playground, action: string, words: object, said?: object): Result =>
    on.kernel.take(
      {
        type: 'act',
        at: AT,
        by: 'ana',
        action,
        with: words as Record<string, unknown>,
        ...(said && { disclosed: said }),
      } as Loose,
      false,
    );
  const nothing = { changes: [], used: [], rolls: [], result: null };

  test('isn’t run where the secrets aren’t known', () => {
    const on = market(secret);
    const result = publicly(on, 'look-up', { to: 'ana' });
    expect(whyNot(result)).toBe('look-up uses what only the Emperor may see, so it runs on their side');
    expect(codeOf(result)).toBe('private-side');
  });

  test('is private only if its rule says so of this one', () => {
    const on = market(secret);
    expect(codeOf(publicly(on, 'maybe-private', { quietly: 'yes' }))).toBe('private-side');
    expect(codeOf(publicly(on, 'maybe-private', {}))).toBe('ok');
    expect(whyNot(publicly(on, 'maybe-private', {}, nothing))).toBe(
      'maybe-private runs in public, so nobody reports its result',
    );
    expect(codeOf(publicly(on, 'maybe-private', {}, nothing))).toBe('told');
  });

  test('has something to report, unlike a public action', () => {
    const on = market(secret);
    const run = act(on, 'look-up', { to: 'ana' });
    expect(run.ok && run.disclosed).toMatchObject({
      changes: expect.arrayContaining([{ path: ['players', 'ana', 'gold'], after: 6 }]),
    });
    const open = act(on, 'maybe-private');
    expect(open.ok && 'disclosed' in open).toBe(false);
  });

  test('has nothing to report beforehand if it asks for a change of the rules', () => {
    const on = market({
      rewrite: {
        by: 'anybody',
        private: true,
        reveals: ['ruleset'],
        effect: ({ ruleset }: Loose) => ruleset.amend({ type: 'repeal-rule', path: 'core/x' }),
      },
    });
    const result = act(on, 'rewrite');
    expect([result.ok, 'disclosed' in result]).toEqual([true, false]);
  });

  test('is permitted in public: what is asked before it reads nothing private', () => {
    const on = market(
      { peek: { by: 'anybody', private: true } },
      {
        'may-act': ({ emperor, refuse }: Loose) => emperor.plan === 'attack' && refuse('they attack'),
      },
    );
    expect(whyNot(act(on, 'peek'))).toContain('plan is private');
  });

  test('is refused when it is tried if public facts suffice, but never by anything private or by chance', () => {
    const check = ({ emperor, actor, note, secret, refuse }: Loose): void => {
      if (actor.gold < 99) refuse('everybody hears that the purse is empty');
      if (note === 'late') refuse('note', 'it is late');
      try {
        if (emperor.plan === 'attack') refuse('they attack');
      } catch {
        refuse('the clause caught what it may not read');
      }
      if (secret.yes()) refuse('by chance');
    };
    const hidden = { by: 'anybody', private: true, check } as const;
    const on = market({
      peek: { ...hidden, with: { note: text({ start: '' }) } },
      earn: { by: 'anybody', effect: ({ actor }: Loose) => actor.gain('gold', 94) },
      whisper: { ...hidden, with: { note: text({ private: true, start: '' }) } },
      // It has something private that its check doesn't ask for.
      pass: { ...hidden, with: { other: text({ private: true, start: '' }) } },
    });
    const tried = (action: string, words: Record<string, unknown> = {}): readonly (string | undefined)[] => {
      const input = { type: 'act', at: AT, by: 'ana', action, with: words } as const;
      return [...on.kernel.refusalsOf([input]), on.kernel.explainInput(input).refusal].map((refusal) =>
        refusal?.code === 'private-side' ? refusal.code : refusal?.reason,
      );
    };
    const poor = 'everybody hears that the purse is empty';
    expect(tried('peek')).toEqual([poor, poor]);
    expect(tried('whisper')).toEqual(['private-side', 'private-side']);
    expect(tried('pass')).toEqual([poor, poor]);
    // A decision isn't made by a trial.
    expect(codeOf(publicly(on, 'peek', {}))).toBe('private-side');
    act(on, 'earn');
    expect(tried('peek')).toEqual(['private-side', 'private-side']);
    expect(tried('peek', { note: 'late' })).toEqual(['it is late', 'it is late']);
  });

  test('leaves its side when it is done: rules that hear of it read nothing private', () => {
    const on = market({ peek: { by: 'anybody', private: true } }, {}, [
      {
        title: 'Listener',
        clause: ({ emperor, game }: Loose) => ({
          on: { acted: () => void (game.open = emperor.plan === '') },
        }),
      },
    ]);
    expect(whyNot(act(on, 'peek'))).toContain('plan is private');
  });

  test('is checked in public before its report is believed: the role, its public words, the turn and may-take', () => {
    const on = market(
      secret,
      {
        'may-take': ({ params, cost, refuse }: Loose) =>
          params.to?.id === 'bo' &&
          refuse(`not for ${params.to.id}, ${Object.keys(params).join(' ')} ${JSON.stringify(cost)}`),
      },
      [{ section: 'dynastic', title: 'Dungeon', clause: () => ({}) }],
    );
    act(on, 'maybe-private', {}, 'bo');
    const said = { ...nothing, changes: [{ path: ['players', 'ana', 'gold'], after: 9 }] };
    expect(whyNot(publicly(on, 'look-up', { to: 'nobody' }, said))).toMatch(/^to /u);
    expect(whyNot(publicly(on, 'look-up', { to: 'ana', note: 'x' }, said))).toContain('no parameter note');
    expect(whyNot(publicly(on, 'look-up', { to: 'bo' }, said))).toBe('not for bo, to {}');
    expect(whyNot(publicly(on, 'look-up', { to: 'ana' }, said))).toContain('part of this report');
    expect(on.kernel.state.taken).toEqual({});
    expect(whyNot(publicly(on, 'look-up', { to: 'ana' }, nothing))).toBe('');
    expect(on.kernel.state.taken).toEqual({ 'look-up': { ana: AT } });
    expect(on.acted.at(-1)).toMatchObject({ action: 'look-up', cost: {}, words: { to: 'ana' } });
    const rolled = publicly(on, 'look-up', { to: 'ana' }, { ...nothing, rolls: [{ size: 6, result: 1 }] });
    expect([whyNot(rolled), rolled.draws]).toEqual(['once a day', []]);
  });

  test('uses up no turn when it is reported, if it isn’t limited', () => {
    const on = market({ peek: { by: 'anybody', private: true } });
    for (let count = 0; count < 2; count++) expect(whyNot(publicly(on, 'peek', {}, nothing))).toBe('');
    expect([on.kernel.state.taken, on.order.includes('may-repeat')]).toEqual([{}, false]);
  });
});
