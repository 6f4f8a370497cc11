import { describe, expect, test } from 'vitest';
import { boolean, choice, integer, list, optional, player, text, thing } from '../rules/types.ts';
import { Kernel } from './kernel.ts';
import type { Result } from './result.ts';
import { query } from './query.ts';
import { type TestRule, clausesOf, kernelWith, manifestOf } from './fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';

function act(kernel: Kernel, by: string, action: string, words: Record<string, unknown> = {}): Result {
  return kernel.take({ type: 'act', at: AT, by, action, with: words }, true);
}

function read(kernel: Kernel, path: string): unknown {
  return query(kernel.runtime, path.split('.'));
}

function reasonOf(result: Result): string {
  return result.ok ? 'accepted' : result.refusal.reason;
}

const oil: TestRule = {
  section: 'dynastic',
  title: 'Lantern Oil',
  values: { start: '3', cost: '2' },
  clause: ({ value, view }) => ({
    player: { oil: integer({ start: value('start') }) },
    things: {
      rooms: {
        fields: { lit: boolean(), owner: optional(player()) },
        ids: ['hall', 'cellar'],
        start: (id: string) => ({ lit: id === 'hall' }),
      },
    },
    actions: {
      'light-room': {
        with: { room: thing('rooms') },
        cost: { oil: value('cost') },
        check: (({ room, refuse }: { room: { lit: boolean }; refuse: (a: string, b: string) => never }) => {
          if (room.lit) refuse('room', 'it is lit already');
        }) as never,
        effect: (({ actor, room }: { actor: unknown; room: { lit: boolean; owner: unknown } }) => {
          room.lit = true;
          room.owner = actor;
        }) as never,
      },
      'light-and-fail': {
        effect: (({
          rooms,
          refuse,
        }: {
          rooms: { get(id: string): { lit: boolean } };
          refuse: (a: string) => never;
        }) => {
          rooms.get('cellar').lit = true;
          refuse('the match goes out');
        }) as never,
      },
    },
    views: {
      'lit-rooms': { of: 'game', returns: integer(), value: (() => view('count')) as never },
      count: { of: 'game', returns: integer(), value: () => 1 },
    },
  }),
};

describe('an action', () => {
  test('pays its cost, makes its changes, and reports them', () => {
    const kernel = kernelWith([oil]);
    const result = act(kernel, 'ana', 'light-room', { room: 'cellar' });
    expect(
      result.ok && result.changes.map(({ path, before, after }) => [path.join('.'), before, after]),
    ).toEqual(
      expect.arrayContaining([
        ['things.rooms.cellar.lit', false, true],
        ['things.rooms.cellar.owner', null, 'ana'],
      ]),
    );
    expect(read(kernel, 'players.ana.oil')).toBe(1);
  });

  test('leaves no trace if it is refused, not even of who asked', () => {
    const kernel = kernelWith([oil]);
    const before = JSON.stringify(kernel.state);
    expect(reasonOf(act(kernel, 'ana', 'light-and-fail'))).toBe('the match goes out');
    expect(reasonOf(act(kernel, 'ana', 'light-room', { room: 'hall' }))).toBe('it is lit already');
    expect(JSON.stringify(kernel.state)).toBe(before);
  });

  test('cites the rule that refuses and the parameter at fault', () => {
    const result = act(kernelWith([oil]), 'ana', 'light-room', { room: 'hall' });
    expect(result.ok ? null : [result.refusal.rule?.title, result.refusal.param]).toEqual([
      'Lantern Oil',
      'room',
    ]);
  });

  test('is refused if it can’t be paid for', () => {
    const kernel = kernelWith([oil]);
    kernel.assume('players.ana.oil', 1);
    expect(reasonOf(act(kernel, 'ana', 'light-room', { room: 'cellar' }))).toContain(
      'costs 2 oil, but ana has only 1',
    );
  });

  test('says what it needs, what it doesn’t know and what was meant', () => {
    const kernel = kernelWith([oil]);
    expect(reasonOf(act(kernel, 'ana', 'light-room'))).toBe('needs room');
    expect(reasonOf(act(kernel, 'ana', 'light-room', { rom: 'hall' }))).toContain('did you mean room?');
    expect(reasonOf(act(kernel, 'ana', 'light-rom'))).toContain('did you mean light-room?');
    expect(reasonOf(act(kernel, 'ana', 'light-room', { room: 'attic' }))).toContain('there is no');
  });
});

/** Rules that answer one hook, each adding its own letter around what the ones below say. */
function letters(...rules: readonly (Partial<TestRule> & { readonly letter: string })[]): string {
  const all: TestRule[] = rules.map(({ letter, ...rest }) => ({
    title: letter,
    ...rest,
    clause: () => ({
      hooks: { word: ((_: object, next: () => string | undefined) => `${letter}${next() ?? ''}`) as never },
    }),
  }));
  return String(kernelWith(all).ask('word', {}));
}

describe('precedence', () => {
  test('runs from the core outwards to the appendix', () => {
    expect(
      letters(
        { letter: 'c' },
        { letter: 'd', section: 'dynastic' },
        { letter: 's', section: 'special-case' },
        { letter: 'a', section: 'appendix' },
      ),
    ).toBe('asdc');
  });
  test('puts entrenched rules above dynastic ones and below special cases', () => {
    expect(
      letters(
        { letter: 'e', entrenched: true },
        { letter: 'c' },
        { letter: 'd', section: 'dynastic' },
        { letter: 's', section: 'special-case' },
      ),
    ).toBe('sedc');
  });
  test('lets a rule claim to prevail, but not a dynastic one over an entrenched one', () => {
    expect(letters({ letter: 'c', over: ['d'] }, { letter: 'd', section: 'dynastic' })).toBe('cd');
    expect(
      letters({ letter: 'e', entrenched: true }, { letter: 'd', section: 'dynastic', over: ['e'] }),
    ).toBe('ed');
  });
  test('leaves an inactive rule out', () => {
    expect(letters({ letter: 'c' }, { letter: 's', section: 'special-case', status: 'inactive' })).toBe('c');
  });
});

describe('a change of definitions', () => {
  const before: TestRule = {
    section: 'dynastic',
    title: 'Stats',
    clause: () => ({
      player: {
        might: integer({ max: 20, start: 5 }),
        rank: choice(['low', 'high'], { start: 'low' }),
        old: text(),
      },
    }),
  };
  const after: TestRule = {
    section: 'dynastic',
    title: 'Stats',
    clause: () => ({
      player: {
        might: integer({ max: 9, start: 4 }),
        rank: choice(['low', 'high'], { start: 'low' }),
        fresh: list(text()),
      },
    }),
  };

  test('keeps legal values, resets illegal ones, starts new ones and drops the rest', () => {
    const clauses = { now: clausesOf([before]) };
    const kernel = new Kernel({ clauseOf: (module) => clauses.now(module) });
    kernel.link(manifestOf([before]));
    kernel.load(null);
    kernel.assume('players.ana.might', 12);
    kernel.assume('players.ana.rank', 'high');
    clauses.now = clausesOf([after]);
    expect(kernel.link(manifestOf([after]))).toEqual([]);
    kernel.load(kernel.state);
    expect(kernel.state.players['ana']).toEqual({ might: 4, rank: 'high', fresh: [] });
  });

  test('changes nothing if it doesn’t load, and reports all that is wrong', () => {
    const broken: TestRule = {
      title: 'Broken',
      clause: ({ value }) => ({ player: { x: integer({ start: value('missing') }) } }),
    };
    const odd: TestRule = { title: 'Odd', clause: () => ({ playr: {} }) as never };
    const rules = [before, broken, odd];
    const kernel = new Kernel({ clauseOf: clausesOf(rules) });
    expect(kernel.link(manifestOf([before]))).toEqual([]);
    const problems = kernel.link(manifestOf(rules)).map(({ message }) => message);
    expect(problems).toEqual([
      expect.stringContaining('core/broken.md: there is no live value "missing"'),
      expect.stringContaining('a rule has no "playr"'),
    ]);
    kernel.load(null);
    kernel.assume('players.ana.might', 7);
    expect(read(kernel, 'players.ana.might')).toBe(7);
  });
});

interface Telling {
  readonly emperor: { readonly plan: string; spend(variable: string, amount: number): void };
  readonly refuse: (reason: string) => never;
  readonly view: (id: string, of: string) => unknown;
  readonly secret: { pick(options: readonly string[]): string | undefined };
  readonly result: (value: unknown) => void;
}

describe('private values', () => {
  const rule: TestRule = {
    title: 'Secrets',
    clause: ({ emperor, game }: { emperor: { plan: string }; game: { shown: string } }) => ({
      game: { shown: text() },
      emperor: { plan: text({ private: true, start: 'attack' }) },
      actions: {
        leak: {
          by: 'anybody',
          effect: () => {
            game.shown = emperor.plan;
          },
        },
        smuggle: {
          by: 'anybody',
          private: true,
          reveals: ['players'],
          effect: () => {
            game.shown = emperor.plan;
          },
        },
        reveal: {
          by: 'anybody',
          private: true,
          reveals: ['game.shown'],
          effect: () => {
            game.shown = emperor.plan;
          },
        },
      },
    }),
  };
  test('can’t be read by an action that isn’t of the private side', () => {
    expect(reasonOf(act(kernelWith([rule]), 'ana', 'leak'))).toContain('plan is private');
  });
  test('don’t get out by an action that doesn’t declare what it makes public', () => {
    const kernel = kernelWith([rule]);
    expect(reasonOf(act(kernel, 'ana', 'smuggle'))).toContain(
      "would make game.shown public, and doesn't say so: reveals: ['game.shown']",
    );
    expect(read(kernel, 'game.shown')).toBe('');
  });
  const telling: TestRule = {
    title: 'Telling',
    clause: ({ emperor, refuse, view, secret, result }: Telling) => {
      const hidden = { by: 'anybody', private: true } as const;
      const say = (): never => refuse(`the plan is ${emperor.plan}`);
      return {
        emperor: {
          plan: text({ private: true, start: 'attack' }),
          gold: integer({ private: true, start: 7 }),
        },
        views: {
          plan: { of: 'game', returns: text(), private: true, value: () => emperor.plan },
        },
        actions: {
          blurt: { ...hidden, effect: say },
          check: { ...hidden, check: say },
          fail: {
            ...hidden,
            effect: () => {
              throw new Error(emperor.plan);
            },
          },
          spend: {
            ...hidden,
            effect: () => {
              emperor.spend('gold', 40);
            },
          },
          seen: { ...hidden, effect: () => refuse(String(view('plan', 'game'))) },
          'seen-again': {
            ...hidden,
            effect: () => {
              void view('plan', 'game');
              return refuse(String(view('plan', 'game')));
            },
          },
          drawn: { ...hidden, effect: () => refuse(`drew ${String(secret.pick(['attack', 'attack']))}`) },
          'give-back': { ...hidden, effect: () => result(emperor.plan) },
          plain: { ...hidden, effect: () => refuse('it is too early') },
          declared: { ...hidden, reveals: ['refusals'], effect: say },
          returned: { ...hidden, reveals: ['result'], effect: () => result(emperor.plan) },
        },
      };
    },
  };
  const withChance = (): Kernel => kernelWith([telling], { dice: () => 1, secret: () => 0 });

  test.each(['blurt', 'check', 'fail', 'spend', 'seen', 'seen-again', 'drawn', 'give-back'])(
    'get out neither by a refusal nor by a result: %s',
    (action) => {
      const outcome = act(withChance(), 'ana', action);
      expect(JSON.stringify({ ...outcome, draws: [] })).not.toMatch(/attack|-33|\b7\b/);
      expect(reasonOf(outcome)).toMatch(/only the Emperor may see|make result public/);
    },
  );
  test('are told if the action declares it, and a refusal that saw none gives its reason', () => {
    expect(reasonOf(act(withChance(), 'ana', 'plain'))).toContain('it is too early');
    expect(reasonOf(act(withChance(), 'ana', 'declared'))).toContain('the plan is attack');
    expect(act(withChance(), 'ana', 'returned')).toMatchObject({ ok: true, result: 'attack' });
  });
  test('are read by an action that declares it, on the private side only', () => {
    const kernel = kernelWith([rule]);
    expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'reveal', with: {} }, false).ok).toBe(false);
    expect(act(kernel, 'ana', 'reveal').ok).toBe(true);
    expect(read(kernel, 'game.shown')).toBe('attack');
  });
});

describe('explaining an answer', () => {
  test('tells what each rule said, outermost first, and changes nothing', () => {
    const core: TestRule = {
      title: 'Core',
      clause: () => ({
        hooks: { word: (({ refuse }: { refuse: (reason: string) => never }) => refuse('not yet')) as never },
      }),
    };
    const special: TestRule = {
      title: 'Special',
      section: 'special-case',
      clause: () => ({ hooks: { word: ((_: object, next: () => unknown) => next()) as never } }),
    };
    const { refusal, lines } = kernelWith([core, special]).explain(AT, 'word', {});
    expect(refusal?.reason).toBe('not yet');
    expect(lines.map(({ rule, answer }) => [rule?.title, answer])).toEqual([
      ['Special', 'refuses: not yet'],
      ['Core', 'refuses: not yet'],
    ]);
  });

  test('goes through every step of an action without taking it', () => {
    const kernel = kernelWith([oil]);
    const { refusal, lines } = kernel.explainInput({
      type: 'act',
      at: AT,
      by: 'ana',
      action: 'light-room',
      with: { room: 'cellar' },
    });
    expect(refusal).toBeNull();
    expect(lines.map(({ question }) => question)).toContain('check of light-room');
    expect(read(kernel, 'rooms.cellar.lit')).toBe(false);
  });

  test('tells what an action costs, fixed or computed, and who can’t pay', () => {
    const hats: TestRule = {
      title: 'Hats',
      clause: () => ({
        player: { goldDust: integer({ start: 3 }) },
        actions: {
          'buy-hat': { title: 'Buy', cost: { goldDust: 2 } },
          'buy-crown': { title: 'Buy', cost: () => ({ goldDust: 9 }) },
        },
      }),
    };
    const kernel = kernelWith([hats]);
    const said = (action: string): unknown =>
      kernel
        .explainInput({ type: 'act', at: AT, by: 'ana', action, with: {} })
        .lines.map(({ question, rule, answer }) => [question, rule?.title, answer]);
    expect(said('buy-hat')).toEqual([
      ['cost of buy-hat', 'Hats', 'answers 2 gold dust'],
      ['payment of buy-hat', 'Hats', 'lets it pass'],
    ]);
    expect(said('buy-crown')).toEqual([
      ['cost of buy-crown', 'Hats', 'answers 9 gold dust'],
      ['payment of buy-crown', 'Hats', 'refuses: costs 9 gold dust, but ana has only 3'],
    ]);
  });
});

describe('what people write', () => {
  const posts: TestRule = { title: 'Posts', clause: () => ({ posts: { plain: {} } }) };
  const post = (kernel: Kernel, title: string, text: string): Result =>
    kernel.take({ type: 'post', at: AT, by: 'ana', id: 'P', kind: 'plain', title, text });

  test('is limited, so that no post makes a game too large to be read', () => {
    const kernel = kernelWith([posts]);
    expect(reasonOf(post(kernel, 'Long', 'x'.repeat(400_001)))).toContain('the text is too long');
    expect(reasonOf(post(kernel, 'x'.repeat(301), ''))).toContain('the title is too long');
    expect(post(kernel, 'Fine', 'x'.repeat(60_000)).ok).toBe(true);
    expect(
      reasonOf(
        kernel.take({ type: 'comment', at: AT, by: 'bo', on: 'P', id: 'C', text: 'x'.repeat(60_001) }),
      ),
    ).toContain('too long');
  });
});
