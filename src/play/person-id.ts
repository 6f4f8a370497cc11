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
};

/**
 * `Zoë B.` → `zoe-b`, `李` → `u674e`. Where nobody has an account a name is who one is: those that only case or accents tell
 * apart are one person's.
 */
export function personId(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const spelt = plain.replaceAll(
    /[^\p{ASCII}]/gu,
    (letter) =>
      SPELT[letter] ?? (/[\p{L}\p{N}]/u.test(letter) ? `u${(letter.codePointAt(0) ?? 0).toString(16)}` : '-'),
  );
  return slug(spelt);
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
