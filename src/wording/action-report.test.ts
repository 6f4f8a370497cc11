import { expect, test } from 'vitest';

import {
  callIn,
  isReport,
  MOST_LETTERS,
  parseReport,
  writeReport,
  type ActionReport,
} from './action-report.ts';

const SAID: ActionReport = {
  call: 'c1',
  lines: 3,
  disclosed: {
    changes: [{ path: ['game', 'turn'], after: 2 }],
    used: ['1'],
    rolls: [{ size: 6, result: 4 }],
    result: null,
  },
  pictures: 'a'.repeat(40),
};

test('a report reads back as it was written, at any length and with any line endings', () => {
  expect(parseReport(writeReport(SAID))).toEqual(SAID);
  expect(parseReport(writeReport({ ...SAID, pictures: null }))).toEqual({ ...SAID, pictures: null });
  expect(parseReport(writeReport(SAID).replaceAll('\n', '\r\n'))).toEqual(SAID);
  const long = { ...SAID, disclosed: { ...SAID.disclosed, result: 'x'.repeat(60_000) } };
  expect(writeReport(long)).toContain('```gzip');
  expect(writeReport(SAID)).toContain('```json');
  expect(writeReport(long).length).toBeLessThan(MOST_LETTERS);
  expect(parseReport(writeReport(long))).toEqual(long);
});

test('compresses a report that is too long, and names no pictures if there are none', () => {
  const withResult = (letters: number): string =>
    writeReport({ ...SAID, disclosed: { ...SAID.disclosed, result: 'x'.repeat(letters) } });
  const [, , , json = ''] = withResult(0).split('\n');
  expect(withResult(50_000 - json.length)).toContain('```json');
  expect(withResult(50_001 - json.length)).toContain('```gzip');
  expect(writeReport(SAID)).toContain('"pictures"');
  expect(writeReport({ ...SAID, pictures: null })).not.toContain('"pictures"');
});

test('names the comment that asked for it', () => {
  expect([isReport(' /told c1'), isReport('I told c1'), isReport('/tolder c1')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([callIn('/told c1\n\nmore'), callIn('/told c1 c2'), callIn('told c1')]).toEqual(['c1', null, null]);
});

const block = (json: unknown): string =>
  `/told c1\n\n\`\`\`json\n${typeof json === 'string' ? json : JSON.stringify(json)}\n\`\`\`\n`;
const { disclosed } = SAID;

test.each<[string, string]>([
  ['without a block', '/told c1'],
  ['without a call', block({ v: 1, lines: 3, told: disclosed }).replace('/told c1', 'told c1')],
  ['with a block that is no JSON', block('{')],
  ['with a block that is not compressed', block('{}').replace('json', 'gzip')],
  ['in another form', block({ v: 2, lines: 3, told: disclosed })],
  ['without the lines', block({ v: 1, told: disclosed })],
  ['of half a line', block({ v: 1, lines: 3.5, told: disclosed })],
  ['without what was told', block({ v: 1, lines: 3, told: null })],
  ['with changes that are no list', block({ v: 1, lines: 3, told: { ...disclosed, changes: {} } })],
  [
    'with a change of nothing',
    block({ v: 1, lines: 3, told: { ...disclosed, changes: [{ path: 'game' }] } }),
  ],
  ['with a change that is none', block({ v: 1, lines: 3, told: { ...disclosed, changes: [null] } })],
  ['with a path of numbers', block({ v: 1, lines: 3, told: { ...disclosed, changes: [{ path: [1] }] } })],
  ['with what it used as a number', block({ v: 1, lines: 3, told: { ...disclosed, used: [1] } })],
  ['with rolls that are no list', block({ v: 1, lines: 3, told: { ...disclosed, rolls: 'x' } })],
  ['with a die without sides', block({ v: 1, lines: 3, told: { ...disclosed, rolls: [{ size: 0 }] } })],
  ['with a die of half a side', block({ v: 1, lines: 3, told: { ...disclosed, rolls: [{ size: 1.5 }] } })],
  ['with a roll that is none', block({ v: 1, lines: 3, told: { ...disclosed, rolls: [4] } })],
])('rejects a report %s', (_, text) => {
  expect(parseReport(text)).toBe(null);
});

test('identifies pictures only by a commit', () => {
  expect(parseReport(block({ v: 1, lines: 3, told: disclosed, pictures: 'main' }))?.pictures).toBe(null);
});
