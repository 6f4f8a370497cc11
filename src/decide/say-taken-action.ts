import type { StateChange } from '../kernel/store.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { isNothing, type Naming } from './naming.ts';
import { sayChanges } from './say-changes.ts';

export interface ToldAction {
  /** What the action is called. */
  readonly title: string;
  readonly by: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, ValueType>>;
  readonly changes: readonly StateChange[];
}

/** So much of what a deed did to whoever did it fits into a line. */
const FEW = 2;
const NAMED: ReadonlySet<ValueType['kind']> = new Set(['thing', 'player', 'choice', 'post']);

/** What somebody did, in a line that follows their name: `Light a room: Cistern of Whispers (G4); Puissance 9 → 4` */
export function sayTakenAction(
  { title, by, with: given, types, changes }: ToldAction,
  naming: Naming,
): string {
  const named = Object.entries(given).flatMap(([name, value]) => {
    const type = types[name];
    const inner = type?.kind === 'optional' ? type.of : type;
    return inner === undefined || !NAMED.has(inner.kind) || isNothing(value)
      ? []
      : [naming.value(value, inner)];
  });
  const own = changes.filter(({ path: [scope, id] }) => scope === 'players' && id === by);
  const came = sayChanges(own, naming)
    .slice(0, FEW)
    .map((change) => change.slice(`${naming.person(by)}: `.length));
  return [named.length === 0 ? title : `${title}: ${named.join(', ')}`, ...came].join('; ');
}
