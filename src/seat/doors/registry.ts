import { withPosition } from '../read-table.ts';
import { pageName } from '../page-name.ts';
import { actDoor } from './act.ts';
import { backDoor } from './back.ts';
import { countDoor } from './count.ts';
import type { Door, DoorForm, Visit } from './door.ts';
import { draftDoor } from './draft.ts';
import { DoorProblem } from './given.ts';
import { commentDoor, doorsOfMatter, resolveDoor, voteDoor, voteForm } from './matter.ts';
import { ownDoor } from './own.ts';
import { peaceDoor } from './peace.ts';
import { postDoor } from './post.ts';
import { ruleDoor } from './rule.ts';
import { sealDoor } from './seal.ts';
import { settleDoor } from './settle.ts';
import { timeDoor } from './time.ts';
import { valuesDoor } from './values.ts';
import { seatDoor } from './who.ts';

/** Everything that can be done at home, by the name in its address: `do/vote/`. */
const DOORS: Readonly<Record<string, Door>> = {
  act: actDoor,
  back: backDoor,
  comment: commentDoor,
  count: countDoor,
  draft: draftDoor,
  own: ownDoor,
  peace: peaceDoor,
  post: postDoor,
  resolve: resolveDoor,
  rule: ruleDoor,
  seal: sealDoor,
  settle: settleDoor,
  time: timeDoor,
  values: valuesDoor,
  vote: voteDoor,
  who: seatDoor,
};

export const DOOR_NAMES: readonly string[] = Object.keys(DOORS);

export function doorNamed(name: string): Door {
  const found = Object.hasOwn(DOORS, name) ? DOORS[name] : undefined;
  if (found === undefined) throw new DoorProblem(404, ({ say }) => say`There’s no such page.`);
  return found;
}

/** The forms that stand on a page of the game itself, for the person in the seat. */
export async function doorsOn(page: string, visit: Visit): Promise<readonly DoorForm[]> {
  const [, name] = /^matters\/([^/]+)\/$/u.exec(page) ?? [];
  if (visit.who === null || (name === undefined && page !== '' && page !== 'matters/')) return [];
  return withPosition(visit.game, (position) => {
    const posts = Object.values(position.open.play.state().posts);
    if (name === undefined) return posts.flatMap((one) => voteForm(position, visit, one, true) ?? []);
    const found = posts.find(({ id }) => pageName(id) === name);
    return found === undefined ? [] : doorsOfMatter(position, visit, found.id);
  });
}
