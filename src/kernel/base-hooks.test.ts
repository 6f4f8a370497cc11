import { expect, test } from 'vitest';

import { boolean, integer, text } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A game whose rules answer nothing, so that only the kernel’s own answers are left. */
function bare(): Playground {
  return playground({
    player: { gold: integer({ start: 2 }), debt: integer({ min: -3 }), admin: boolean() },
    dynasty: { emperor: text() },
    posts: { plain: {}, motion: { votable: true }, story: {} },
    submissions: { plan: { with: { what: text({ start: '' }) } }, order: { by: 'emperor' } },
  });
}

test.each<[string, object, unknown]>([
  ['not-a-player', {}, null],
  ['may-take', {}, undefined],
  ['may-repeat', {}, undefined],
  ['amount', { amount: 0.5 }, 0.5],
  ['may-post', {}, undefined],
  ['may-comment', {}, undefined],
  ['votes-in', {}, []],
  ['may-vote', {}, undefined],
  ['may-alter', {}, undefined],
  ['may-recategorise', {}, undefined],
  ['may-change', {}, undefined],
  ['rule-facts', {}, null],
  ['resolution-order', {}, []],
  ['tally', {}, {}],
  ['figures', {}, []],
  ['needed', {}, null],
])('the kernel answers %s if no rule does', (hook, words, answer) => {
  expect(bare().kernel.ask(hook, words)).toEqual(answer);
});

test.each([
  ['may-remove', 'posts of this kind can’t be deleted'],
  ['may-enact', 'no rule lets anything pass'],
  ['may-fail', 'no rule lets anything fail'],
])('the kernel refuses %s if no rule permits it', (hook, reason) => {
  expect(bare().kernel.why(AT, hook, {})).toMatchObject({ code: 'no-rule', reason });
});

test('amounts are positive, and nothing goes below its minimum', () => {
  const on = bare();
  const why = (run: (game: Loose) => unknown): string => whyNot(on.run(run));
  expect(why(({ actor }) => actor.gain('gold', 0))).toBe('the amount must be above zero, not 0');
  expect(why(({ actor }) => actor.gain('gold', -1))).toBe('the amount must be above zero, not -1');
  expect(why(({ actor }) => actor.gain('gold', Number.NaN))).toBe('the amount must be above zero, not NaN');
  expect(why(({ actor }) => actor.lose('gold', 3))).toBe('gold would be -1, below zero');
  expect(why(({ actor }) => actor.lose('debt', 4))).toBe('debt would be -4, below -3');
  expect(why(({ actor }) => actor.lose('debt', 3))).toBe('');
  const result = on.run(({ actor }) => actor.lose('gold', 3));
  expect(result).toMatchObject({ ok: false, refusal: { code: 'illegal-value' } });
});

test('a submission is only for those in its role', () => {
  const on = bare();
  const seal = (submission: string, by: string): string =>
    whyNot(on.take({ type: 'seal', submission, with: {} } as Loose, by));
  on.kernel.assume('dynasty.emperor', 'eli');
  expect(seal('plan', 'ana')).toBe('');
  expect([seal('order', 'ana'), seal('order', 'eli')]).toEqual(['only the Emperor can do this', '']);
});

test('asks again about a remembered role when the office changes hands', () => {
  const on = playground({
    player: { admin: boolean() },
    dynasty: { emperor: text() },
    views: {
      heads: {
        of: 'player',
        returns: text(),
        value: (person: Loose): string =>
          ['emperor', 'admin']
            .filter((role) => on.kernel.ask('not-in-role', { actor: person, role, rule: null }) === null)
            .join(' '),
      },
    },
  });
  const heads = (): unknown => on.get(({ people, view }) => people.map((one: Loose) => view('heads', one)));
  on.kernel.assume('players.ana.admin', false);
  on.kernel.assume('dynasty.emperor', 'ana');
  expect(heads()).toEqual(['emperor']);
  on.kernel.assume('dynasty.emperor', 'bo');
  expect(heads()).toEqual(['']);
  on.kernel.assume('players.ana.admin', true);
  expect(heads()).toEqual(['admin']);
});

test('there is no reason against somebody if a rule gives none', () => {
  const on = playground({ hooks: { 'not-a-player': () => undefined } });
  on.take({ type: 'heard' });
  expect(on.get(({ hook, actor }) => hook('not-in-role', { actor, role: 'player', rule: null }))).toBeNull();
});

test('answers who is a player with a reason or null, whatever a rule answers', () => {
  const answers = (answer: unknown): unknown => {
    const { kernel } = playground({ hooks: { 'not-a-player': () => answer } });
    return kernel.ask('not-in-role', { actor: { id: 'ana' }, role: 'player', rule: null });
  };
  expect([answers('idle'), answers(false), answers(undefined)]).toEqual(['idle', null, null]);
});
