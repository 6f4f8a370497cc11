import { describe, expect, test } from 'vitest';

import type { MatterChange } from '../kernel/state.ts';
import { joinWords, marked, sayDiff } from './say-diff.ts';
import { IN_ENGLISH } from '../language/wording.ts';

const said = (...changes: readonly MatterChange[]): string => sayDiff(changes, IN_ENGLISH);
const VOTES = 'content/ruleset/core/votes.md';

describe('each change of a matter is said', () => {
  test.each<[string, MatterChange, string]>([
    ['a value', { verb: 'set', path: 'players.bo.gold', value: 3 }, '`players.bo.gold` becomes `3`\n'],
    [
      'words of a rule',
      { verb: 'edit-rule', rule: 'Votes', replace: 'for 48 hours', with: 'for 6 hours' },
      '**Votes**\n\n<p>for <del>48</del> <ins>6</ins> hours</p>\n',
    ],
    [
      'a new rule',
      { verb: 'add-rule', title: 'Night', text: 'It is night.' },
      '**Night** (new)\n\n<p><ins>It is night.</ins></p>\n',
    ],
    ['a rule that goes', { verb: 'repeal-rule', rule: 'Votes' }, '**Votes** is repealed\n'],
    ['a rule that changes its kind', { verb: 'transmute', rule: 'Votes' }, '**Votes** is transmuted\n'],
    [
      'a new file',
      { verb: 'file', path: VOTES, content: 'New.', base: null },
      '`content/ruleset/core/votes.md` (new)\n\n<p><ins>New.</ins></p>\n',
    ],
    [
      'a file that goes',
      { verb: 'file', path: VOTES, content: null, base: 'Old.' },
      '`content/ruleset/core/votes.md` (removed)\n\n<p><del>Old.</del></p>\n',
    ],
    [
      'a file of which nobody knows what it was',
      { verb: 'file', path: VOTES, content: 'New.' },
      '`content/ruleset/core/votes.md` (new)\n\n<p><ins>New.</ins></p>\n',
    ],
  ])('%s', (_, change, expected) => {
    expect(said(change)).toBe(expected);
  });

  test('as people read it: a live value in its sentence, and code as it stands', () => {
    const text = (hours: number): string => `Open for [${hours}](#value:window) hours.`;
    expect(said({ verb: 'file', path: VOTES, content: text(6), base: text(48) })).toContain(
      'Open for <del>48</del> <ins>6</ins> hours.',
    );
    const clause = VOTES.replace('.md', '.ts');
    expect(said({ verb: 'file', path: clause, content: text(6), base: null })).toContain('#value:window');
  });

  test('as long as there is room', () => {
    const long = (title: string): MatterChange => ({ verb: 'add-rule', title, text: 'night '.repeat(2_400) });
    const all = said(long('One'), long('Two'), long('Three'), long('Four'));
    expect(all).toContain('**Two** (new)');
    expect(all).not.toContain('**Three**');
    expect(all).toContain('…and 2 more, too long to show here.');
  });
});

describe('differences', () => {
  const far = 'far away '.repeat(30).trim();

  test('show what stays only near to what changes', () => {
    const text = marked(`${far} one ${far} two ${far}`, `${far} 1 ${far} 2 ${far}`);
    expect(text).toMatch(/^… .*<del>one<\/del> <ins>1<\/ins> .* … .*<del>two<\/del> <ins>2<\/ins> .* …$/u);
    expect(text.length).toBeLessThan(400);
  });

  test('keep a short text whole, and lines as lines', () => {
    expect(marked('One.\n\nTwo.\nThree', 'One.\n\nTwo.\nFour')).toBe(
      'One.<br><br>Two.<br><del>Three</del> <ins>Four</ins>',
    );
  });

  test.each([
    ['It is open for a day.', 'It is open.', 'It is open <del>for a day</del>.'],
    ['It is open.', 'It is open for a day.', 'It is open <ins>for a day</ins>.'],
    [
      'for 48 hours, or 2.',
      'for 72 hours, or 3.',
      'for <del>48</del> <ins>72</ins> hours, or <del>2</del> <ins>3</ins>.',
    ],
    ['one two three', 'one three', 'one <del>two</del> three'],
  ])('have no blank that the text does not have: %s → %s', (before, after, shown) => {
    expect(marked(before, after)).toBe(shown);
  });

  test('of hostile words are no markup', () => {
    expect(marked('', '<b>@bo</b>')).not.toMatch(/<b>|@bo/u);
  });
});

test('a list of names is cut where nobody would read on, but never for one', () => {
  const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `n${at + 1}`);
  expect(joinWords(names(2), IN_ENGLISH)).toBe('n1, n2');
  expect(joinWords(names(9), IN_ENGLISH)).toBe('n1, n2, n3, n4, n5, n6, n7, n8, n9');
  expect(joinWords(names(10), IN_ENGLISH)).toBe('n1, n2, n3, n4, n5, n6, n7, n8 and 2 more');
});
