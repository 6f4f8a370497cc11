import { expect, test } from 'vitest';

import { readWrittenJson, readTypedJson, whyNotPlain } from './plain-data.ts';

test('accepts data that JSON can hold, and rejects infinite, circular or too deep values', () => {
  const shared = { a: 1 };
  expect(whyNotPlain({ one: shared, two: [shared, shared, null, 'x'] })).toBeNull();
  const circle: unknown[] = [];
  circle.push({ inner: circle });
  expect(whyNotPlain({ n: [Number.POSITIVE_INFINITY] })).toContain('infinite');
  expect(whyNotPlain(circle)).toContain('itself');
  let deep: unknown = 1;
  for (let n = 0; n < 70; n += 1) deep = [deep];
  expect(whyNotPlain(deep)).toContain('deep');
  let wide: unknown = 1;
  for (let n = 0; n < 10; n += 1) wide = Array.from({ length: 9 }, () => wide);
  expect(whyNotPlain(wide)).toContain('parts');
});

test.each(
  [
    [
      '9007199254740993',
      'has the number 9007199254740993, which would become 9007199254740992; write it as a text',
    ],
    ['{"a":[1,{"b":-9007199254740993}]}', 'has the number -9007199254740993'],
    ['9007199254740993000e-3', 'has the number 9007199254740993000e-3'],
    ['[1e400]', 'has the number 1e400, which would become Infinity'],
    ['1e-400', 'which would become 0'],
    ['4.9999999999999999999', 'which would become 5'],
    ['9'.repeat(10_000), `has the number ${'9'.repeat(40)}…, which would become Infinity`],
    ['{"n":1,"n":2}', 'has the key n twice'],
    [String.raw`{"a":{"n":1},"b":[{"n":1,"\u006e":2}]}`, 'has the key n twice'],
    ['['.repeat(75) + ']'.repeat(75), 'is nested more than 74 deep'],
    ['007', 'is not JSON'],
    ['1_000', 'is not JSON'],
    ['+5', 'is not JSON'],
    ['0x10', 'is not JSON'],
    ['١٢', 'is not JSON'],
    ['NaN', 'is not JSON'],
    ['', 'is not JSON'],
  ].map(([text = '', fault = '']) => [text.slice(0, 60), fault, text]),
)('rejects JSON that would be read as something else: %s', (_, fault, text = '') => {
  const read = readWrittenJson(text);
  expect(read.fault).toContain(fault);
  expect(read.value).toBeUndefined();
});

test.each([
  ['1.50', 1.5],
  ['1.0', 1],
  ['1e21', 1e21],
  ['-0', -0],
  ['0.0e99999', 0],
  ['0.1', 0.1],
  ['5e-324', 5e-324],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  ['9007199254740992', 2 ** 53],
  ['{"a":{"n":1},"b":{"n":"9007199254740993"}}', { a: { n: 1 }, b: { n: '9007199254740993' } }],
  [String.raw`["1e400\\", "\"9007199254740993", true, null]`, ['1e400\\', '"9007199254740993', true, null]],
])('reads JSON without changing its values: %s', (text, value) => {
  expect(readWrittenJson(text).value).toEqual(value);
});

test('reads a typed number as text if it would be written back differently', () => {
  const text = '[1, 1.50, -0, 1e3, 1e21, 1e400, 9007199254740993, {"n": 4.0}, "1.50"]';
  expect(readTypedJson(text)).toEqual({
    value: [1, '1.50', '-0', '1e3', '1e21', '1e400', '9007199254740993', { n: '4.0' }, '1.50'],
    fault: null,
  });
  expect(readTypedJson('007').fault).toBe('is not JSON');
  expect(readTypedJson('{"n":1,"n":2}').fault).toContain('twice');
});
