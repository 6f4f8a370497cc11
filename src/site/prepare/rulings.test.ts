import { expect, test } from 'vitest';
import type { RuleEntry } from '../../kernel/manifest.ts';
import type { PostData } from '../../kernel/state.ts';
import { rulingsOf } from './collect-rules.ts';

const rule = (path: string, title: string): RuleEntry =>
  ({ path, title, plainTitle: title }) as unknown as RuleEntry;
const RULES = [
  rule('dynastic/the-font', 'The Font'),
  rule('core/votes', 'Votes'),
  rule('dynastic/oil', 'Oil'),
];
const ruling = (id: string, text: string, more: Partial<PostData> = {}): PostData =>
  ({
    id,
    kind: 'cfj',
    status: 'enacted',
    title: 'Is it open?',
    text,
    changes: [],
    ...more,
  }) as unknown as PostData;
const never = (): boolean => false;

test('notes an enacted judgement at the rules that it mentions', () => {
  const posts = [
    ruling('1', 'May one drink from the Font? By the rule “Oil” one may.'),
    ruling('2', 'He votes by oil.'),
  ];
  expect([...rulingsOf(posts, RULES, never)]).toEqual([
    ['dynastic/the-font', ['1']],
    ['dynastic/oil', ['1']],
  ]);
});

test('ignores a failed judgement', () => {
  expect(rulingsOf([ruling('1', 'The Font', { status: 'failed' })], RULES, never).size).toBe(0);
});

test('notes a judgement at a rule that it changed without mentioning it', () => {
  expect([...rulingsOf([ruling('1', 'So be it.')], RULES, (_, { path }) => path === 'core/votes')]).toEqual([
    ['core/votes', ['1']],
  ]);
});
