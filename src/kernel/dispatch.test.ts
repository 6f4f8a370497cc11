import { expect, test } from 'vitest';

import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function hall(hooks: object = {}): Playground & { readonly heard: string[] } {
  const heard: string[] = [];
  const on = playground({
    posts: { motion: { votable: true } },
    hooks: { 'votes-in': ({ reaction }: Loose) => (reaction === '👍' ? ['FOR'] : []), ...hooks },
    on: {
      active: ({ person, input }: Loose) => void heard.push(`${person.id}: ${input}`),
      // It reads the ledger, which may differ at each step, so it is always told.
      changed: ({ ledger }: Loose) => void heard.push(ledger.length < 0 ? 'never' : 'changed'),
    },
  });
  on.take({ type: 'post', id: 'P', kind: 'motion', title: 'One', text: '' });
  heard.length = 0;
  return { ...on, heard };
}

test('tells rules who was active and that something changed, once for each input', () => {
  const on = hall();
  on.take({ type: 'comment', on: 'P', id: 'c', text: 'Hi' }, 'bo');
  on.take({ type: 'heard' }, 'cy');
  on.take({ type: 'signal', on: 'P', via: 'reaction', reaction: '👍' }, 'dee');
  expect(on.heard).toEqual(['bo: comment', 'changed', 'cy: heard', 'changed', 'dee: signal', 'changed']);
});

test('a reaction that isn’t a vote says nothing, and makes nobody known', () => {
  const on = hall();
  expect(whyNot(on.take({ type: 'signal', on: 'P', via: 'reaction', reaction: '🎉' }, 'zed'))).toBe('');
  expect([on.heard, on.kernel.state.players['zed']]).toEqual([[], undefined]);
  on.take({ type: 'signal', on: 'P', via: 'review', review: 'comment' }, 'zed');
  expect(on.heard).toEqual(['zed: signal', 'changed']);
});

test('freezes what somebody sent before rules see it', () => {
  const on = hall({
    'may-act': ({ words }: Loose) => {
      words.list.push('more');
    },
    'may-post': ({ changes }: Loose) => {
      changes[0].path = 'game.other';
    },
  });
  const words = { list: ['one'] };
  expect(whyNot(on.take({ type: 'act', action: 'run', with: words }))).toMatch(/extensible/u);
  const changes = [{ verb: 'set', path: 'game.turn', value: 1 }] as const;
  expect(whyNot(on.take({ type: 'post', id: 'Q', kind: 'motion', title: 'Two', text: '', changes }))).toMatch(
    /read.only/u,
  );
  expect([words, changes[0].path]).toEqual([{ list: ['one'] }, 'game.turn']);
});

test('a matter failed by hand is failed by that person, and otherwise by nobody', () => {
  const asked: unknown[] = [];
  const fails = (byHand: boolean): unknown => {
    const on = hall({ 'may-fail': ({ by }: Loose) => (asked.push(by?.id ?? null), 'permit') });
    on.take({ type: 'fail', matter: 'P', byHand }, 'ana');
    return on.kernel.state.posts['P']?.resolvedBy;
  };
  expect([fails(true), fails(false)]).toEqual(['ana', null]);
  expect(asked).toEqual(['ana', null]);
});

test('refuses an input on a post that doesn’t exist', () => {
  expect(hall().take({ type: 'comment', on: 'Q', id: 'c', text: 'Hi' }, 'ana')).toMatchObject({
    ok: false,
    refusal: { code: 'no-such-post', reason: 'there is no post Q' },
  });
  expect(AT).not.toBe('');
});
