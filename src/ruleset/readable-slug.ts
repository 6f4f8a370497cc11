import { slug } from '../kernel/names.ts';

/** Letters without a decomposition, as they are usually written in Latin letters. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ...spellings('αβγδεζηθικλμνξοπρστυφχψω', 'a b g d e z i th i k l m n x o p r s t y f ch ps o'),
  ς: 's',
  ...spellings(
    'абвгдежзиклмнопрстуфхцчшщыэюяіїєґ',
    'a b v g d e zh z i k l m n o p r s t u f kh ts ch sh shch y e yu ya i yi ye g',
  ),
  ъ: '',
  ь: '',
};

function spellings(letters: string, latin: string): Readonly<Record<string, string>> {
  const spelt = latin.split(' ');
  return Object.fromEntries(Array.from(letters).map((letter, at) => [letter, spelt[at] ?? '']));
}

/** `Zoë B.` → `zoe-b`, `Ελένη` → `eleni`, `李` → `u674e`, and if no letter is left `🍎` → `u1f34e`. */
export function readableSlug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const spelt = plain.replaceAll(
    /[^\p{ASCII}]/gu,
    (letter) =>
      SPELT[letter] ??
      (/[\p{L}\p{N}\p{S}]/u.test(letter) ? `u${(letter.codePointAt(0) ?? 0).toString(16)}` : '-'),
  );
  return slug(spelt);
}
