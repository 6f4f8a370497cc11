import type { ForgeForm } from '../../host/host.ts';

export type FillIns = Readonly<Record<string, string>>;

/** Browsers and servers cut longer addresses. */
const MOST_LETTERS = 7_000;

/** `…&rule={rule}` and `{ rule: 'Votes' }` → `…&rule=Votes`; missing values are left empty. */
export function fillIn(template: string, words: FillIns, write: (word: string) => string = String): string {
  return template.replace(/\{([a-z]+)\}/gu, (_, name: string) => write(words[name] ?? ''));
}

/** An address of the forge’s form, and the names of the texts that didn't fit and have to be copied. */
export interface Fitted {
  readonly address: string;
  readonly left: readonly string[];
}

/** Fills in as much as an address has room for; the longest texts are left out first. */
export function fitInto(form: ForgeForm, words: FillIns): Fitted {
  const byLength = Object.keys(words).toSorted((a, b) => lengthOf(words[b]) - lengthOf(words[a]));
  for (let count = 0; ; count++) {
    const left = byLength.slice(0, count);
    const rest = Object.fromEntries(Object.entries(words).filter(([name]) => !left.includes(name)));
    const address = withoutBlanks(fillIn(form.address, rest, encodeURIComponent));
    if (address.length <= MOST_LETTERS || count === byLength.length) return { address, left };
  }
}

const lengthOf = (word = ''): number => encodeURIComponent(word).length;

const withoutBlanks = (address: string): string => address.replaceAll(/(?<=[?&])[\w-]+=(?:&|$)/gu, '');

/** The address of the forge’s form with only its purpose filled in. */
export const bareAddressOf = (form: ForgeForm): string => fitInto(form, {}).address;

/** The number of letters by which a text is too long for the forge's posts; 0 if it fits. */
export function lettersTooMany({ body, most }: ForgeForm, words: FillIns): number {
  return Math.max(0, fillIn(body, words).length - most);
}
