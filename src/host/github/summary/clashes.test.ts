import { expect, test } from 'vitest';

import type { MatterChange, PostData } from '../../../kernel/state.ts';
import { sessionWith } from '../../../session/fixtures/session.ts';
import { SMALL } from '../../../session/fixtures/desk.ts';
import { clashesBetween, summariesOf } from './facts.ts';

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

test('a value and a file, two files, and files of which nobody knows what they were don’t clash', () => {
  const ours = file(base.replace('night', 'day'));
  const theirs = file(base.replace('night', 'noon'));
  const elsewhere = { ...theirs, path: 'content/ruleset/b.md' };
  const { base: _, ...baseless } = theirs as MatterChange & { readonly base?: string };
  for (const [one, other] of [
    [set(3), { ...set(4), path: 'players.bo.oil' } as MatterChange],
    [set(3), theirs],
    [ours, set(3)],
    [ours, elsewhere],
    [ours, baseless as MatterChange],
    [baseless as MatterChange, theirs],
  ] as const)
    expect(clashesBetween(matter('2', one), [matter('1', other)])).toEqual([]);
  expect(
    clashesBetween(matter('3', set(1), ours), [matter('1', elsewhere), matter('2', theirs, set(2))]),
  ).toEqual([
    { with: '2', title: 'T2', what: 'content/ruleset/a.md' },
    { with: '2', title: 'T2', what: 'players.bo.pips' },
  ]);
});

test('of two that clash only the younger says so', async () => {
  const rule = 'core/dice.md';
  const desk = await sessionWith(SMALL);
  const text = desk.files.get(`content/ruleset/${rule}`) ?? '';
  const { session, now } = await sessionWith({
    ...SMALL,
    posts: ['Noon', 'Night'].map((title) => ({
      by: 'ana',
      title,
      changes: { [rule]: text.replace('whenever they like', `at ${title}`) },
    })),
  });
  const found = summariesOf(session.position, now, new Map(), { headOf: () => null, reviewsOf: () => [] });
  expect(found.map(({ clashes }) => clashes.map(({ with: other }) => other))).toEqual([[], ['1']]);
  session.dispose();
});
