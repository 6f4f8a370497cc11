import { expect, test } from 'vitest';
import type { RuleDefinition } from '../rules/rule.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';

type Answer = (words: { refuse: (reason: string) => never }) => unknown;

function rule(
  section: 'core' | 'dynastic',
  title: string,
  answer: Answer,
  over: readonly string[] = [],
): TestRule {
  const definition: RuleDefinition = {
    hooks: { 'may-comment': answer as never, 'may-remove': answer as never },
  };
  return { section, title, over, clause: () => definition as never };
}

const refusing: Answer = ({ refuse }) => refuse('the door is shut');
const permitting: Answer = () => 'permit';
const silent: Answer = () => undefined;

/** The results of commenting, which the kernel permits, and of removing, which it refuses. */
function outcomes(rules: readonly TestRule[]): readonly (string | null)[] {
  const kernel = kernelWith([...rules, { title: 'Posts', clause: () => ({ posts: { plain: {} } }) }]);
  const post = { type: 'post', at: AT, by: 'ana', id: 'P', kind: 'plain', title: 'x', text: '' } as const;
  kernel.take(post);
  const inputs = [
    { type: 'comment', at: AT, by: 'ana', on: 'P', id: 'c', text: 'hi' },
    { type: 'remove', at: AT, by: 'ana', on: 'P' },
  ] as const;
  return inputs.map((input) => {
    const result = kernel.take(input, true);
    return result.ok ? null : result.refusal.reason;
  });
}

const NOBODY = 'posts of this kind can’t be deleted';

test.each([
  ['nobody says anything', [rule('core', 'A', silent)], [null, NOBODY]],
  ['one permits', [rule('core', 'A', silent), rule('dynastic', 'B', permitting)], [null, null]],
  [
    'the innermost refuses, and nobody hands on',
    [rule('core', 'A', refusing), rule('dynastic', 'B', permitting)],
    ['the door is shut', 'the door is shut'],
  ],
  [
    'a rule of higher precedence permits what the refusing rule, which it names, refuses',
    [rule('core', 'A', refusing), rule('dynastic', 'B', permitting, ['A'])],
    [null, null],
  ],
  [
    'it names the refusing rule and permits nothing',
    [rule('core', 'A', refusing), rule('dynastic', 'B', silent, ['A'])],
    ['the door is shut', 'the door is shut'],
  ],
  [
    'two refuse, and one is named',
    [rule('core', 'A', refusing), rule('core', 'C', refusing), rule('dynastic', 'B', permitting, ['C'])],
    ['the door is shut', 'the door is shut'],
  ],
  [
    'two refuse, and both are named',
    [rule('core', 'A', refusing), rule('core', 'C', refusing), rule('dynastic', 'B', permitting, ['A', 'C'])],
    [null, null],
  ],
] as const)('a permission if %s', (_, rules, expected) => {
  expect(outcomes(rules)).toEqual(expected);
});
