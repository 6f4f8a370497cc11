import { readNumber } from '../kernel/number-words.ts';
import { CellError } from './cell.ts';
import { BUILT_IN, PEOPLE, type RowScene } from './scene.ts';
import type { NameKind, Name } from './vocabulary.ts';

/** The meanings of words in a formula. */
export interface Meaning {
  readonly kind: NameKind;
  /** An expression, for the person of the moment or for another. */
  readonly js: (person?: string) => string;
  readonly name?: Name;
  readonly options?: readonly string[];
}

/** Number words that don't count as numbers in a formula. */
const NO_NUMBERS: ReadonlySet<string> = new Set(['a', 'an', 'no', 'none', 'never', 'twice']);

/** The meaning of these words in the moment called `subject`, or null. */
export function meaningOf(words: string, subject: string, scene: RowScene): Meaning | null {
  const lower = words.toLowerCase();
  const { chosen, has } = scene;
  const choice = chosen[lower];
  if (choice !== undefined) return { ...choice, js: () => `${subject}.chosen[${JSON.stringify(choice.id)}]` };
  const builtIn = BUILT_IN.find(({ says }) => says.includes(lower));
  if (builtIn !== undefined) {
    if (builtIn.needs !== undefined && !has.has(builtIn.needs))
      throw new CellError(
        `“${words}” means nothing here, because there is no ${builtIn.needs}.`,
        'a formula about this moment',
        'Points < most Points',
      );
    return { kind: builtIn.kind, js: () => builtIn.js(subject) };
  }
  const names = scene.words.find(words);
  const name = names.find(({ of }) => isHere(of, subject, scene)) ?? names[0];
  if (name !== undefined)
    return {
      kind: name.kind,
      name,
      js: (person) => valueOf(name, subject, person),
      ...(name.options && { options: name.options }),
    };
  const person = PEOPLE.find(
    ({ says, needs }) => says.includes(lower) && (needs === undefined || has.has(needs)),
  );
  if (person !== undefined) return { kind: 'person', js: () => person.js(subject) };
  const number = NO_NUMBERS.has(lower) ? null : readNumber(words);
  return number === null || !Number.isSafeInteger(number)
    ? null
    : { kind: 'number', js: () => String(number) };
}

/** True if the moment has an owner for such a variable. */
export function isHere(of: Name['of'], subject: string, { has }: RowScene): boolean {
  if (of === 'post') return has.has('proposal');
  return of === 'game' || subject !== 'e' || has.has('person');
}

function valueOf({ id, of, isWorth, asks }: Name, subject: string, person = `${subject}.it`): string {
  if (asks !== undefined) return `${subject}.g.hook("${asks}", { person: ${person} }, false)`;
  const owner = of === 'player' ? person : of === 'game' ? `${subject}.g.game` : `${subject}.matter`;
  if (!isWorth) return `${owner}.${id}`;
  return of === 'player' ? `${subject}.g.view("${id}", ${person})` : `${subject}.g.view("${id}")`;
}
