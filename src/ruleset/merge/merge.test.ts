import { expect, test } from 'vitest';
import { showConflict, type Conflict } from './conflict.ts';
import { joinBlocks, splitBlocks } from './blocks.ts';
import { drawFrom, drawPair, drawRule } from './fixtures/edits.ts';
import { mergeText, mergeTree } from './merge-tree.ts';
import { splitSentences } from './sentences.ts';
import { moreIfSlow } from '../../../test/slowly.ts';

const BASE =
  'One is first. Two is second. Three is third.\n\nA paragraph stands here. It ends.\n\n- Ana\n- Bo\n\nThe end is near.\n';

function edit(...changes: [string, string][]): string {
  return changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, BASE);
}

function clean(ours: string, theirs: string, base = BASE): string {
  const { text, conflicts } = mergeText(base, ours, theirs);
  expect(conflicts).toEqual([]);
  expect(mergeText(base, theirs, ours).conflicts).toEqual([]);
  return text;
}

test('merges changes to different sentences of one paragraph', () => {
  expect(clean(edit(['first', '1st']), edit(['second', '2nd']))).toBe(
    edit(['first', '1st'], ['second', '2nd']),
  );
  expect(clean(edit(['first', '1st']), edit(['Two is second. ', '']))).toBe(
    edit(['first', '1st'], ['Two is second. ', '']),
  );
  expect(clean(edit(['Three', 'New. Three']), edit(['Two is second. ', '']))).toBe(
    edit(['Two is second.', 'New.']),
  );
});

test('keeps what both sides add in one place', () => {
  expect(clean(edit(['third.', 'third. Ours.']), edit(['third.', 'third. Theirs.']))).toBe(
    edit(['third.', 'third. Ours. Theirs.']),
  );
  expect(clean(edit(['- Bo', '- Bo\n- Cy']), edit(['- Bo', '- Bo\n- Dee']))).toBe(
    edit(['- Bo', '- Bo\n- Cy\n- Dee']),
  );
  expect(clean(edit(['The end', 'Ours.\n\nThe end']), edit(['The end', 'Theirs.\n\nThe end']))).toBe(
    edit(['The end', 'Ours.\n\nTheirs.\n\nThe end']),
  );
  expect(clean(edit(['third.', 'third. Same.']), edit(['third.', 'third. Same.']))).toBe(
    edit(['third.', 'third. Same.']),
  );
});

test('a moved paragraph takes the other side’s edit with it', () => {
  const moved =
    'A paragraph stands here. It ends.\n\nOne is first. Two is second. Three is third.\n\n- Ana\n- Bo\n\nThe end is near.\n';
  expect(clean(moved, edit(['second', '2nd']))).toBe(moved.replace('second', '2nd'));
  expect(clean(edit(['It ends', 'It goes on']), moved)).toBe(moved.replace('It ends', 'It goes on'));
  const last =
    'A paragraph stands here. It ends.\n\n- Ana\n- Bo\n\nThe end is near.\n\nOne is first. Two is second. Three is third.\n';
  expect(mergeText(BASE, moved, last).conflicts.length).toBeLessThan(2);
});

test('two changes to one sentence conflict, and both versions are shown word by word', () => {
  const { text, conflicts } = mergeText(
    BASE,
    edit(['first', '1st']),
    edit(['One is first', 'One was first']),
  );
  expect(text).toBe(edit(['first', '1st']));
  expect(conflicts).toEqual([
    {
      kind: 'sentence',
      where: 'One is first.',
      base: 'One is first.',
      ours: 'One is 1st.',
      theirs: 'One was first.',
    },
  ]);
  expect(conflicts.map((conflict) => showConflict(conflict, 'P1', 'P2'))).toEqual([
    `Both change the same sentence: One is first.
- P1: One is ~~first~~ **1st**.
- P2: One ~~is~~ **was** first.`,
  ]);
  const [conflict] = conflicts;
  const gone = { ...conflict, kind: 'paragraph', theirs: null } as Conflict;
  expect(showConflict(gone)).toBe(`One changes a paragraph that the other removes: One is first.
- one: One is ~~first~~ **1st**.
- the other: *(removed)*`);
});

test.each([
  ['removed here, changed there', edit(['One is first. ', '']), edit(['first', '1st'])],
  ['a paragraph removed here, changed there', edit(['The end is near.', '']), edit(['near', 'far'])],
  ['an item replaced twice', edit(['- Bo', '- Cy']), edit(['- Bo', '- Dee'])],
  ['a short sentence replaced twice', edit(['It ends.', 'Never.']), edit(['It ends.', 'Always so.'])],
])('conflict: %s', (_, ours, theirs) => {
  expect(mergeText(BASE, ours, theirs).conflicts).toHaveLength(1);
  expect(mergeText(BASE, theirs, ours).conflicts).toHaveLength(1);
});

test('applies an identical change only once', () => {
  expect(clean(edit(['first', '1st'], ['Bo', 'Cy']), edit(['first', '1st'], ['near', 'far']))).toBe(
    edit(['first', '1st'], ['Bo', 'Cy'], ['near', 'far']),
  );
});

test('renumbers numbered lists and merges cells by column', () => {
  const list = '1. One\n2. Two\n3. Three\n';
  expect(clean('1. One\n2. New\n3. Two\n4. Three\n', '1. One\n2. Two\n3. Three\n4. Last\n', list)).toBe(
    '1. One\n2. New\n3. Two\n4. Three\n5. Last\n',
  );
  const table = '| a | b |\n|---|---|\n| x | 3 |\n| y | 3 |\n';
  expect(clean(table.replace('| x | 3 |', '| x | 4 |'), table.replace('| x |', '| z |'), table)).toBe(
    table.replace('| x | 3 |', '| z | 4 |'),
  );
  const wider = '| a | b | c |\n|---|---|---|\n| x | 3 | 1 |\n| y | 3 | 2 |\n';
  expect(clean(wider, table.replace('| y |', '| z |'), table)).toBe(wider.replace('| y |', '| z |'));
});

test('merges front matter by key, also inside nested keys', () => {
  const base = '---\nname: ana # of Ana\n# oil\noil: 3\ncoins: 1\nbag:\n  rope: 1\n---\nText\n';
  const ours = base.replace('oil: 3', 'oil: 4').replace('rope: 1', 'rope: 2');
  const theirs = base.replace('coins: 1', 'coins: 2\nlamp: true').replace('rope: 1', 'rope: 1\n  nail: 3');
  expect(clean(ours, theirs, base)).toBe(
    '---\nname: ana # of Ana\n# oil\noil: 4\ncoins: 2\nlamp: true\nbag:\n  rope: 2\n  nail: 3\n---\nText\n',
  );
  const { conflicts } = mergeText(base, base.replace('oil: 3', 'oil: 4'), base.replace('oil: 3', 'oil: 5'));
  expect(conflicts).toMatchObject([
    { kind: 'key', where: 'oil', ours: '# oil\noil: 4', theirs: '# oil\noil: 5' },
  ]);
  expect(clean(base.replace('coins: 1\n', ''), ours, base)).toBe(ours.replace('coins: 1\n', ''));
});

test('keeps the line endings', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  expect(clean(crlf(edit(['first', '1st'])), crlf(edit(['second', '2nd'])), crlf(BASE))).toBe(
    crlf(edit(['first', '1st'], ['second', '2nd'])),
  );
});

test('merges trees file by file', () => {
  const base = new Map([
    ['a.md', BASE],
    ['b.md', 'B.\n'],
    ['a.ts', 'one\n\ntwo\n\nthree\n'],
  ]);
  const ours = new Map([...base, ['c.md', 'C.\n'], ['a.ts', 'ONE\n\ntwo\n\nthree\n']]);
  const theirs = new Map([...base, ['d.md', 'D.\n'], ['a.ts', 'one\n\ntwo\n\nTHREE\n']]);
  theirs.delete('b.md');
  const { files, conflicts } = mergeTree(base, ours, theirs);
  expect(conflicts).toEqual([]);
  expect(Object.fromEntries(files)).toEqual({
    'a.md': BASE,
    'a.ts': 'ONE\n\ntwo\n\nTHREE\n',
    'c.md': 'C.\n',
    'd.md': 'D.\n',
  });
  expect(mergeTree(base, new Map([...base, ['b.md', 'Other.\n']]), theirs).conflicts).toMatchObject([
    { path: 'b.md', kind: 'file', theirs: null },
  ]);
});

test('splitting into blocks and sentences loses no byte', () => {
  const text =
    '\n\n# Head\nA line.  \nAnother (e.g. this. one) goes on\nhere. Next.\n\n> quote\n\n```ts\nx. Y\n\ny\n```\n| a | b|\n|--|--|\n\n\n- a\n  - b\n';
  expect(joinBlocks(splitBlocks(text))).toBe(text);
  for (let seed = 0; seed < 50; seed++) {
    const rule = drawRule(drawFrom(seed));
    expect(joinBlocks(splitBlocks(rule))).toBe(rule);
  }
});

function sentencesOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    for (const { text: sentence } of splitSentences(line.replace(/^\s*[-*]\s/, '')))
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return counts;
}

/** Fewer if the tests run for each of a thousand mutants. */
const PAIRS = process.env['GITNOMIC_MUTANTS'] === undefined ? moreIfSlow(100, 600) : 60;

test('no clean merge loses or duplicates a sentence', () => {
  let merged = 0;
  for (let seed = 0; seed < PAIRS; seed++) {
    const draw = drawFrom(seed);
    const { base, ours, theirs } = drawPair([drawRule(draw), drawRule(draw), drawRule(draw)], draw);
    const { text, conflicts } = mergeText(base, ours.text, theirs.text);
    const swapped = mergeText(base, theirs.text, ours.text);
    expect(swapped.conflicts.length > 0, `seed ${seed}`).toBe(conflicts.length > 0);
    if (conflicts.length > 0) continue;
    merged++;
    const [old, mine, yours, result] = [base, ours.text, theirs.text, text].map(sentencesOf);
    for (const sentence of new Set(
      [old, mine, yours, result].flatMap((counts) => [...(counts?.keys() ?? [])]),
    )) {
      const count = (counts: Map<string, number> | undefined): number => counts?.get(sentence) ?? 0;
      const wanted = count(mine) === count(yours) ? count(mine) : count(mine) + count(yours) - count(old);
      expect(count(result), `seed ${seed}: ${sentence}`).toBe(wanted);
    }
    expect(text).not.toMatch(/\n{3,}|[^\n]$/);
  }
  expect(merged).toBeGreaterThan(PAIRS * 0.8);
});

test('keeps the first side’s spelling of the front matter fences', () => {
  const [base, mine] = ['---\na: 1\n---\nOne.\n', '---  \na: 1\n---  \nOne.\n'];
  expect(mergeText(base, mine, base.replace('a: 1', 'a: 2').replace('One', 'Two'))).toEqual({
    text: '---  \na: 2\n---  \nTwo.\n',
    conflicts: [],
  });
});

const LINES = moreIfSlow(5_000, 20_000);

test.each([
  ['abbreviations without end', 'e.g. '.repeat(LINES)],
  ['items that are all the same', '- a\n'.repeat(LINES)],
  ['short lines', Array.from({ length: LINES }, (_, at) => at.toString(36)).join('\n')],
  ['spaces', `a${' '.repeat(5 * LINES)}b`],
])('merges within seconds for input with %s', (_, text) => {
  // CPU time of this process, because on a busy machine the clock runs on while it waits.
  const before = process.cpuUsage();
  mergeText(text, `${text}\nX one.`, `Y two.\n${text}`);
  mergeText(text, text.split('').reverse().join(''), `${text.slice(5)}q`);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000 * LINES);
});
