import { isFault, type RefusalData } from '../../kernel/refusal.ts';

/** A clause that failed in a step, which is then tried without it. */
export interface FailingClause {
  /** A file of the ruleset; empty if nothing tells which clause it was. */
  readonly module: string;
  readonly reason: string;
}

/** The clause to blame for a refusal; null if rules refuse, which is no failure. */
export function failingClause({
  code,
  reason,
  rule,
  where = '',
}: Pick<RefusalData, 'code' | 'reason' | 'rule' | 'where'>): FailingClause | null {
  if (!isFault({ code })) return null;
  return { module: rule === null ? where.replace(/:\d+$/u, '') : `${rule.path}.ts`, reason };
}

/** Games are changed through core rules, so none of these may be switched off. */
const PERMANENT: ReadonlySet<string> = new Set(['core', 'special-case', 'appendix']);

export function isPermanent(path: string): boolean {
  return PERMANENT.has(path.split('/')[0] ?? '');
}

/** The reason why leaving out another clause doesn't help, because the last one is permanent or has failed before. Null if it may help. */
export function whyHopeless(off: readonly FailingClause[]): string | null {
  const last = off.at(-1);
  if (last === undefined) return null;
  const times = off.filter(({ module }) => module === last.module).length;
  // A matter may repair a failing clause. If it fails again, it is switched off together with the matter's changes.
  return isPermanent(last.module) || times > (last.module === '' ? 1 : 2) ? last.reason : null;
}
