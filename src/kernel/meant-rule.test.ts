import { expect, test } from 'vitest';

import { text } from '../rules/types.ts';
import { AT, playground, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A game with an action that looks for a rule in one of these ways. */
function gameThat(effect: (game: Loose, words: Loose) => void): Playground {
  return playground(
    (game: Loose) => ({
      actions: {
        mend: { by: 'anybody', with: { rule: text() }, effect: (words: Loose) => effect(game, words) },
      },
    }),
    [{ title: 'Votes' }, { title: 'Idle Players' }],
  );
}

const seek = (find: 'find' | 'findAll', reason: (rule: string) => string) =>
  gameThat(({ ruleset }, { rule, refuse }) => {
    const found = [ruleset[find](rule)].flat();
    if (found[0] === undefined || found[0] === null) refuse(reason(rule));
  });
const meantIn = ({ take }: Playground, rule: string): unknown => {
  const result = take({ type: 'act', action: 'mend', with: { rule } });
  if (result.ok) return 'taken';
  const { meant = null, ...others } = result.refusal;
  expect('meant' in result.refusal && meant === null, JSON.stringify(others)).toBe(false);
  return meant;
};
const said = (rule: string): string => `there is no rule ${rule}`;

test.each<[string, Playground, string, unknown]>([
  ['the nearest title is told', seek('find', said), 'Votess', 'Votes'],
  ['of all that are sought as well', seek('findAll', said), 'idle playerz', 'Idle Players'],
  ['blanks around it do not matter', seek('find', (rule) => said(rule.trim())), '  Votess ', 'Votes'],
  ['none where none is near', seek('find', said), 'Something else altogether', null],
  ['none where there is such a rule', seek('find', said), 'Votes', 'taken'],
  ['none where nothing was named', seek('find', said), ' ', null],
  [
    'none where the one that is named is there',
    gameThat(({ ruleset }, { rule, refuse }) => refuse(`${ruleset.find(rule).title} stands`)),
    'Votes',
    null,
  ],
  [
    'none where no rule was sought',
    gameThat((_, { refuse }) => refuse('it is null and void')),
    'Votess',
    null,
  ],
  ['none where it is refused for something else', seek('find', () => 'not today'), 'Votess', null],
  [
    'none where a rule fails',
    gameThat(({ ruleset }, { rule }) => {
      ruleset.find(rule);
      throw new Error(said(rule));
    }),
    'Votess',
    null,
  ],
])('for a name that no rule has, %s', (_, game, rule, meant) => {
  expect(meantIn(game, rule)).toBe(meant);
});

test('suggests the rule before anything is done, too, and forgets it with the question', () => {
  const { kernel, run } = seek('find', said);
  const input = { type: 'act', at: AT, by: 'ana', action: 'mend', with: { rule: 'Votess' } } as const;
  expect(kernel.explainInput(input).refusal).toMatchObject({ reason: said('Votess'), meant: 'Votes' });
  expect(kernel.refusalsOf([input, input])).toMatchObject([{ meant: 'Votes' }, { meant: 'Votes' }]);
  const other = run(({ refuse }: Loose) => refuse(said('Votess')));
  expect(other.ok ? null : other.refusal).not.toHaveProperty('meant');
});

test('suggests the rule if a hook refuses because of such a name', () => {
  const { kernel } = playground(
    ({ ruleset, refuse }: Loose) => ({
      hooks: { 'may-sing': ({ song }: Loose) => void (ruleset.find(song) ?? refuse(said(song))) },
    }),
    [{ title: 'Votes' }],
  );
  expect(kernel.why(AT, 'may-sing', { song: 'Votess' })).toMatchObject({ meant: 'Votes' });
  expect(kernel.why(AT, 'may-sing', { song: 'Votes' })).toBe(null);
});
