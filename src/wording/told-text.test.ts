import { expect, test } from 'vitest';

import { callIn, isTold, MOST_LETTERS, parseTold, writeTold, type ActionReport } from './told-text.ts';

const TOLD: ActionReport = {
  call: 'c1',
  lines: 3,
  told: {
    changes: [{ path: ['game', 'turn'], after: 2 }],
    used: ['1'],
    rolls: [{ size: 6, result: 4 }],
    result: null,
  },
  pictures: 'a'.repeat(40),
};

test('what is told comes back as it was, however long, on whatever system it was typed', () => {
  expect(parseTold(writeTold(TOLD))).toEqual(TOLD);
  expect(parseTold(writeTold({ ...TOLD, pictures: null }))).toEqual({ ...TOLD, pictures: null });
  expect(parseTold(writeTold(TOLD).replaceAll('\n', '\r\n'))).toEqual(TOLD);
  const long = { ...TOLD, told: { ...TOLD.told, result: 'x'.repeat(60_000) } };
  expect(writeTold(long)).toContain('```gzip');
  expect(writeTold(TOLD)).toContain('```json');
  expect(writeTold(long).length).toBeLessThan(MOST_LETTERS);
  expect(parseTold(writeTold(long))).toEqual(long);
});

test('it is packed where it is too long to stand as it is, and names no pictures where there are none', () => {
  const withResult = (letters: number): string =>
    writeTold({ ...TOLD, told: { ...TOLD.told, result: 'x'.repeat(letters) } });
  const [, , , json = ''] = withResult(0).split('\n');
  expect(withResult(50_000 - json.length)).toContain('```json');
  expect(withResult(50_001 - json.length)).toContain('```gzip');
  expect(writeTold(TOLD)).toContain('"pictures"');
  expect(writeTold({ ...TOLD, pictures: null })).not.toContain('"pictures"');
});

test('it names the comment that called for it', () => {
  expect([isTold(' /told c1'), isTold('I told c1'), isTold('/tolder c1')]).toEqual([true, false, false]);
  expect([callIn('/told c1\n\nmore'), callIn('/told c1 c2'), callIn('told c1')]).toEqual(['c1', null, null]);
});

const block = (json: unknown): string =>
  `/told c1\n\n\`\`\`json\n${typeof json === 'string' ? json : JSON.stringify(json)}\n\`\`\`\n`;
const { told } = TOLD;

test.each<[string, string]>([
  ['without a block', '/told c1'],
  ['without a call', block({ v: 1, lines: 3, told }).replace('/told c1', 'told c1')],
  ['with a block that is no JSON', block('{')],
  ['with a block that is not compressed', block('{}').replace('json', 'gzip')],
  ['in another form', block({ v: 2, lines: 3, told })],
  ['without the lines', block({ v: 1, told })],
  ['of half a line', block({ v: 1, lines: 3.5, told })],
  ['without what was told', block({ v: 1, lines: 3, told: null })],
  ['with changes that are no list', block({ v: 1, lines: 3, told: { ...told, changes: {} } })],
  ['with a change of nothing', block({ v: 1, lines: 3, told: { ...told, changes: [{ path: 'game' }] } })],
  ['with a change that is none', block({ v: 1, lines: 3, told: { ...told, changes: [null] } })],
  ['with a path of numbers', block({ v: 1, lines: 3, told: { ...told, changes: [{ path: [1] }] } })],
  ['with what it used as a number', block({ v: 1, lines: 3, told: { ...told, used: [1] } })],
  ['with rolls that are no list', block({ v: 1, lines: 3, told: { ...told, rolls: 'x' } })],
  ['with a die without sides', block({ v: 1, lines: 3, told: { ...told, rolls: [{ size: 0 }] } })],
  ['with a die of half a side', block({ v: 1, lines: 3, told: { ...told, rolls: [{ size: 1.5 }] } })],
  ['with a roll that is none', block({ v: 1, lines: 3, told: { ...told, rolls: [4] } })],
])('nothing is told %s', (_, text) => {
  expect(parseTold(text)).toBe(null);
});

test('pictures are named by a commit, and by nothing else', () => {
  expect(parseTold(block({ v: 1, lines: 3, told, pictures: 'main' }))?.pictures).toBe(null);
});
