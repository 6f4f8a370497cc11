import { withPosition } from '../read-table.ts';
import { pageName } from '../page-name.ts';
import { act } from './act.ts';
import { back } from './back.ts';
import type { Door, DoorForm, Visit } from './door.ts';
import { draft } from './draft.ts';
import { DoorProblem } from './given.ts';
import { comment, doorsOfMatter, resolve, vote, voteForm } from './matter.ts';
import { own } from './own.ts';
import { post } from './post.ts';
import { rule } from './rule.ts';
import { seal } from './seal.ts';
import { time } from './time.ts';
import { values } from './values.ts';
import { who } from './who.ts';

/** Everything that can be done at home, by the name in its address: `do/vote/`. */
const DOORS: Readonly<Record<string, Door>> = {
  act,
  back,
  comment,
  draft,
  own,
  post,
  resolve,
  rule,
  seal,
  time,
  values,
  vote,
  who,
};

export function doorNamed(name: string): Door {
  const found = Object.hasOwn(DOORS, name) ? DOORS[name] : undefined;
  if (found === undefined) throw new DoorProblem(404, 'There is no such page.');
  return found;
}

/** The forms that stand on a page of the game's own, for whoever is there. */
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
