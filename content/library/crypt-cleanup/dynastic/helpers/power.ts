import { action, daily } from 'gitnomic/rules';
import type { Action, Type } from 'gitnomic/rules';

/** A Power Action: what it costs is paid out of Puissance, and other rules can tell it by its mark. */
export function power<const P extends Readonly<Record<string, Type>> = Record<never, never>>(definition: Action<P>): Action<P> {
  return action({ ...definition, marks: { ...definition.marks, power: true } });
}

/** A Power Action that is a Daily Action too. */
export function dailyPower<const P extends Readonly<Record<string, Type>> = Record<never, never>>(definition: Action<P>): Action<P> {
  return daily({ ...definition, marks: { ...definition.marks, power: true } });
}
