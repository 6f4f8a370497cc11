import type { ForgeDoor } from '../../host/host.ts';

export type FillIns = Readonly<Record<string, string>>;

/** Longer addresses are cut somewhere on their way. */
const MOST_LETTERS = 7_000;

/** `…&rule={rule}` and `{ rule: 'Votes' }` → `…&rule=Votes`; what nothing is said of is left empty. */
export function fillIn(template: string, words: FillIns, write: (word: string) => string = String): string {
  return template.replace(/\{([a-z]+)\}/gu, (_, name: string) => write(words[name] ?? ''));
}

/** The forge’s form with all of it filled in; null where it is too long for an address. */
export function addressOf({ address }: ForgeDoor, words: FillIns): string | null {
  const filled = fillIn(address, words, encodeURIComponent);
  return filled.length <= MOST_LETTERS ? filled : null;
}

/** The same without its longest part, which is copied by hand; empty where the rest is too long as well. */
export function bareAddressOf(door: ForgeDoor, words: FillIns = {}): string {
  const [longest = ''] = Object.keys(words).toSorted(
    (a, b) => (words[b] ?? '').length - (words[a] ?? '').length,
  );
  return addressOf(door, { ...words, [longest]: '' }) ?? fillIn(door.address, {});
}
