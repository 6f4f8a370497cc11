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

/** The same with nothing filled in but what the door knows. */
export function bareAddressOf(door: ForgeDoor): string {
  return fillIn(door.address, {});
}
