import type { ForgeDoor } from '../../host/host.ts';

export type FillIns = Readonly<Record<string, string>>;

/** Browsers and servers cut longer addresses. */
const MOST_LETTERS = 7_000;

/** `…&rule={rule}` and `{ rule: 'Votes' }` → `…&rule=Votes`; missing values are left empty. */
export function fillIn(template: string, words: FillIns, write: (word: string) => string = String): string {
  return template.replace(/\{([a-z]+)\}/gu, (_, name: string) => write(words[name] ?? ''));
}

/** The address of the forge’s form, all filled in; null if it is too long. */
export function addressOf({ address }: ForgeDoor, words: FillIns): string | null {
  const filled = fillIn(address, words, encodeURIComponent);
  return filled.length <= MOST_LETTERS ? filled : null;
}

/** The same without its longest value, which is copied by hand; empty if even that is too long. */
export function bareAddressOf(door: ForgeDoor, words: FillIns = {}): string {
  const [longest = ''] = Object.keys(words).toSorted(
    (a, b) => (words[b] ?? '').length - (words[a] ?? '').length,
  );
  return addressOf(door, { ...words, [longest]: '' }) ?? fillIn(door.address, {});
}
