import { expect, test } from 'vitest';
import type { ChangeLog } from '../../site/data/site-data.ts';
import { isSameMoment, lastChange, rulesBetween } from './rules-between.ts';

type Change = ChangeLog['changes'][number];

const change = (
  at: string,
  post: string,
  rule: string,
  splice: Change['splice'],
  title?: string,
): Change => ({ at, post, rule, splice, ...(title === undefined ? {} : { title }) });

const LOG = {
  first: { tea: 'There is tea.', milk: 'No milk.', cups: 'A cup holds [3](#value:n) pints.' },
  order: ['tea', 'milk', 'cups', 'spoons'].map((rule) => ({ rule, title: rule.toUpperCase() })),
  changes: [
    change('2024-03-01T09:00:00Z', '', 'cups', [0, 1, 'Any'], 'a new dynasty'),
    change('2024-03-02T09:00:00Z', '4', 'tea', [9, 3, 'coffee']),
    change('2024-03-03T09:00:10Z', '5', 'milk', null),
    change('2024-03-03T09:00:40Z', '5', 'spoons', [0, 0, 'A spoon each.']),
  ],
} as unknown as ChangeLog;

/** Renders pieces with removed text in brackets and added text between stars. */
function read(pieces: readonly unknown[] | null | undefined): string {
  if (pieces === null || pieces === undefined) return 'not there';
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const { tag, inside } = piece as { readonly tag: string; readonly inside: readonly unknown[] };
      const text = read(inside);
      return tag === 'ins' ? `*${text}*` : tag === 'del' ? `[${text}]` : text;
    })
    .join('');
}
const between = (from: number, to: number, whole = false): unknown =>
  rulesBetween(LOG, { from, to, whole }).map(({ title, differs, sides }) => [
    title,
    differs,
    sides.map(read),
  ]);

test('the last change is all that one matter changed, and goes back no further than a dynasty’s beginning', () => {
  expect(lastChange(LOG)).toEqual({ from: 2, to: 4 });
  const upTo = (count: number): ChangeLog => ({ ...LOG, changes: LOG.changes.slice(0, count) });
  expect([lastChange(upTo(2)), lastChange(upTo(1)), lastChange(upTo(0))]).toEqual([
    { from: 1, to: 2 },
    { from: 1, to: 1 },
    { from: 0, to: 0 },
  ]);
  const [, tea, milk, spoons] = LOG.changes as [Change, Change, Change, Change];
  expect([isSameMoment(milk, spoons), isSameMoment(tea, milk), isSameMoment(tea, undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('shows rules that differ side by side with what went and what came, and says if one wasn’t there', () => {
  expect(between(1, 4)).toEqual([
    ['TEA', true, ['There is [tea].', 'There is *coffee*.']],
    ['MILK', true, ['[No milk.]', 'not there']],
    ['SPOONS', true, ['not there', '*A spoon each.*']],
  ]);
});

test('shows one text of rules that are the same, if all of it is wanted', () => {
  expect(between(2, 2)).toEqual([]);
  expect(between(2, 2, true)).toEqual([
    ['TEA', false, ['There is coffee.']],
    ['MILK', false, ['No milk.']],
    ['CUPS', false, ['Any cup holds 3 pints.']],
  ]);
});
