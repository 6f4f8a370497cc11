import { expect, test } from 'vitest';

import type { MatterChange, PostData } from '../../../kernel/state.ts';
import { clashesBetween } from './facts.ts';

const matter = (id: string, ...changes: MatterChange[]): PostData =>
  ({ id, title: `T${id}`, changes }) as PostData;
const base = 'It is night. Nobody sleeps. The lamp is lit.\n';
const file = (content: string): MatterChange => ({
  verb: 'file',
  path: 'content/ruleset/a.md',
  base,
  content,
});
const set = (value: number): MatterChange => ({ verb: 'set', path: 'players.bo.pips', value });

test('two that change the same sentence otherwise clash, and two sentences of one paragraph don’t', () => {
  const ours = matter('2', file(base.replace('night', 'day')));
  expect(clashesBetween(ours, [matter('1', file(base.replace('night', 'noon')))])).toEqual([
    { with: '1', title: 'T1', what: 'content/ruleset/a.md' },
  ]);
  expect(clashesBetween(ours, [matter('1', file(base.replace('lit', 'out')))])).toEqual([]);
  expect(clashesBetween(ours, [matter('1', file(base.replace('night', 'day')))])).toEqual([]);
});

test('two that set one value otherwise clash', () => {
  expect(clashesBetween(matter('2', set(3)), [matter('1', set(4))])).toMatchObject([
    { what: 'players.bo.pips' },
  ]);
  expect(clashesBetween(matter('2', set(3)), [matter('1', set(3))])).toEqual([]);
});
