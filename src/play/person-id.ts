import { slug } from '../kernel/names.ts';

/** Letters that no accent makes of others. */
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
  return Object.fromEntries([...letters].map((letter, at) => [letter, spelt[at] ?? '']));
}

/** As long as a file's name may be on every system, with room for what else stands in it. */
const LONGEST_ID = 100;

/**
 * `Zoë B.` → `zoe-b`, `Ελένη` → `eleni`, `李` → `u674e`, and where no letter is left `🍎` → `u1f34e`. Where nobody has an
 * account a name is who one is: those that only case or accents tell apart are one person's.
 */
export function personId(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const spelt = plain.replaceAll(
    /[^\p{ASCII}]/gu,
    (letter) => SPELT[letter] ?? (/[\p{L}\p{N}]/u.test(letter) ? codeOf(letter) : '-'),
  );
  return slug(slug(spelt) || codesOf(plain))
    .slice(0, LONGEST_ID)
    .replace(/-+$/u, '');
}

/** A name of signs alone; spaces, dots and dashes, which only part words, are none. */
function codesOf(plain: string): string {
  return [...plain.replaceAll(/[\p{P}\p{Z}\p{C}]/gu, '')].map(codeOf).join('-');
}

function codeOf(letter: string): string {
  return `u${(letter.codePointAt(0) ?? 0).toString(16)}`;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Who of these is meant: by id first, then by the name that they have now. */
export function findPerson<P extends Named>(people: readonly P[], wanted: string): P | null {
  const id = personId(wanted);
  const asId = people.find((one) => one.id.toLowerCase() === wanted.trim().toLowerCase() || one.id === id);
  return asId ?? people.find(({ name }) => id !== '' && personId(name) === id) ?? null;
}
