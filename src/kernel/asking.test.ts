import { expect, test } from 'vitest';

import { integer } from '../rules/types.ts';
import { AT, playground, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A hook that says what it received, and a person with the same id as a post. */
function asked(): Playground {
  const on = playground({
    posts: { motion: { votable: true } },
    player: { gold: integer() },
    hooks: {
      'may-sing': ({ by, matter, tune, refuse }: Loose) =>
        refuse(`${by?.label ?? 'nobody'} on ${matter?.title ?? 'nothing'}: ${tune}`),
      roll: ({ dice }: Loose) => dice(6),
      rich: ({ actor }: Loose) => (actor.gold = 7),
    },
  });
  on.take({ type: 'post', id: '12', kind: 'motion', title: 'Twelve', text: '' });
  on.take({ type: 'heard' }, '12');
  return on;
}

test('people and posts are named by their ids, and anything else is a word', () => {
  const { kernel } = asked();
  const why = (words: Readonly<Record<string, string>>): string | undefined =>
    kernel.why(AT, 'may-sing', words)?.reason;
  expect(why({})).toBe('nobody on nothing: undefined');
  expect(why({ by: 'ana', matter: '12', tune: 'loud' })).toBe('ana on Twelve: loud');
  expect(why({ by: '12', matter: '12' })).toBe('12 on Twelve: undefined');
  expect(kernel.explain(AT, 'may-sing', { by: 'ana', matter: '12', tune: 'la' }).refusal?.reason).toBe(
    'ana on Twelve: la',
  );
});

test('a question leaves no value and no trace behind, and dice fall again after it', () => {
  const on = asked();
  (on.kernel.runtime as Loose).chance = { dice: () => 4, secret: () => 0 };
  const before = JSON.stringify(on.kernel.state);
  expect(on.kernel.explain(AT, 'roll', {}).refusal?.code).toBe('chance');
  expect(on.kernel.ask('roll', {})).toBe(4);
  on.kernel.explainInput({ type: 'act', at: AT, by: 'zed', action: 'run', with: {} });
  expect(JSON.stringify(on.kernel.state)).toBe(before);
  expect(on.kernel.runtime.frame.trace).toBeNull();
});

test('asks why without writing', () => {
  const { kernel } = asked();
  expect(kernel.why(AT, 'rich', { actor: 'ana' })?.code).toBe('view-writes');
});
