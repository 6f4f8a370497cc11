import { mainOf } from '../../../tick/tick-options.ts';
import { createHash } from 'node:crypto';
import type { MatterNotes, Notes } from './notes.ts';
import { tame } from './labels-for.ts';
import { finalVerdict, verdictOn, saySummaryInFull } from '../summary/say-summary.ts';
import { tellHindsight } from '../../../care/replay/hindsight.ts';
import { unlessGone } from '../../../forge/events.ts';
import type { GitHubForge } from '../../../forge/github/github-forge.ts';
import { labelOfKind, PENDING } from '../../../forge/github/labels.ts';
import type { ContentFiles } from '../../../store/paths.ts';
import type { Position } from '../../../session/position/position.ts';
import { sayResolved } from '../../../wording/words.ts';
import { type SummaryFacts, summariesOf } from '../summary/facts.ts';
import { SHORT } from '../../../rehearse/search-promises.ts';
import { tryMatter } from '../../../rehearse/try-matter.ts';
import type { Wording } from '../../../language/wording.ts';
import { code } from '../../../wording/inert.ts';

interface EnactedAs {
  readonly head: string;
  /** The branch's later commit, if any. */
  readonly later: string | null;
  /** Whether its branch holds files outside the game. */
  readonly outside: boolean;
}

/** Explains an enacted pull request that GitHub shows only as closed. */
export function sayEnactedAs({ head, later, outside }: EnactedAs, { say }: Wording): string {
  const as = say`**Enacted** as ${code(head)}.`;
  const parent = outside
    ? ` ${say`Its branch also changes files outside the game, so that commit isn’t a parent of main’s: only its changes to the game are in force.`}`
    : '';
  const pushed =
    later === null
      ? ''
      : ` ${say`A later push (${code(later.slice(0, 7))}) came too late to change the proposal. It was not voted on and is not in force.`}`;
  return `${as}${parent}${pushed} ${say`GitHub shows the pull request as closed and not as merged.`}\n`;
}

const sayMergedByHand = ({ say }: Wording): string =>
  `${say`This was merged by hand, which doesn’t pass it. Its changes to the game were undone, and the vote goes on with the votes it has. GitHub can’t reopen it, but votes in comments here count.`}\n`;

/** GitHub closes a pull request when its fork or branch is deleted, and it can't be reopened then. */
const sayClosedForGood = ({ say }: Wording): string =>
  `${say`GitHub can’t reopen this, because its fork or branch was deleted. The vote goes on all the same, and votes here count.`}\n`;

/** The game doesn't read comments on lines of the diff. */
function sayInline({ say }: Wording): string {
  return `${say`Votes and commands in comments on a line of the files don’t count. Comment on the pull request itself, write a review, or react to the pull request.`}\n`;
}

export interface AfterTick {
  readonly forge: GitHubForge;
  readonly position: Position;
  readonly files: ContentFiles;
  readonly stuck: ReadonlyMap<string, string>;
  readonly now: string;
  readonly notes: Notes;
}

const EMPTY: Omit<MatterNotes, 'post'> = {
  head: null,
  check: null,
  tried: null,
  trial: null,
  workflows: false,
};

/** Updates the comment on each pending matter, and reports the outcome on resolved ones. */
export async function tellSummaries(after: AfterTick): Promise<{
  readonly notes: Notes;
  readonly summaries: readonly SummaryFacts[];
}> {
  const { forge, position, stuck, now } = after;
  const before = after.notes.matters;
  const found = summariesOf(position, now, stuck, {
    headOf: (post) => forge.onPosts.get(post)?.head ?? null,
    reviewsOf: (post) =>
      (forge.onPosts.get(post)?.reviewed ?? []).map(({ by, head }) => ({ account: by.id, head })),
  });
  const matters: Record<string, MatterNotes> = {};
  const summaries: SummaryFacts[] = [];
  for (const facts of found) {
    const { id } = facts.matter;
    const known = before[id] ?? { ...EMPTY, post: facts.post };
    const tried = await tryOnce(after, facts, known);
    const whole = { ...facts, trial: tried.trial };
    summaries.push(whole);
    matters[id] = await tellOne(after, whole, { ...known, ...tried }).catch(
      unlessGone({ ...known, ...tried }),
    );
  }
  for (const [id, known] of Object.entries(before))
    if (matters[id] === undefined) await tellEnd(after, id, known);
  return { notes: { ...after.notes, matters }, summaries };
}

/** A trial is slow, and gives the same result until the matter or the rules change. */
async function tryOnce(
  { forge, files, position, now }: AfterTick,
  { matter, changes }: SummaryFacts,
  known: MatterNotes,
): Promise<Pick<MatterNotes, 'tried' | 'trial'>> {
  if (changes.length === 0) return { tried: null, trial: null };
  const tried = shortHash(
    JSON.stringify([matter.kind, matter.title, changes, [...position.open.play.files]]),
  );
  if (known.tried === tried) return { tried, trial: known.trial };
  const seen = {
    forge,
    content: () => Promise.resolve(files),
    main: () => mainOf(forge),
    now: () => now,
    caches: position.open.play.caches,
  };
  const { fleeting = false, ...trial } = await tryMatter(
    files,
    position.open.play.state(),
    matter.id,
    now,
    undefined,
    { tellHindsight: (...rules) => tellHindsight(seen, ...rules), effort: SHORT },
  );
  return { tried: fleeting ? null : tried, trial };
}

async function tellOne(
  { forge, position }: AfterTick,
  facts: SummaryFacts,
  known: MatterNotes,
): Promise<MatterNotes> {
  const { wording } = position.open.play;
  const text = saySummaryInFull(facts, wording);
  await forge.comment(facts.post, 'standing', text);
  // Somebody may have taken them off, and reading depends on the second.
  for (const label of [labelOfKind(facts.matter.kind), PENDING]) await forge.addLabel(facts.post, label);
  const workflows = facts.outside.length > 0;
  const noted = { ...known, post: facts.post, head: facts.head, workflows };
  if (facts.head === null) return { ...noted, check: null };
  const verdict = verdictOn(facts, text, wording);
  const says = shortHash(JSON.stringify(verdict));
  const same = known.head === facts.head ? known.check : null;
  if (same?.says === says) return { ...noted, check: same };
  return { ...noted, check: { id: await forge.judge(facts.head, verdict, same?.id ?? null), says } };
}

/** Such a pull request is on main until the engine puts main back, and it can't be reopened. */
export async function tellMergedByHand(
  { forge, position }: Pick<AfterTick, 'forge' | 'position'>,
  summaries: readonly SummaryFacts[],
): Promise<void> {
  for (const { post } of summaries)
    if (forge.onPosts.get(post)?.mergedByHand === true)
      await forge.comment(post, 'merged-by-hand', sayMergedByHand(position.open.play.wording));
}

/**
 * Reopens pending matters, whether people closed or locked them or GitHub did (because a merged text names them
 * or their branch was deleted). If GitHub refuses, a comment says once that the matter is still pending.
 */
export async function reopenPending(
  { forge, position }: Pick<AfterTick, 'forge' | 'position'>,
  summaries: readonly SummaryFacts[],
): Promise<void> {
  for (const { post } of summaries) {
    const seen = forge.onPosts.get(post);
    if (seen === undefined || !(seen.closed || seen.locked)) continue;
    const isKnown = seen.mergedByHand || seen.said.has(CLOSED_KEY);
    if (isKnown && !seen.locked) continue;
    if ((await forge.openAgain(post).catch(unlessGone(true))) || isKnown) continue;
    await forge.comment(post, CLOSED_KEY, sayClosedForGood(position.open.play.wording));
  }
}

const CLOSED_KEY = 'closed-for-good';

const VOTE = /^\s*(:[a-z-]+:|\/[a-z][a-z-]*\b.*)\s*$/mu;

/** Tells people who vote or call the engine in a review comment on a line that only comments below are read. */
export async function tellInline({ forge, position }: Pick<AfterTick, 'forge' | 'position'>): Promise<void> {
  for (const [post, { inline }] of forge.onPosts.all())
    if (inline.some((said) => VOTE.test(said)))
      await forge.comment(post, 'inline', sayInline(position.open.play.wording));
}

/** Reports the outcome on the commit, and in a comment if GitHub shows something different. */
async function tellEnd({ forge, position }: AfterTick, id: string, known: MatterNotes): Promise<void> {
  const post = position.open.play.state().posts[id];
  if (post === undefined || post.status === 'pending' || known.head === null) return;
  const status = post.status ?? 'resolved';
  const { model, wording } = position.open.play;
  if (known.check !== null)
    await forge.judge(
      known.head,
      finalVerdict(status, tame(sayResolved(post, model, wording)), wording),
      known.check.id,
    );
  const at = forge.onPosts.get(known.post)?.head ?? null;
  const later = at !== null && at !== known.head;
  if (status === 'enacted' && (later || known.workflows)) {
    const as = { head: known.head, later: later ? at : null, outside: known.workflows };
    const text = sayEnactedAs(as, wording);
    await forge.comment(known.post, 'enacted-as', text);
  }
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
