import { mainOf } from '../../../tick/tick-options.ts';
import {
  shortHash,
  reopenPending,
  tellSummaries,
  type AfterTick,
  tellInline,
  tellMergedByHand,
} from './after-tick.ts';
import { FORMS_FOLDER, formsOf, isForm } from './forms.ts';
import { labelsFor } from './labels-for.ts';
import { NO_NOTES, readNotes, writeNotes, type Notes } from './notes.ts';
import { planPublishing } from './publishing.ts';
import {
  findAhead,
  REMIND_REACTION,
  remindersFor,
  sayWaiting,
  WAITING_KEY,
  WAITING_TITLE,
  listWaiting,
} from './quiet.ts';
import { TROUBLE_KEY } from './trouble.ts';
import { unlessGone } from '../../../forge/events.ts';
import type { GitHubForge } from '../../../forge/github/github-forge.ts';
import { actionsBot } from '../../../forge/github/people.ts';
import { readTree } from '../../../repository/read-tree.ts';
import { journalTip } from '../../../store/journal/journal-head.ts';
import { wholeRepository } from '../../../repository/repository.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import type { Position } from '../../../session/position/position.ts';

export interface Shown {
  readonly forms: boolean;
  readonly publish: boolean;
  /** When the clock alone next makes something due. */
  readonly due: string | null;
}

/** Updates what people see after a tick: standings, forms, labels and what is waiting for whom. */
export async function showGame(
  given: Omit<AfterTick, 'notes'>,
  changed: { readonly main: boolean; readonly journal: boolean },
): Promise<Shown> {
  const { position, now } = given;
  const comment: GitHubForge['comment'] = (...words) =>
    given.forge.comment(...words).catch(unlessGone(undefined));
  const forge = { ...given.forge, comment };
  const after = { ...given, forge };
  const before = await readNotes(forge);
  const forms = await keepForms(forge, position, before, now);
  const { notes: noted, summaries } = await tellSummaries({ ...after, notes: before });
  const waiting = listWaiting(position, now, summaries);
  await forge.keep({
    key: WAITING_KEY,
    kind: 'waiting',
    title: WAITING_TITLE,
    text: sayWaiting(waiting, now, position.open.play.wording),
  });
  for (const { post, key, text } of remindersFor(position, waiting, askersOf(forge), now))
    await forge.comment(post, key, text);
  await tellMergedByHand(after, summaries);
  await reopenPending(after, summaries);
  await tellInline(after);
  await closeAnswered(forge);
  const trouble = forge.onPosts.called(TROUBLE_KEY);
  if (trouble !== null) await forge.close(trouble.post);
  const found = findAhead(position, now, summaries);
  // The next tick tries an unreadable head again, even if nothing is due.
  const ahead = position.branches.isAnyUnread ? { ...found, until: now } : found;
  const quiet = { main: await mainOf(forge), journal: await journalTip(forge.repository), ...ahead };
  const news = { ...changed, main: changed.main || forms.written };
  const { publish, publishing } = planPublishing(before.publishing, news, now);
  const engine = forge.engine.id === actionsBot.id ? null : forge.engine;
  const notes: Notes = { ...noted, forms: forms.rules, quiet, engine, publishing };
  if (worthKeeping(before, notes)) await writeNotes(forge, notes, now);
  return { forms: forms.written, publish, due: ahead.due };
}

/** Notes that only extend the quiet time aren't worth a commit. */
function worthKeeping(before: Notes, after: Notes): boolean {
  const apart = ({ quiet, ...rest }: Notes): string => JSON.stringify([rest, quiet?.main, quiet?.journal]);
  return apart(before) !== apart(after) || before === NO_NOTES;
}

/** Writes issue forms for what the rules offer to main, if the rules have changed. */
async function keepForms(
  forge: GitHubForge,
  position: Position,
  { forms: before }: Notes,
  now: string,
): Promise<{ readonly rules: string; readonly written: boolean }> {
  const { model, wording } = position.open.play;
  const { folder: game } = forge.repository;
  const whole = wholeRepository(forge.repository);
  const [wanted, labels] = [formsOf(model, game, wording), labelsFor(model, game, wording)];
  const rules = shortHash(JSON.stringify([...wanted, labels]));
  if (rules === before) return { rules, written: false };
  await forge.keepLabels(labels);
  const main = await mainOf(forge);
  const { files } = await readTree(whole, main, { under: [FORMS_FOLDER.slice(0, -1)] });
  const changes = new Map<string, string | null>();
  for (const path of files.keys()) {
    const name = path.slice(FORMS_FOLDER.length);
    if (isForm(name, game) && !wanted.has(name)) changes.set(path, null);
  }
  for (const [name, text] of wanted)
    if (files.get(`${FORMS_FOLDER}${name}`)?.text !== text) changes.set(`${FORMS_FOLDER}${name}`, text);
  if (changes.size === 0) return { rules, written: false };
  const author = { name: forge.engine.name, email: '', at: now };
  const message = 'Issue forms for what the rules offer\n';
  const commit = await writeCommit(whole, { parents: [main], changes, author, message });
  // If somebody else moved main first, the next tick writes them.
  const written = (await forge.advance('main', main, commit)) === 'advanced';
  return { rules: written ? rules : (before ?? ''), written };
}

function askersOf({ onPosts }: GitHubForge): { account: string; login: string }[] {
  const waiting = onPosts.called(WAITING_KEY);
  const reacted = waiting === null ? [] : (onPosts.get(waiting.post)?.reacted ?? []);
  return reacted
    .filter(({ by, reaction }) => reaction === REMIND_REACTION && !by.bot)
    .map(({ by }) => ({ account: by.id, login: by.name }));
}

/** Closes issues that called for an action once they are answered; such answers have a key of their own. */
async function closeAnswered(forge: GitHubForge): Promise<void> {
  for (const [post, { said, closed, locked }] of forge.onPosts.all()) {
    const answered = [...said.keys()].some((key) => key.startsWith(`c-form-${post}-`));
    if (answered && !(closed && locked)) await forge.settle(post);
  }
}
