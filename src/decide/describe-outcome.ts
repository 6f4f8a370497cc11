import type { RefusalData } from '../kernel/refusal.ts';

/** `no room beside it is lit (rule 2.4 Lanterns)` */
export function describeRefusal({ reason, rule, where, code, join }: RefusalData): string {
  // The line of a rule that refuses tells nobody anything; that of one that fails is where to mend it.
  const line = where === undefined || code !== 'clause-fails' ? '' : `, ${where}`;
  const told = rule === null ? reason : `${reason} (rule ${rule.number} ${rule.title}${line})`;
  return join === undefined ? told : `${told.replace(/\.$/u, '')}. ${sayJoin(join)}`;
}

/** Without its full stop, as reasons are. */
export function sayJoin({ kind, title }: NonNullable<RefusalData['join']>): string {
  return `To join the game, make a post of the kind “${title}”: post ${kind} "May I join?"`;
}
