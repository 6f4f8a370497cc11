import { recordedIn } from '../language/recorded.ts';
import { type Wording } from '../language/wording.ts';
import type { RefusalData } from '../kernel/refusal.ts';

/** The engine's own refusal for a wrong role; it is attributed to the rule that has the action. */
const OF_ROLES = /^only .{1,100} (?:can|may) do this$/u;

/** Rules put times into their reasons as they are stored. */
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/gu;

/** A clause's own reason may hold a time as it is stored: `open until 2024-03-01T09:00:00Z` */
export function sayTimes(text: string, wording: Wording): string {
  return text.replaceAll(TIME, wording.time);
}

/** `no room beside it is lit (rule 2.4 Lanterns)` */
export function describeRefusal(
  { reason, rule, where, code, meant, join }: RefusalData,
  wording: Wording,
): string {
  const { say } = wording;
  // A rule's own reason stays in the language of its clause.
  const isOfRule = code === 'refused' && rule !== null && !OF_ROLES.test(reason);
  const why = sayTimes(isOfRule ? reason : recordedIn(wording.language, reason), wording);
  // The line matters only if the rule failed, because somebody has to repair it.
  const line = where === undefined || code !== 'clause-fails' ? '' : `, ${where}`;
  const said = rule === null ? why : say`${why} (rule ${rule.number} ${rule.title}${line})`;
  const more = [
    ...(meant === undefined ? [] : [say`Did you mean “${meant}”?`]),
    ...(join === undefined ? [] : [sayJoin(join, wording)]),
  ];
  return more.length === 0 ? said : `${said.replace(/\.$/u, '')}. ${more.join(' ')}`;
}

/** Without a full stop, like other reasons. */
export function sayJoin({ title }: NonNullable<RefusalData['join']>, { say }: Wording): string {
  return say`To join the game, make a post of the kind “${title}”`;
}
