import { withPosition } from '../read-table.ts';
import { pageName } from '../page-name.ts';
import { actHandler } from './act.ts';
import { backHandler } from './back.ts';
import { countDoor } from './count.ts';
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
  count: countDoor,
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

/** The word in a form's address that says what it is about, and the page on which people choose that. */
const CHOSEN: Readonly<Record<string, readonly [word: string, page: string]>> = {
  act: ['action', 'play/'],
  comment: ['on', 'matters/'],
  count: ['path', 'ruleset/'],
  own: ['on', 'matters/'],
  resolve: ['on', 'matters/'],
  rule: ['path', 'ruleset/'],
  settle: ['on', 'matters/'],
  vote: ['on', 'matters/'],
  way: ['on', 'matters/'],
};

/** The page to show instead of a form whose address doesn't say what it is about; null if it does. */
export function pageToChoose(name: string, words: URLSearchParams): string | null {
  const [word, page] = (Object.hasOwn(CHOSEN, name) ? CHOSEN[name] : undefined) ?? [];
  return word === undefined || words.has(word) || words.get('change') === 'add' ? null : (page ?? null);
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
