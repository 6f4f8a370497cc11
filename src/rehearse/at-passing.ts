import { startingValue } from '../kernel/kinds/index.ts';
import type { PostData } from '../kernel/state.ts';
import type { StateChange } from '../kernel/store.ts';
import { sameValue } from '../kernel/values.ts';
import type { Play } from '../session/play/play.ts';
import { publicChanges } from '../store/private-values.ts';
import { inWords, namingOf } from '../wording/naming.ts';
import { sayChanges } from '../wording/say-changes.ts';
import { listed, typesByPlace, type GameSeen } from './carried-over.ts';

const MOST_SAID = 12;

/**
 * Says what the moment at which a matter passes changes, without private values and without what the matter sets itself, and once what
 * becomes of several alike.
 */
export function sayPassing(
  all: readonly StateChange[],
  { changes }: Pick<PostData, 'changes'>,
  before: GameSeen,
  play: Play,
): readonly string[] | undefined {
  const isAsked = ({ path, after }: StateChange): boolean =>
    changes.some(
      (one) => one.verb === 'set' && one.path === path.join('.') && sameValue(one.value, after ?? null),
    );
  // The trial says itself what the matter leaves out.
  const earlier = typesByPlace(before.model);
  const own = all.filter((change) => {
    const [scope = '', ...rest] = change.path;
    const place = `${scope === 'things' ? rest[0] : scope}.${rest.at(-1)}`;
    return scope !== 'posts' && !isAsked(change) && earlier.get(place)?.shown !== false;
  });
  const open = publicChanges(publicChanges(own, before.model), play.model);
  const alike = Map.groupBy(sayChanges(open, namingOf(play)), (one) => one.replace(/^[^:]*: /u, ''));
  const said = [...alike].map(([what, lines]) => {
    const owners = lines.map((line) => line.slice(0, -what.length - 2)).filter((one) => one !== '');
    return owners.length === 0 ? what : `${listed(owners)}: ${what}`;
  });
  const more = said.length > MOST_SAID ? [`and ${said.length - MOST_SAID} more`] : [];
  const whole = [...sayStarts(before, play), ...said.slice(0, MOST_SAID), ...more];
  return whole.length === 0 ? undefined : whole;
}

/** Another start by itself changes nothing that is there, although that is often meant. */
function sayStarts(before: GameSeen, play: Play): readonly string[] {
  const earlier = typesByPlace(before.model);
  const isOpen = ({ private: isPrivate, shown }: { private?: boolean; shown?: boolean }): boolean =>
    isPrivate !== true && shown !== false;
  return [...typesByPlace(play.model)].flatMap(([place, type]) => {
    const old = earlier.get(place);
    if (old?.kind !== type.kind || !isOpen(old) || !isOpen(type)) return [];
    const starts = [type, old].map((one) => startingValue(one));
    if (sameValue(starts[0], starts[1])) return [];
    const [scope = '', id = ''] = place.split('.');
    const title = type.title ?? inWords(id);
    const [then, now] = starts.map((start) => namingOf(play).value(start, type));
    return scope === 'players'
      ? `only whoever joins later, or starts anew, has ${title} ${then} to begin with, not ${now}`
      : `${title} stays as it is: ${then} is only where it would start anew, not ${now}`;
  });
}
