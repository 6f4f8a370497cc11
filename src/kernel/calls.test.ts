import { describe, expect, test } from 'vitest';

import { integer, text } from '../rules/types.ts';
import { HarnessError } from './calls.ts';
import { clausesOf, kernelWith, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';
import { Refusal, refusalOf } from './refusal.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const rule = (title: string, hooks: object, more: Partial<TestRule> = {}): TestRule => ({
  title,
  ...more,
  clause: () => ({ hooks }) as Loose,
});

describe('a hook', () => {
  test('is answered by the outermost rule, which may hand on, with other arguments', () => {
    const kernel = kernelWith([
      rule('Inner', { price: ({ ware, by }: Loose) => `${ware} for ${by}` }),
      rule(
        'Outer',
        { price: (_: Loose, next: Loose) => `${next({ by: 'bo' })}, ${next()}` },
        { section: 'dynastic' },
      ),
    ]);
    expect(kernel.ask('price', { ware: 'oil', by: 'ana' })).toBe('oil for bo, oil for ana');
  });

  test('has no answer if the innermost rule hands on, unless the kernel has one', () => {
    const kernel = kernelWith([
      rule('Only', { price: (_: Loose, next: Loose) => next(), amount: (_: Loose, next: Loose) => next() }),
    ]);
    expect(kernel.ask('price', {})).toBeUndefined();
    expect(kernel.ask('amount', { amount: 3 })).toBe(3);
    expect(() => kernel.ask('amount', { amount: 0 })).toThrow('the amount must be above zero, not 0');
  });

  test('is refused in words if no rule answers it', () => {
    const kernel = kernelWith([rule('Only', { price: () => 1 })]);
    expect(() => kernel.ask('price-of-oil', {})).toThrow('no rule says anything about “price of oil”');
  });

  test('finds the game behind its arguments, and its arguments first', () => {
    const kernel = kernelWith([
      {
        title: 'Only',
        clause: () => ({
          game: { turn: integer({ start: 7 }) },
          hooks: {
            seen: (({ game, rule: own, now }: Loose) => [game.turn ?? game, own.title, now]) as Loose,
          },
        }),
      },
    ]);
    expect(kernel.ask('seen', {})).toEqual([7, 'Only', kernel.runtime.now]);
    expect(kernel.ask('seen', { game: 'chess', now: 'noon' })).toEqual(['chess', 'Only', 'noon']);
  });
});

test('reports a failing rule with the hook at which it failed, whether it is asked or traced', () => {
  const kernel = kernelWith([
    {
      title: 'Broken',
      clause: () => ({
        hooks: {
          'may-lean': () => {
            throw new Error('boo');
          },
        },
      }),
    },
  ]);
  for (const refusal of [kernel.why(AT, 'may-lean', {}), kernel.explain(AT, 'may-lean', {}).refusal])
    expect(refusal?.reason).toBe('the code of Broken fails in its hook "may-lean": boo');
});

describe('rules in a circle', () => {
  const circle = (depth: number): TestRule => ({
    title: 'Mirror',
    clause: ({ hook, emit }: Loose) =>
      ({
        game: { heard: integer() },
        hooks: { down: ({ n }: Loose) => (n === 0 ? 'ground' : hook('down', { n: n - 1 })) },
        on: { echo: ({ n }: Loose) => void (n > 0 && emit('echo', { n: n - 1 })) },
        actions: {
          ask: { by: 'anybody', effect: ({ result }: Loose) => result(hook('down', { n: depth })) },
          tell: { by: 'anybody', effect: () => emit('echo', { n: depth }) },
        },
      }) as Loose,
  });
  const outcome = (depth: number, action: string): string => {
    const result = kernelWith([circle(depth)]).take({ type: 'act', at: AT, by: 'ana', action, with: {} });
    return result.ok
      ? 'ok'
      : `${result.refusal.code}: ${result.refusal.reason} (${result.refusal.rule?.title})`;
  };

  test('are stopped at a depth that no rules reach on purpose, at a hook or at an event', () => {
    for (const action of ['ask', 'tell']) expect(outcome(58, action)).toBe('ok');
    expect(outcome(59, 'ask')).toBe(
      'circle: the rules call each other in a cycle at hook "down" of Mirror (Mirror)',
    );
    expect(outcome(59, 'tell')).toBe(
      'circle: the rules call each other in a cycle at event "echo" of Mirror (Mirror)',
    );
  });

  test('count only as deep as they are, whatever was asked before', () => {
    const kernel = kernelWith([
      {
        title: 'Many',
        clause: ({ hook, emit }: Loose) =>
          ({
            hooks: { one: () => 1, fails: ({ refuse }: Loose) => refuse('no') },
            on: { ping: () => undefined },
            actions: {
              many: {
                by: 'anybody',
                effect: ({ result }: Loose) => {
                  let sum = 0;
                  for (let count = 0; count < 100; count++) {
                    sum += hook('one', {});
                    emit('ping', {});
                    try {
                      hook('fails', {});
                    } catch {
                      sum += 1;
                    }
                  }
                  result(sum);
                },
              },
            },
          }) as Loose,
      },
    ]);
    const result = kernel.take({ type: 'act', at: AT, by: 'ana', action: 'many', with: {} });
    expect(result).toMatchObject({ ok: true, result: 200 });
    const { refusal } = kernel.explainInput({ type: 'act', at: AT, by: 'ana', action: 'many', with: {} });
    expect(refusal).toBeNull();
  });
});

describe('what a rule throws', () => {
  const thrower = (thrown: () => never): ReturnType<typeof playground> =>
    playground({ hooks: { fail: thrown }, player: { gold: integer({ start: 1 }) } });
  const refusalFor = (thrown: (words: Loose) => unknown): Loose => {
    const result = thrower(thrown as () => never).run(({ hook }) => hook('fail', {}));
    return result.ok ? null : result.refusal;
  };

  test('becomes a refusal that cites it, with the parameter at fault', () => {
    expect(refusalFor(({ refuse }) => refuse('ware', 'there is none'))).toEqual({
      code: 'refused',
      reason: 'there is none',
      param: 'ware',
      rule: { title: 'Playground', number: '1.1', path: 'core/playground' },
    });
  });

  test('cites the rule that refused first, not those that passed it on', () => {
    const kernel = kernelWith([
      rule('Inner', { word: ({ refuse }: Loose) => refuse('no') }),
      rule('Outer', { word: (_: Loose, next: Loose) => next() }, { section: 'dynastic' }),
    ]);
    expect(kernel.why(AT, 'word', {})).toMatchObject({ reason: 'no', rule: { title: 'Inner' } });
  });

  const trap = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error('sprung');
    },
  });
  const FAILS = 'the code of Playground fails in its hook "fail": ';
  const HINT = /; what a clause makes while it is loaded, and what the game hands out, can't be changed/u;
  test.each<[string, unknown, RegExp | string]>([
    ['an error', new Error('boo'), `${FAILS}boo`],
    ['a text', 'boo', `${FAILS}threw "boo"`],
    ['an object', { message: 'boo' }, `${FAILS}threw an object that is no Error`],
    ['an error that is a trap', trap, `${FAILS}threw an error that can't be read`],
    ['a write to what is frozen', new TypeError("'oil' is read-only"), HINT],
    ['a new property of what is frozen', new TypeError('object is not extensible'), HINT],
    ['nothing but a word of it', new Error('oil is read-only today'), /today$/u],
  ])('fails its clause if it isn’t a refusal: %s', (_, thrown, expected) => {
    const refusal = refusalFor(() => {
      throw thrown;
    });
    expect(refusal).toMatchObject({ code: 'clause-fails', rule: { title: 'Playground' } });
    expect(refusal.reason).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });

  test('for an illegal value is reported as an illegal value', () => {
    const on = playground({ player: { gold: integer() } });
    const result = on.run(({ actor }) => void (actor.gold = 'many'));
    expect(result).toMatchObject({
      ok: false,
      refusal: { code: 'illegal-value', rule: { title: 'Playground' } },
    });
  });

  test('is the rule’s refusal itself, unless a clause has caught it', () => {
    const thrown: Refusal[] = [];
    const rules = [
      rule('Inner', {
        price: ({ refuse }: Loose) => {
          try {
            refuse('ware', 'no such ware');
          } catch (error) {
            thrown.push(error as Refusal);
            throw error;
          }
        },
      }),
    ];
    let [asked, isCaught] = [0, false];
    const kernel = new Kernel({
      clauseOf: clausesOf(rules),
      thrownAt: () => `core/inner.ts:${++asked}`,
      wasCaught: () => isCaught,
    });
    kernel.link(manifestOf(rules));
    const refused = (): Refusal => refusalOf(() => kernel.ask('price', {})) as Refusal;
    const said = { code: 'refused', reason: 'no such ware', param: 'ware' };
    const own = { title: 'Inner', number: '1.1', path: 'core/inner' };

    const first = refused();
    // The line hasn't been needed yet, and it is looked up only once.
    expect([first === thrown[0], asked]).toEqual([true, 0]);
    expect(first.toData()).toEqual({ ...said, where: 'core/inner.ts:1', rule: own });
    expect([first.where, asked]).toEqual(['core/inner.ts:1', 1]);

    isCaught = true;
    const second = refused();
    expect([thrown[1]?.rule, thrown[1]?.where]).toEqual([null, null]);
    expect(second.toData()).toEqual({ ...said, where: 'core/inner.ts:2', rule: own });
  });

  test('goes to the caller if the kernel runs out of what the caller gave it', () => {
    const fault = (error: Error): (() => unknown) => {
      const on = playground({}, [], {
        dice: () => {
          throw error;
        },
        secret: () => 0,
      });
      return () => on.run(({ dice }) => dice(6));
    };
    expect(fault(new HarnessError('no dice left'))).toThrow('no dice left');
    const internal = (message: string): Error => Object.assign(new Error(message), { name: 'InternalError' });
    expect(fault(internal('interrupted'))).toThrow('interrupted');
    // A text made too long is the clause's own fault, although QuickJS throws the same kind of error.
    expect(fault(internal('string too long'))()).toMatchObject({
      ok: false,
      refusal: { code: 'clause-fails' },
    });
    let thrown: unknown = 'nothing';
    try {
      fault(null as never)();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeNull();
  });
});

describe('a permission', () => {
  /** The answers of a core rule and of one around it to `may-comment`. */
  const comment = (inner: Loose, outer: Loose, over: readonly string[] = []): string => {
    const on = playground({ posts: { plain: {} } }, [
      rule('Inner', { 'may-comment': inner }),
      rule('Outer', { 'may-comment': outer }, { section: 'dynastic', over }),
    ]);
    on.take({ type: 'post', id: 'P', kind: 'plain', title: 'x', text: '' });
    return whyNot(on.take({ type: 'comment', on: 'P', id: 'c', text: 'hi' })) || 'may';
  };
  const refusing =
    (why: string) =>
    ({ refuse }: Loose): unknown =>
      refuse(why);

  test('hears every rule, and gives the outer refusal first', () => {
    expect(comment(refusing('inner'), refusing('outer'))).toBe('outer');
    expect(comment(refusing('inner'), () => undefined)).toBe('inner');
    expect(comment(() => undefined, refusing('outer'))).toBe('outer');
  });

  test('tells a rule that hands on the answer from further in, also with other arguments', () => {
    const inner = ({ text: said, refuse }: Loose): unknown =>
      said === 'hi' ? refuse('too short') : 'permit';
    expect(comment(inner, (_: Loose, next: Loose) => next())).toBe('too short');
    expect(comment(inner, (_: Loose, next: Loose) => next({ text: 'good evening' }))).toBe('may');
    const said: unknown[] = [];
    comment(inner, (_: Loose, next: Loose) => void said.push(next({ text: 'good evening' })));
    comment(
      () => undefined,
      (_: Loose, next: Loose) => void said.push(next()),
    );
    expect(said).toEqual(['permit', undefined]);
  });

  test('is still refused if a rule catches an inner refusal, unless it permits over that rule', () => {
    const catching =
      (answer: unknown) =>
      (_: Loose, next: Loose): unknown => {
        try {
          return next();
        } catch {
          return answer;
        }
      };
    expect(comment(refusing('inner'), catching('permit'))).toBe('inner');
    expect(comment(refusing('inner'), catching('permit'), ['Inner'])).toBe('may');
    expect(comment(refusing('inner'), catching(undefined), ['Inner'])).toBe('inner');
  });

  test('over one rule still hears the others, also if several rules have that title', () => {
    const said = (...rules: readonly TestRule[]): string => {
      const on = playground({ posts: { plain: {} } }, rules);
      on.take({ type: 'post', id: 'P', kind: 'plain', title: 'x', text: '' });
      return whyNot(on.take({ type: 'comment', on: 'P', id: 'c', text: 'hi' }));
    };
    const says = (title: string, section: string, call: Loose, over: readonly string[] = []): TestRule =>
      rule(title, { 'may-comment': call }, { section, over });
    const within = [says('Last', 'core', refusing('last')), says('Silence', 'dynastic', refusing('silence'))];
    expect(
      said(
        ...within,
        says('Speech', 'special-case', () => 'permit', ['Silence']),
      ),
    ).toBe('last');
    expect(
      said(
        ...within,
        says('Speech', 'special-case', () => 'permit', ['Silence']),
        says('Silence', 'appendix', () => undefined),
      ),
    ).toBe('last');
    expect(
      said(
        ...within,
        says('Silence', 'special-case', () => 'permit', ['Silence']),
      ),
    ).toBe('last');
  });

  test('refused by default needs one rule that permits it, and handing on isn’t enough', () => {
    const fail = (...rules: readonly TestRule[]): string => {
      const on = playground({ posts: { matter: { votable: true } } }, rules);
      on.take({ type: 'post', id: 'P', kind: 'matter', title: 'x', text: '' });
      return whyNot(on.take({ type: 'fail', matter: 'P', byHand: true })) || 'may';
    };
    const none = 'no rule lets anything fail';
    const handsOn = (_: Loose, next: Loose): unknown => next();
    expect(fail()).toBe(none);
    expect(fail(rule('A', { 'may-fail': handsOn }))).toBe(none);
    expect(fail(rule('A', { 'may-fail': () => true }))).toBe(none);
    expect(fail(rule('A', { 'may-fail': () => 'permit' }))).toBe('may');
    expect(fail(rule('A', { 'may-fail': () => 'permit' }), rule('B', { 'may-fail': handsOn }))).toBe('may');
    expect(fail(rule('A', { 'may-fail': () => 'permit' }), rule('B', { 'may-fail': () => undefined }))).toBe(
      'may',
    );
    expect(fail(rule('A', { 'may-fail': handsOn }), rule('B', { 'may-fail': () => 'permit' }))).toBe('may');
    expect(
      fail(rule('A', { 'may-fail': refusing('not now') }), rule('B', { 'may-fail': () => 'permit' })),
    ).toBe('not now');
  });
});

describe('an event', () => {
  test('is told to all rules in the order of the document, with the game behind its arguments', () => {
    const hears = (title: string, section: TestRule['section'] = 'core'): TestRule => ({
      title,
      section,
      clause: ({ game }: Loose) => ({
        on: { ping: ({ by, rule: own }: Loose) => void (game.log += `${own.title} hears ${by}; `) },
      }),
    });
    const on = playground({ game: { log: text() } }, [
      hears('First'),
      hears('Second', 'dynastic'),
      hears('Third'),
    ]);
    expect(whyNot(on.run(({ emit }) => emit('ping', { by: 'ana' })))).toBe('');
    expect(on.read('game.log')).toBe('First hears ana; Second hears ana; Third hears ana; ');
    expect(whyNot(on.run(({ emit }) => emit('pong')))).toBe('');
  });

  test('refuses all that came of it if a rule fails at it', () => {
    const on = playground({ game: { log: text() } }, [
      {
        title: 'Sore',
        clause: () => ({
          on: {
            ping: () => {
              throw new Refusal('not today');
            },
          },
        }),
      },
    ]);
    const result = on.run(({ game, emit }) => {
      game.log = 'written';
      emit('ping');
    });
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'not today', rule: { title: 'Sore' } } });
    expect(on.read('game.log')).toBe('');
  });

  test('a rule can ask whether any rule answers a hook', () => {
    const on = playground({}, [rule('Only', { price: () => 1 })]);
    expect(on.get(({ hasHook }) => [hasHook('price'), hasHook('tally'), hasHook('nothing')])).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('what a permission answers', () => {
  const answers = (hook: string, ...calls: readonly Loose[]): unknown =>
    kernelWith(calls.map((call, index) => rule(`Rule ${index}`, { [hook]: call }))).ask(hook, {});

  test('is that it permits, or nothing, even for a hook that the kernel doesn’t know', () => {
    for (const hook of ['may-post', 'may-sneeze']) {
      expect(
        answers(
          hook,
          () => 'permit',
          () => undefined,
        ),
      ).toBe('permit');
      expect(answers(hook, () => 'perhaps')).toBeUndefined();
    }
  });

  test('reaches a rule that asks further in, even if nobody permits what needs it', () => {
    const heard: unknown[] = [];
    const asks = (_: Loose, next: Loose): unknown => {
      try {
        heard.push(next());
      } catch (error) {
        heard.push((error as Error).message);
      }
      return 'permit';
    };
    answers('may-fail', () => undefined, asks);
    answers('may-fail', () => 'permit', asks);
    answers('may-post', () => undefined, asks);
    expect(heard).toEqual(['no rule lets anything fail', 'permit', undefined]);
  });
});

test('a rule entrenched for some kinds of matter is heard first only for those', () => {
  const kernel = kernelWith([
    rule('Core', { word: (_: Loose, next: Loose) => `core ${next() ?? ''}` }, { entrenched: ['cfj'] }),
    rule('Dynasty', { word: (_: Loose, next: Loose) => `dynasty ${next() ?? ''}` }, { section: 'dynastic' }),
  ]);
  const first = (matter?: object): string =>
    String(kernel.ask('word', matter === undefined ? {} : { matter })).split(' ')[0] ?? '';
  expect([first(), first({ kind: 'proposal' }), first({ kind: 'cfj' }), first({ kind: 7 })]).toEqual([
    'dynasty',
    'dynasty',
    'core',
    'dynasty',
  ]);
});

test('a result that can’t be stored is an illegal value of the rule', () => {
  const on = playground({});
  expect(on.run(() => ({ odds: Number.NaN }))).toMatchObject({
    ok: false,
    refusal: {
      code: 'illegal-value',
      reason: 'is not a number that can be saved: NaN',
      rule: { title: 'Playground' },
    },
  });
});
