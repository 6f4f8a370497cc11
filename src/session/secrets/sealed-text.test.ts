import { expect, test } from 'vitest';

import { envelopeText, faultOf, parseEnvelope, type Envelope } from './envelope.ts';
import { formatSealed, isSealed, parseSealed, type Sealed } from './sealed-text.ts';

const FILE = '-----BEGIN AGE ENCRYPTED FILE-----\nYQ==\n-----END AGE ENCRYPTED FILE-----\n';
const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;
const plain: Sealed = {
  submission: 'bid',
  open: {},
  key: '0'.repeat(16),
  commitment: hash('0'),
  armored: FILE,
};
const share = (to: string) => ({ to, hash: hash('1'), sealed: 'YWJj+/==' });
const shared: Sealed = {
  ...plain,
  open: { duel: 'd 1', rounds: 3 },
  shared: { needed: 2, shares: [share('ana'), share('O"Neil')] },
};

test.each([
  ['a plain one', plain],
  ['one with open words and shares', shared],
])('reads a sealed post as it was written: %s', (_, sealed) => {
  const text = formatSealed(sealed);
  expect([isSealed(text), parseSealed(text)]).toEqual([true, sealed]);
  // Forges change line ends and outer space.
  expect(parseSealed(`\r\n  ${text.replaceAll('\n', '  \r\n')}\n`)).toEqual(sealed);
});

test.each<readonly [string, (text: string) => string]>([
  ['no kind', (text) => text.replace('/seal bid', '/seal')],
  ['another command', (text) => text.replace('/seal', '/told')],
  ['a kind that is no name', (text) => text.replace('bid', 'Bid')],
  ['braces that are no JSON', (text) => text.replace('{"duel"', '{duel')],
  ['no beginning of the file', (text) => text.replace('-----BEGIN', 'BEGIN')],
  ['no end of the file', (text) => text.replace('-----END', 'END')],
  [
    'an end before the beginning',
    (text) =>
      text.replace('key:', '-----END AGE ENCRYPTED FILE-----\nkey:').replace(/-----END(?![^]*key:)/u, 'END'),
  ],
  ['two files', (text) => `${text}${FILE}`],
  ['no key', (text) => text.replace('key: 0', 'kez: 0')],
  ['two keys', (text) => text.replace('key: ', `key: ${'0'.repeat(16)}\nkey: `)],
  ['a key that is none', (text) => text.replace('key: 0', 'key: g')],
  ['no commitment', (text) => text.replace('commitment', 'promise')],
  ['a share that is cut', (text) => text.replace('"YWJj+/=="]', '"YWJj')],
  ['two shares for one person', (text) => text.replace('"O\\"Neil"', '"ana"')],
  ['no count', (text) => text.replace('needed: 2\n', '')],
  ['no count above nothing', (text) => text.replace('needed: 2', 'needed: 0')],
  ['far too much', (text) => `${text}${' '.repeat(256 * 1024)}`],
])('rejects a post with %s', (_, spoil) => {
  const text = formatSealed(shared);
  expect(spoil(text)).not.toBe(text);
  expect(() => parseSealed(spoil(text))).toThrow(expect.objectContaining({ code: 'not-sealed' }) as Error);
});

const envelope: Envelope = {
  v: 1,
  game: 'Harbour',
  dynasty: 0,
  submission: 'bid',
  sender: 'bo',
  serial: 1,
  open: {},
  params: { bid: 3 },
  nonce: 'a'.repeat(32),
};

test('reads an envelope as written, and rejects infinite numbers or too long text', () => {
  expect(parseEnvelope(envelopeText(envelope))).toEqual(envelope);
  expect(envelopeText({ ...envelope })).toBe(envelopeText(JSON.parse(JSON.stringify(envelope)) as Envelope));
  for (const params of [{ bid: Infinity }, { bid: NaN }, { bid: 'x'.repeat(64 * 1024) }])
    expect(() => envelopeText({ ...envelope, params })).toThrow(
      expect.objectContaining({ code: 'bad-envelope' }) as Error,
    );
});

test.each<readonly [object | null, RegExp]>([
  [null, /no object/u],
  [[], /no object/u],
  [{ ...envelope, more: 1 }, /a field "more"/u],
  [{ ...envelope, v: 2 }, /version/u],
  [{ ...envelope, game: '' }, /its game/u],
  [{ ...envelope, sender: 7 }, /its sender/u],
  [{ ...envelope, dynasty: -1 }, /its dynasty/u],
  [{ ...envelope, serial: 1.5 }, /its serial/u],
  [{ ...envelope, open: [] }, /parameters/u],
  [{ ...envelope, params: null }, /parameters/u],
  [{ ...envelope, nonce: 'a' }, /nonce/u],
  [{ ...envelope, nonce: 7 }, /nonce/u],
])('rejects %j as an envelope', (value, why) => {
  expect(faultOf(value)).toMatch(why);
  expect(() => parseEnvelope(JSON.stringify(value))).toThrow(why);
});

test('rejects an envelope that isn’t JSON', () => {
  expect(() => parseEnvelope('{')).toThrow(expect.objectContaining({ code: 'malformed' }) as Error);
  expect(faultOf(envelope)).toBeNull();
});
