import { expect, test } from 'vitest';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { MatterChange, PostData } from '../../kernel/state.ts';
import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { changeLog } from './collect.ts';
import { rulesetHistory, type RuleChange } from './history.ts';
import { attributeChanges } from './collect-record.ts';

const file = (...sentences: string[]): string => `---\ntitle: Oil\norder: 10\n---\n${sentences.join(' ')}\n`;
const write = (base: string, content: string): MatterChange => ({
  verb: 'file',
  path: 'content/ruleset/dynastic/oil.md',
  content,
  base,
});
const post = (id: string, ...changes: MatterChange[]): PostData => ({ id, changes }) as unknown as PostData;
const enacted = (n: number, id: string): LedgerLine => ({
  n,
  at: `2024-03-0${n}T09:00:00Z`,
  by: 'engine',
  what: `enact ${id}`,
  draws: [],
  changes: [],
});

/** Two proposals were made from the same text; the second was merged with what the first had made of it. */
function twoChanges(): readonly RuleChange[] {
  const first = file('It burns.', 'It costs one.', 'It is black.');
  const posts = {
    a: post('a', write(first, file('It burns.', 'It costs two.', 'It is black.'))),
    b: post('b', write(first, file('It burns.', 'It costs one.', 'It is green.'))),
  };
  const now = new Map([['dynastic/oil.md', file('It burns.', 'It costs two.', 'It is green.')]]);
  return rulesetHistory(now, [], posts, [enacted(1, 'a'), enacted(2, 'b')], PLAIN_TERMS);
}

test('a rule that is gone is called by its words, not by its file', () => {
  const gone = { at: '', post: 'a', rule: 'dynastic/lair-actions', before: 'It burns.', after: null };
  const { order } = changeLog(new Map(), [], [gone] as unknown as readonly RuleChange[]);
  expect(order.map(({ title }) => title)).toEqual(['Lair actions']);
});

test('what was merged is undone as it was merged', () => {
  expect(twoChanges().map(({ post: by, before, after }) => [by, before, after])).toEqual([
    ['a', 'It burns. It costs one. It is black.', 'It burns. It costs two. It is black.'],
    ['b', 'It burns. It costs two. It is black.', 'It burns. It costs two. It is green.'],
  ]);
});

test('each sentence comes from the change that made it', () => {
  expect(attributeChanges(twoChanges())).toEqual([
    { sentence: 'It costs two.', change: 0 },
    { sentence: 'It is green.', change: 1 },
  ]);
});

test('the record begins with the oldest text, and its pieces lead to the text in force', () => {
  const changes = twoChanges();
  const now = 'It burns. It costs two. It is green.';
  const log = changeLog(new Map([['dynastic/oil', now]]), [{ rule: 'dynastic/oil', title: 'Oil' }], changes);
  let text = log.first['dynastic/oil'] ?? '';
  expect(text).toBe('It burns. It costs one. It is black.');
  for (const { splice } of log.changes) {
    const [from, gone, instead] = splice ?? [0, 0, ''];
    text = text.slice(0, from) + instead + text.slice(from + gone);
  }
  expect(text).toBe(now);
});
