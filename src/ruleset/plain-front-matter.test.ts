import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { writeYamlKeys } from './front-matter-write.ts';
import { readPlainFrontMatter, writePlainValue } from './plain-front-matter.ts';
import { readYaml } from './read-yaml.ts';

/** What only the reader of all of YAML can be trusted with. */
const NOT_PLAIN = [
  '',
  'title: Votes',
  '# a remark\n',
  'title: Votes # a remark\n',
  'title: Votes\n\n',
  'title: A: B\n',
  'title: Votes \n',
  'title: Votes\r\n',
  'title: Votes\n  and more\n',
  'title:\n',
  'title:\n  more\n',
  'title: ~\n',
  'title: True\n',
  'null: 1\n',
  'title: 1\ntitle: 2\n',
  'title: 0x10\n',
  'title: 1.5\n',
  'title: -0\n',
  'title: 0644\n',
  'title: .inf\n',
  'title: *other\n',
  'title: &name Votes\n',
  'title: !!str 1\n',
  'title: [a,b]\n',
  'title: [a, 1]\n',
  'title: [a, null]\n',
  'title: [a, b: c]\n',
  'title: [a, [b]]\n',
  'title: [a, b, ]\n',
  'title: [a, b] # a remark\n',
  'title: [ a ]\n',
  'title: [a\n  b]\n',
  'list:\n  - [a, b]\n',
  'title: {a: b}\n',
  'title: "a\\n"\n',
  "title: 'a'\n",
  'title: >-\n  folded\n',
  'title: ünlich\n',
  '__proto__: 1\n',
  'tally:\n  for: 1\n  for: 2\n',
  'tally:\n  for: 1\n  - two\n',
  'tally:\n    for: 1\n',
  'tally:\n  for:\n    deep: 1\n',
  'list:\n- a\n',
  'list:\n  - a: b\n',
  'list:\n  - - a\n',
  '- a\n',
  '...\n',
];

const VALUES = [
  'null',
  'true',
  'false',
  '0',
  '12',
  '-7',
  '999999999999999',
  '[]',
  '{}',
  'idle',
  'person-12',
  "The Dynasty, No 3 (it's over)",
  'yes',
  'no',
  'on',
  'y',
  'NaN',
  'e5',
  'a/b?c!',
  'what - it was',
  '2005-06-01T00:00:00Z',
  '2005-06-01T00:00:00.123Z',
  '""',
  '"265"',
  '"a: b # c, [d] {e} \'f\' & *"',
  '" around "',
];

describe('front matter that is plain', () => {
  it('is read as the reader of all of YAML reads it', () => {
    const keys = VALUES.map((value, at) => `key-${at}: ${value}\n`).join('');
    const inner = VALUES.map((value, at) => `  Inner${at}: ${value}\n`).join('');
    const items = VALUES.map((value) => `  - ${value}\n`).join('');
    const lists = "some: [cfj, dov]\none: [Idle Players (it's so!)]\n";
    const block = `${keys}tally:\n${inner}list:\n${items}${lists}last: 1\n`;
    const read = readPlainFrontMatter(block, 2);
    expect(read).not.toBeNull();
    expect(read).toEqual(readYaml('a.md', block, 2));
    expect(JSON.stringify(read)).toBe(JSON.stringify(readYaml('a.md', block, 2)));
    expect(Object.keys(read?.keyLines ?? {})).toHaveLength(VALUES.length + 5);
  });

  it.each(NOT_PLAIN)('is not what has anything else in it: %j', (block) => {
    expect(readPlainFrontMatter(block, 2)).toBeNull();
  });

  it('is never read in another way, however texts are put together', () => {
    const letters = '#:-[]{}"\'&*!|>%@`~ ,?.\\ab1\n'.split('');
    const pieces = [...VALUES, ...letters, ': ', '- ', ' #', '\n  ', 'k: '];
    let seed = 1;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let plain = 0;
    for (let round = 0; round < 4_000; round++) {
      const made = Array.from({ length: 1 + next(4) }, () => pieces[next(pieces.length)]).join('');
      const block = `${['a: ', 'a:\n  b: ', 'a:\n  - ', 'a: 1\nb: ', ''][next(5)]}${made}\n`;
      const read = readPlainFrontMatter(block, 5);
      if (read === null) continue;
      plain++;
      expect(JSON.stringify([block, read])).toBe(JSON.stringify([block, readYaml('a.md', block, 5)]));
    }
    expect(plain).toBeGreaterThan(300);
  });
});

/** A remark has the whole block written by whoever knows all of YAML. */
const REMARK = '# a remark\n';

test('a value that is put in by itself is put in as by whoever knows all of YAML', () => {
  const old = fc.constantFrom(...VALUES, '"a: b"', '"#"', '\n  for: 1\n  against: 2', '\n  - a');
  const line = fc.tuple(fc.constantFrom('a', 'last-active', 'b', 'B', 'a-b'), old);
  const value = fc.oneof(
    fc.constantFrom(null, 'a: b', 'true', '', -0, 1.5, 1e21, [], {}, '2005-06-01', '2005-06-01T00:00:00Z'),
    fc.integer(),
    fc.boolean(),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 1, selector: ([key]) => key }), value, (lines, put) => {
      const block = lines
        .map(([key, text]) => `${key}:${text.startsWith('\n') ? '' : ' '}${text}\n`)
        .join('');
      const [key = ''] = lines.at(-1) ?? [];
      const whole = writeYamlKeys(`${block}${REMARK}`, { [key]: put });
      expect(`${writeYamlKeys(block, { [key]: put })}${REMARK}`).toBe(whole);
      const alone = writePlainValue(block, key, put);
      if (alone !== null) expect(`${alone}${REMARK}`).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

test('a time is put in by itself', () => {
  const [then, now] = ['2005-06-01T00:00:00Z', '2005-06-02T00:00:00Z'];
  expect(writePlainValue(`name: Ana\nlast: ${then}\n`, 'last', now)).toBe(`name: Ana\nlast: ${now}\n`);
});
