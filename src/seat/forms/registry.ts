import { withPosition } from '../read-table.ts';
import { pageName } from '../page-name.ts';
import { actHandler } from './act.ts';
import { backHandler } from './back.ts';
import { countForm } from './count.ts';
import type { FormHandler, FilledForm, Visit } from './form.ts';
import { draftHandler } from './draft.ts';
import { FormProblem } from './given.ts';
import { commentHandler, formsOfMatter, openFor, resolveHandler, voteHandler, voteForm } from './matter.ts';
import { ownHandler } from './own.ts';
import { moderationHandler } from './moderation.ts';
import { postHandler } from './post.ts';
import { ruleHandler } from './rule.ts';
import { sealHandler } from './seal.ts';
import { settleHandler } from './settle.ts';
import { timeHandler } from './time.ts';
import { valuesHandler } from './values.ts';
import { wayHandler } from './way.ts';
import { seatHandler } from './who.ts';

/** Everything that can be done at home, by the name in its address: `do/vote/`. */
const FORMS: Readonly<Record<string, FormHandler>> = {
  act: actHandler,
  back: backHandler,
  comment: commentHandler,
  count: countForm,
  draft: draftHandler,
  own: { ...ownHandler, open: (visit) => openFor(visit, 'own') },
  peace: moderationHandler,
  post: postHandler,
  resolve: resolveHandler,
  rule: ruleHandler,
  seal: sealHandler,
  settle: settleHandler,
  time: timeHandler,
  values: valuesHandler,
  vote: voteHandler,
  way: wayHandler,
  who: seatHandler,
};

export const FORM_NAMES: readonly string[] = Object.keys(FORMS);

export function handlerNamed(name: string): FormHandler {
  const found = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (found === undefined) throw new FormProblem(404, ({ say }) => say`There’s no such page.`);
  return found;
}

/** The forms that stand on a page of the game itself, for the person in the seat. */
export async function formsOn(page: string, visit: Visit): Promise<readonly FilledForm[]> {
  const [, name] = /^matters\/([^/]+)\/$/u.exec(page) ?? [];
  if (visit.who === null || (name === undefined && page !== '' && page !== 'matters/')) return [];
  return withPosition(visit.game, (position) => {
    const posts = Object.values(position.open.play.state().posts);
    if (name === undefined) return posts.flatMap((one) => voteForm(position, visit, one, true) ?? []);
    const found = posts.find(({ id }) => pageName(id) === name);
    return found === undefined ? [] : formsOfMatter(position, visit, found.id);
  });
}
