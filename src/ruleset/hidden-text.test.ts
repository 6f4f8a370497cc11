import { expect, test } from 'vitest';

import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { hiddenIn, distinguished } from './hidden-text.ts';

/** For each letter or sign some that look like it: of another script, of its own, or of none. */
const LIKE: Readonly<Record<string, string>> = {
  a: 'ɑ а α ａ 𝐚 ᴀ',
  c: 'ᴄ с ⲥ ϲ ꮯ ⅽ',
  e: 'е ᴇ ｅ',
  g: 'ɡ ց',
  h: 'հ һ',
  i: 'ı і ι ɪ',
  l: 'ӏ Ɩ ǀ ⅼ ꞁ',
  n: 'ո ɴ',
  o: 'ᴏ о օ ο ⲟ',
  s: 'ꜱ ѕ ꮪ ƽ ſ',
  u: 'ս υ ᴜ',
  v: 'ᴠ ѵ ν ꮩ',
  w: 'ᴡ ѡ ԝ ꮃ',
  A: 'Ꭺ ꓮ Α А',
  P: 'Ꮲ ꓑ Ρ Ⲣ',
  S: 'Ꮪ ꓢ Տ Ѕ',
  '!': 'ǃ',
  '-': '\u2010 \u2011 \u2012 \u2212 \u02d7 \uff0d',
  '=': '\uff1d \ua78a',
  ';': '\u037e \uff1b',
  ' ': '\u00a0 \u2002 \u2009 \u202f \u205f \u3000',
};
const cases = Object.entries(LIKE).flatMap(([sign, others]) =>
  (sign === ' ' ? Array.from(others.replaceAll(' ', '')) : others.split(' ')).map(
    (other) => [other, sign] as const,
  ),
);

test('what looks like a sign of a keyboard is named in code, within a word and by itself', () => {
  for (const [other, sign] of cases) {
    const kinds = (text: string): readonly string[] => hiddenIn(text, true).map(({ kind }) => kind);
    expect(kinds(`const word = 'wo${sign}rd';\n`), sign).toEqual([]);
    expect(kinds(`const word = 'wo${other}rd';\n`), `${other} for ${sign}`).toContainEqual(
      expect.stringMatching(/^(?:scripts|lookalike)$/u),
    );
    if (/\p{L}/u.test(other) && sign !== '!') expect(kinds(`const ${other} = 1;\n`)).not.toEqual([]);
  }
});

test.each([
  'Ça coûte 48\u00a0€\u00a0; œuvre, naïve',
  'Kapı ışığı açık, çünkü sınır ağır',
  'Ho\u02bbi i Hawai\u02bbi',
  'l’été – c’est-à-dire : « oui\u00a0»',
  'Straße, ħ, þorn, ðe, Łódź, ŋ, ə, ɛ, ɔ',
  '投票（48小时），通过！',
  'Голосование идёт 48 часов.',
  'քվեարկություն',
  'col·lecció 3 × 4 ≥ 2 → done…',
  'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ',
  'राम\u200dकथा',
  '👩\u200d🚀 ✌\ufe0f',
])('what people write in their languages hides nothing: %s', (text) => {
  expect(hiddenIn(`${text}\n`, false)).toEqual([]);
});

test('of code in another language only what would pass for something else is named', () => {
  for (const text of ['Kapı açık', 'Голос отдан', '投票，通过', 'Tu es là\u00a0?', 'l’été', '3–5 × 2'])
    expect(hiddenIn(`const said = '${text}';\n`, true)).toEqual([]);
});

test('the library hides nothing', () => {
  const files = [...shippedLibrary].filter(([path]) => /\.(?:md|ts)$/u.test(path));
  expect(files.flatMap(([path, text]) => hiddenIn(text, path.endsWith('.ts')))).toEqual([]);
});

test('texts that look the same are told apart by their numbers, and no others', () => {
  expect(distinguished('Café', 'Cafe\u0301')).toEqual(['Caf⟨U+00E9⟩', 'Cafe⟨U+0301⟩']);
  expect(distinguished('36 hours', '36\u00a0hours')).toEqual(['36 hours', '36⟨U+00A0⟩hours']);
  expect(distinguished('axe', '\u0251xe')).toEqual(['axe', '⟨U+0251⟩xe']);
  expect(distinguished('Café', 'Cafés')).toEqual(['Café', 'Cafés']);
  expect(distinguished('Café', 'Café')).toEqual(['Café', 'Café']);
});
