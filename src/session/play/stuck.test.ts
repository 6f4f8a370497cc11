// Matters that are due and can't be resolved.
import { expect, test } from 'vitest';

import { SandboxError } from '../../sandbox/host.ts';
import { firstBroken, Stuck } from './stuck.ts';

const AT = '2024-03-01T09:00:00Z';

test('sets aside a matter whose clause fails or that the engine gave up', () => {
  const stuck = new Stuck();
  stuck.note('1', { code: 'refused' });
  stuck.note('2', { code: 'clause-fails' });
  stuck.note('3', null);
  expect([[...stuck], [...stuck.aside]]).toEqual([
    ['1', '2', '3'],
    ['2', '3'],
  ]);
  const more = stuck.with(['4']);
  expect([[...more], [...more.aside]]).toEqual([
    ['1', '2', '3', '4'],
    ['2', '3'],
  ]);
  stuck.clear();
  expect([stuck.size, stuck.aside.size, more.size]).toEqual([0, 0, 4]);
});

/** Rules that are stopped at some matters, unless these are left out. */
function rules(
  breaking: readonly string[],
  error: (id: string) => Error = (id) => new SandboxError('too-many-steps', `it ran at ${id}`),
) {
  const posts = { '1': 'pending', '2': 'enacted', '3': 'pending', '4': 'pending' };
  const asked: (readonly [readonly string[], readonly string[]])[] = [];
  return {
    asked,
    state: () => ({
      posts: Object.fromEntries(Object.entries(posts).map(([id, status]) => [id, { id, status }])),
    }),
    due(at: string, without: readonly string[], aside: readonly string[]) {
      asked.push([without, aside]);
      const id = breaking.find((one) => !without.includes(one));
      if (at !== AT || id !== undefined) throw error(id ?? '');
      return null;
    },
  };
}
const broken = (sandbox: ReturnType<typeof rules>, stuck = new Stuck()) =>
  firstBroken(sandbox as never, AT, stuck);

test('finds the first matter at which the rules are stopped by asking about each one alone', () => {
  const one = rules(['3', '4']);
  expect(broken(one)).toEqual({ matter: '3', reason: expect.stringContaining('it ran at 3') as string });
  expect(one.asked.map(([without]) => without)).toEqual([
    ['1', '3', '4'],
    ['3', '4'],
    ['1', '4'],
  ]);
  const stuck = new Stuck(['3']);
  stuck.aside.add('3');
  const other = rules(['3', '4']);
  expect(broken(other, stuck)?.matter).toBe('4');
  expect(other.asked[0]).toEqual([['3', '1', '4'], ['3']]);
});

test('blames no matter if the rules are stopped without any', () => {
  expect(broken(rules([]))).toBeNull();
  expect(broken(rules(['time tide']))).toBeNull();
});

test('throws other errors on', () => {
  expect(() => broken(rules(['3'], () => new TypeError('odd')))).toThrow('odd');
});

test('names the rule if it’s known', () => {
  const rule = { path: 'dynastic/oil', title: 'Oil' };
  const error = () => new SandboxError('too-many-steps', 'it ran', rule as never);
  expect(broken(rules(['1'], error))?.reason).toContain('Oil');
});
