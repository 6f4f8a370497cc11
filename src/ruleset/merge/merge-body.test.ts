import { expect, test } from 'vitest';

import { excerpt, mergeBody } from './merge-body.ts';

const clean = (base: string, ours: string, theirs: string): string => {
  const { text, conflicts } = mergeBody(base, ours, theirs);
  expect(conflicts).toEqual([]);
  return text;
};
const kinds = (base: string, ours: string, theirs: string): string[] =>
  mergeBody(base, ours, theirs).conflicts.map(({ kind }) => kind);

const LIST = '- the red lamp burns\n- the blue lamp burns\n- the old bell rings\n';

test('if only one side made a change, takes that side’s text', () => {
  expect(clean('A.\n', 'A.\n', 'B.\n')).toBe('B.\n');
  expect(clean('A.\n', 'B.\n', 'A.\n')).toBe('B.\n');
  expect(clean('A.\n', 'B.\n', 'B.\n')).toBe('B.\n');
});

test('merges a changed marker separately from the words behind it', () => {
  expect(clean('- One lamp.\n', '* One lamp.\n', '- One lamp burns.\n')).toBe('* One lamp burns.\n');
  expect(clean('- One lamp.\n', '- One lamp burns.\n', '* One lamp.\n')).toBe('* One lamp burns.\n');
  expect(clean('## The lamp\n', '### The lamp\n', '## The lamps\n')).toBe('### The lamps\n');
});

test('a numbering that only one side changed, or both changed alike, stays as written', () => {
  expect(clean('1. a\n', '1. a\n3. b\n', '1. a\n3. b\n')).toBe('1. a\n3. b\n');
  expect(clean('1. a\n3. b\n', '1. a\n3. c\n', '1. a\n3. b\n')).toBe('1. a\n3. c\n');
});

test('merges a change into a paragraph of two words that the other side moved', () => {
  const base = 'Two words.\n\nThe lamp burns.\n\nThe bell rings.\n';
  const moved = 'The lamp burns.\n\nThe bell rings.\n\nTwo words.\n';
  expect(clean(base, moved, base.replace('Two', 'Three'))).toBe(moved.replace('Two', 'Three'));
});

test('rows written without spaces stay that way', () => {
  expect(clean('|a|b|\n|-|-|\n|c|d|\n', '|a|b|\n|-|-|\n|x|d|\n', '|a|b|\n|-|-|\n|c|y|\n')).toBe(
    '|a|b|\n|-|-|\n|x|y|\n',
  );
});

test('cells keep their columns even if others hold the same, while moved sentences are followed', () => {
  const row = (cells: string): string => `| a | b | c |\n|---|---|---|\n| ${cells} |\n`;
  expect(clean(row('1 | 2 | 3'), row('2 | 2 | 3'), row('1 | 2 | 2'))).toBe(row('2 | 2 | 2'));
  expect(clean(row('1 | 2 | 3'), row('2 | 1 | 3'), row('1 | 2 | 1'))).toBe(row('2 | 1 | 1'));
  const text = 'The red lamp burns. The old bell rings. The tide falls.\n';
  expect(
    clean(
      text,
      'The old bell rings. The tide falls. The red lamp burns.\n',
      text.replace('lamp burns', 'lamp glows'),
    ),
  ).toBe('The old bell rings. The tide falls. The red lamp glows.\n');
});

test('swapping two cells counts as two changes, not as a move', () => {
  const row = (cells: string): string => `| a | b | c |\n|---|---|---|\n| ${cells} |\n`;
  const [old, mine, yours] = ['red lamp | old bell', 'old bell | red lamp', 'green lamp | old bell'];
  expect(kinds(row(`${old} | 1`), row(`${mine} | 1`), row(`${yours} | 1`))).toEqual(['sentence']);
});

test('a row of one cell takes its bars from the rows of the other version', () => {
  const one = (cell: string): string => `| ${cell} |\n`;
  expect(clean(one('a'), one('x'), '| a | b |\n')).toBe('| x | b |\n');
});

test('keeps the space between sentences that either side has there', () => {
  expect(clean('The lamp burns.\n', 'The lamp burns. It is new.\n', 'The lamp glows.\n')).toBe(
    'The lamp glows. It is new.\n',
  );
  expect(clean('The lamp burns.\n', 'The lamp glows.\n', 'The lamp burns.  It is new.\n')).toBe(
    'The lamp glows.  It is new.\n',
  );
});

test('matches a list item with a similar item, not with a paragraph of the same words', () => {
  const base = '- the lamp burns here\n\nEnd of it.\n';
  const both = 'the lamp burns now\n\n- the lamp burns now\n\nEnd of it.\n';
  expect(clean(base, both, base.replace('- the', '* the'))).toBe(both.replace('- the', '* the'));
  const other = '- the lamp burns now\n\nthe lamp burns now\n\nEnd of it.\n';
  expect(clean(base, other, base.replace('- the', '* the'))).toBe(other.replace('- the', '* the'));
});

test('text appended to words without a full stop is an addition', () => {
  expect(
    clean('The lamp burns bright\n', 'The lamp burns bright all night.\n', 'The lamp burns bright\n\nEnd.\n'),
  ).toBe('The lamp burns bright all night.\n\nEnd.\n');
  // The merge joins the words on both sides of it.
  expect(
    kinds('The lamp burns bright\n', 'The lamp burns bright and long\n', 'So the lamp burns bright\n'),
  ).toEqual(['text']);
});

test('if one side rewrote a paragraph that the other edited, the whole paragraph conflicts', () => {
  const base = 'The lamp burns. The bell rings. The tide falls.\n';
  const anew = 'Nobody sells anything here. Everybody waits for snow. Ships come.\n';
  const { text, conflicts } = mergeBody(base, anew, base.replace('falls', 'rises'));
  expect(text).toBe(anew);
  expect(conflicts).toEqual([
    {
      kind: 'paragraph',
      where: 'The lamp burns. The bell rings. The tide falls.',
      base: base.trim(),
      ours: anew.trim(),
      theirs: base.trim().replace('falls', 'rises'),
    },
  ]);
  expect(kinds(base, base.replace('falls', 'rises'), anew)).toEqual(['paragraph']);
  // Identical rewriting is no conflict.
  expect(clean(`${base}\nEnd.\n`, `${anew}\nEnd.\n`, `${anew}\nThe end.\n`)).toBe(`${anew}\nThe end.\n`);
  // The sentence is the whole paragraph.
  expect(kinds('The lamp burns.\n', 'Ships come home.\n', 'The lamp glows.\n')).toEqual(['sentence']);
});

test('one long sentence in common identifies a paragraph, however much else was rewritten', () => {
  const much =
    'Nobody sells anything here, everybody waits for snow, and all ships lie still in their harbours.';
  const rewritten = (saved: string): string[] => {
    const base = `${saved} The tide falls.\n`;
    return kinds(
      base,
      `${saved} ${much} ${much.replace('Nobody', 'Somebody')}\n`,
      `${base.trim()} Bells ring.\n`,
    );
  };
  expect(rewritten('The old lamp burns.')).toEqual([]);
  expect(rewritten('The old red lamp burns.')).toEqual([]);
  expect(rewritten('The lamp burns.')).toEqual(['paragraph']);
});

test('one long sentence in common doesn’t identify a paragraph that was also moved', () => {
  const saved = 'The old lamp burns.';
  const base = `${saved} It is lit by Ana.\n\nOne is first.\n\nTwo is second.\n\nThree is third.\n`;
  const moved = `One is first.\n\nTwo is second.\n\nThree is third.\n\n${saved} Nobody else sees anything of that.\n`;
  expect(kinds(base, moved, base.replace('by Ana', 'by Bo'))).toEqual(['paragraph']);
});

test('doesn’t match a removed paragraph with a new one many times as long', () => {
  const base = 'Two words.\n\nOne is first.\n\nTwo is second.\n';
  const long = 'Nobody sells anything here, everybody waits for snow. '.repeat(8).trim();
  expect(
    kinds(base, `One is first.\n\nTwo is second.\n\n${long}\n`, base.replace('words', 'letters')),
  ).toEqual(['paragraph']);
});

test('if a paragraph is removed, additions to it stay, but a change to it is a conflict', () => {
  const base = 'The lamp burns. The bell rings.\n\nEnd.\n';
  expect(clean(base, base.replace('rings.', 'rings. It is new.'), 'End.\n')).toBe('It is new.\n\nEnd.\n');
  expect(clean(base, 'End.\n', base.replace('rings.', 'rings. It is new.'))).toBe('It is new.\n\nEnd.\n');
  expect(kinds(base, base.replace('rings', 'sounds'), 'End.\n')).toEqual(['paragraph']);
  expect(mergeBody(base, 'End.\n', base.replace('rings', 'sounds'))).toMatchObject({
    text: 'End.\n',
    conflicts: [{ kind: 'paragraph', ours: null }],
  });
  const rows = '| a | b |\n|---|---|\n| x | y |\n';
  expect(kinds(rows, rows.replace('| x | y |', '| x | y | z |'), '| a | b |\n|---|---|\n')).toEqual([
    'paragraph',
  ]);
});

test('removes a paragraph if each side removed a different sentence of it', () => {
  expect(clean('Lamps burn. Bells ring.\n\nEnd.\n', 'Bells ring.\n\nEnd.\n', 'Lamps burn.\n\nEnd.\n')).toBe(
    'End.\n',
  );
});

test('recognizes a moved paragraph by one sentence that it kept', () => {
  const base =
    'The old lamp burns here. It is lit by Ana. It is fed by Bo. It is put out by Cy.\n\nEnd of it.\n';
  const short = 'End of it.\n\nThe old lamp burns here. Nobody else sees anything of all that at night.\n';
  expect(clean(base, short, base.replace('End of it', 'The end of it'))).toBe(
    short.replace('End of it', 'The end of it'),
  );
});

test('merges cells by column, even beside a new column', () => {
  const rows = '| name | oil |\n|---|---|\n| Ana | 1 |\n';
  expect(clean(rows, rows.replace('Ana', 'Bo'), rows.replace('| 1 |', '| 2 |'))).toBe(
    rows.replace('Ana | 1', 'Bo | 2'),
  );
  expect(kinds(rows, rows.replace('| 1 |', '| 3 |'), rows.replace('| 1 |', '| 2 |'))).toEqual(['sentence']);
  const wide = '| name | oil | age |\n|---|---|---|\n| Ana | 1 | 7 |\n';
  expect(clean(rows, wide, rows.replace('Ana', 'Bo'))).toBe(wide.replace('Ana', 'Bo'));
  expect(clean(rows, rows.replace('Ana', 'Bo'), wide)).toBe(wide.replace('Ana', 'Bo'));
  const same = '| 1 | 1 |\n|---|---|\n| 1 | 1 |\n';
  expect(
    clean(
      same,
      same.replace('| 1 | 1 |\n|-', '| 2 | 1 |\n|-'),
      same.replace(/\| 1 \| 1 \|\n$/u, '| 1 | 3 |\n'),
    ),
  ).toBe('| 2 | 1 |\n|---|---|\n| 1 | 3 |\n');
  const open = 'a | b\n';
  expect(clean(`| ${open}`, `| ${open.replace('a', 'x')}`, `| ${open.replace('b', 'y')}`)).toBe('| x | y\n');
});

test('changes to two cells that hold the same number are independent', () => {
  const rows = '| name | oil |\n|---|---|\n| Ana | 1 |\n| Bo | 1 |\n';
  const [ours, theirs] = [rows.replace('Ana | 1', 'Ana | 2'), rows.replace('Bo | 1', 'Bo | 3')];
  expect(clean(rows, ours, theirs)).toBe(rows.replace('Ana | 1', 'Ana | 2').replace('Bo | 1', 'Bo | 3'));
  expect(
    clean(
      'A day. B waits. A day.\n\nA day.\n',
      'A day. B waits.\n\nA day.\n',
      'A day. B waits. A day.\n\nTwo days.\n',
    ),
  ).toBe('A day. B waits.\n\nTwo days.\n');
});

test('merges list items line by line, and a moved item keeps the other side’s change', () => {
  expect(clean(LIST, LIST.replace('red', 'green'), LIST.replace('rings', 'sounds'))).toBe(
    LIST.replace('red', 'green').replace('rings', 'sounds'),
  );
  const moved = '- the blue lamp burns\n- the old bell rings\n- the red lamp burns\n';
  expect(clean(LIST, moved, LIST.replace('blue', 'grey'))).toBe(moved.replace('blue', 'grey'));
  expect(
    kinds(LIST, moved, '- the blue lamp burns\n- the red lamp burns\n- the old bell rings\n'),
  ).not.toContain('text');
});

test('a paragraph that both sides moved to different places is a conflict of place', () => {
  const [m, a, b, c] = ['The red lamp burns.', 'One is first.', 'Two is second.', 'Three is third.'];
  const text = (...all: (string | undefined)[]): string => `${all.join('\n\n')}\n`;
  const { text: merged, conflicts } = mergeBody(text(m, a, b, c), text(a, b, m, c), text(a, b, c, m));
  expect(conflicts).toMatchObject([{ kind: 'place', where: m, base: m, ours: m, theirs: m }]);
  expect(merged).toBe(text(a, b, m, c));
});

test('merges code by lines, which keep their order', () => {
  const code = '```\nlet a = 1;\nlet b = 2;\nlet c = 3;\n```\n';
  expect(clean(code, code.replace('a = 1', 'a = 4'), code.replace('c = 3', 'c = 5'))).toBe(
    code.replace('a = 1', 'a = 4').replace('c = 3', 'c = 5'),
  );
});

test('counts a sentence twice if it occurs twice', () => {
  const base = 'The lamp burns. The bell rings. The lamp burns.\n';
  expect(clean(base, base.replace('bell', 'gong'), 'The lamp burns. The bell rings.\n')).toBe(
    'The lamp burns. The gong rings.\n',
  );
});

test('an excerpt is one line of at most sixty characters', () => {
  expect(excerpt('  a\n b ')).toBe('a b');
  expect(excerpt('x'.repeat(60))).toBe('x'.repeat(60));
  expect(excerpt('x'.repeat(61))).toBe(`${'x'.repeat(57)}…`);
});

test('doesn’t recognize a one-word paragraph that both sides moved', () => {
  const base = 'Noon\n\nThe lamp burns.\n\nThe bell rings.\n\nThe tide falls.\n';
  const rest = base.replace('Noon\n\n', '');
  const mine = `${rest}\nNoon\n`;
  const yours = rest.replace('The tide', 'Noon\n\nThe tide');
  expect(kinds(base, mine, yours)).toEqual(['text']);
  const of = (text: string): string => text.replace('Noon', 'At noon');
  expect(kinds(of(base), of(mine), of(yours))).toEqual(['place']);
});

test('a paragraph keeping at least a fifth of its text is changed; with less, it is rewritten', () => {
  const [base, yours] = ['One two. Three four five.\n', 'One two. Three four six.\n'];
  expect(kinds(base, 'One six. Seven eight nine.\n', yours)).toEqual(['sentence']);
  expect(kinds(base, 'One six. Seven eight nine ten.\n', yours)).toEqual(['paragraph']);
});

test('a paragraph that grew more than tenfold counts as rewritten', () => {
  const base = 'The lamp burns all night. Five.\n';
  const grown = (letters: number): string => base.replace('Five.', `Five. ${'x'.repeat(letters)}`);
  const yours = base.replace('Five', 'Six');
  const size = base.length - ' \n'.length;
  const most = 10 * (size + 20) - size;
  expect(kinds(base, grown(most), yours)).toEqual([]);
  expect(kinds(base, grown(most + 1), yours)).toEqual(['paragraph']);
});

test('a sentence that both sides moved within its paragraph to different places is a conflict', () => {
  const [a, b, c, d] = ['The lamp burns.', 'The bell rings.', 'The tide falls.', 'A dog barks.'];
  const conflicts = kinds(`${a} ${b} ${c} ${d}\n`, `${b} ${c} ${d} ${a}\n`, `${b} ${c} ${a} ${d}\n`);
  expect(conflicts).toEqual(['place']);
});

test('a change that both sides made alike doesn’t conflict with changes that only one made', () => {
  const base = 'The lamp burns. The bell rings. The tide falls.\n';
  const mine = base.replace('lamp', 'torch').replace('bell', 'gong');
  expect(clean(base, mine, base.replace('lamp', 'torch').replace('tide', 'sun'))).toBe(
    'The torch burns. The gong rings. The sun falls.\n',
  );
});

test('text added to a paragraph that the other side removed keeps the marker its author wrote', () => {
  const rest = 'The tide falls.\n';
  const base = `- The lamp burns.\n\n${rest}`;
  const longer = `* The lamp burns. The bell rings.\n\n${rest}`;
  expect(clean(base, rest, longer)).toBe(`* The bell rings.\n\n${rest}`);
  expect(clean(base, longer, rest)).toBe(`* The bell rings.\n\n${rest}`);
});
