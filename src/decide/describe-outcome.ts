import { recordedIn } from '../language/recorded.ts';
import { type Wording } from '../language/wording.ts';
import type { RefusalData } from '../kernel/refusal.ts';

/** The engine’s own reason why somebody of another role may not act; it is told as the rule’s whose action it is. */
const OF_ROLES = /^only .{1,100} may do this$/u;

/** `no room beside it is lit (rule 2.4 Lanterns)` */
export function describeRefusal(
  { reason, rule, where, code, meant, join }: RefusalData,
  wording: Wording,
): string {
  const { say } = wording;
  // A rule's own reason stays as its clause has it.
  const isOfRule = code === 'refused' && rule !== null && !OF_ROLES.test(reason);
  const why = isOfRule ? reason : recordedIn(wording.language, reason);
  // The line of a rule that refuses tells nobody anything; that of one that fails is where to mend it.
  const line = where === undefined || code !== 'clause-fails' ? '' : `, ${where}`;
  const told = rule === null ? why : say`${why} (rule ${rule.number} ${rule.title}${line})`;
  const more = [
    ...(meant === undefined ? [] : [say`Did you mean “${meant}”?`]),
    ...(join === undefined ? [] : [sayJoin(join, wording)]),
  ];
  return more.length === 0 ? told : `${told.replace(/\.$/u, '')}. ${more.join(' ')}`;
}

/** Without its full stop, as reasons are. */
export function sayJoin({ kind, title }: NonNullable<RefusalData['join']>, { say }: Wording): string {
  return say`To join the game, make a post of the kind “${title}”: post ${kind} "May I join?"`;
}
