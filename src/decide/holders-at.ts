import type { Holders } from '../kernel/state.ts';
import type { Play } from '../play/play.ts';

/** The people who would open a submission together if it is sealed now, or why nobody could; null if its receiver opens it alone. */
export function holdersAt(
  play: Pick<Play, 'model' | 'query'>,
  at: string,
  kind: string,
): Holders | { readonly problem: string } | null {
  if (play.model.submissions[kind]?.shared !== true) return null;
  return (play.query(at, [['holders', kind]])[0]?.value ?? null) as ReturnType<typeof holdersAt>;
}
