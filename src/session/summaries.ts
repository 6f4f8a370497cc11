import type { Play } from './play/play.ts';
import { base64Digest } from '#platform/hash.ts';
import { madeOnce } from '../ruleset/memo.ts';
import { recordedIn } from '../language/recorded.ts';
import type { Ballot } from '../kernel/describe-model.ts';
import type { PostData, State } from '../kernel/state.ts';
import { countsOf, stateOf, stepsOf } from '../wording/ballot.ts';
import { readNeeded } from '../wording/figures.ts';
import { SandboxError } from '../sandbox/host.ts';
import { dig, isPlainObject } from '../kernel/values.ts';
import { RULESET } from '../store/paths.ts';
import { splitState } from '../store/private-values.ts';
import { dueFrom, healthOf, WELL } from '../wording/health.ts';
import { findRule } from '../ruleset/find-rule.ts';
import { keyOfChanges, type NamesInDiff } from '../wording/program-changes.ts';
import { sayDiff } from '../wording/say-diff.ts';
import { findParted, sayParted } from '../wording/say-parted.ts';
import { type Naming, namingOf } from '../wording/naming.ts';
import type { HeadRead } from './position/branches.ts';
import type { NewNotice } from './position/outbox.ts';
import type { Position } from './position/position.ts';
import { saySummary } from '../wording/words.ts';

/** The comment and labels of each pending matter. */
export function summaries(
  { rules, posts, branches, accounts }: Pick<Position, 'rules' | 'posts' | 'branches' | 'accounts'>,
  now: string,
  stuck: ReadonlyMap<string, string>,
): readonly NewNotice[] {
  const { play } = rules;
  const { wording } = play;
  const { say } = wording;
  const state = play.state();
  const naming = namingOf(play);
  const notices: NewNotice[] = [];
  let names: NamesInDiff | undefined;
  for (const post of Object.values(state.posts)) {
    const forgePost = post.status === 'pending' ? posts.forgePostOf(post.id) : null;
    if (forgePost === null) continue;
    const { read, broken, isAsked } = reader(rules, now, `standing ${post.id}`);
    const counted = read('tally', post.id);
    const tally = isPlainObject(counted) ? counted : {};
    const votes = read('views', 'votes-on', post.id);
    const about = branches.read(post.id);
    const due = dueFrom(post.id, tally, read);
    const { fault, byAdmin } = isAsked ? healthOf(play, now, post, due, read) : WELL;
    const inTheWay = branches.whyUnread(post.id) ?? reasonsOf(fault ?? '', stuck.get(post.id) ?? '');
    const stands = stateOf(play.model, tally);
    const summary = {
      counts: countsOf(play.model, tally),
      state: stands?.title ?? say`undecided`,
      outlook: stands?.means ?? null,
      place: due.queue,
      enactFrom: due.enactFrom,
      failFrom: due.failFrom,
      needed: readNeeded(read('needed', post.id)),
      ...stepsOf(tally),
      votes: votesShown(isPlainObject(votes) ? (votes as Record<string, string>) : {}, accounts, naming),
      byAdmin,
      stuck: inTheWay ?? ([...broken].join('\n') || null),
      problems: about?.problems ?? [],
      changesNothing: about !== undefined && changesNothing(about),
      outside: about?.outside ?? [],
      parted: isAsked ? partedOf(post, play) : '',
      diff: isAsked ? diffOf(branches.shownChanges(post), play, () => (names ??= namesInDiff(play))) : '',
    };
    const text = saySummary(summary, wording);
    notices.push({ post: forgePost, tell: 'comment', key: 'standing', text });
    notices.push({
      post: forgePost,
      tell: 'label',
      labels: labelsOf(play.model.ballot, tally, inTheWay !== null),
    });
  }
  return notices;
}

/** Null if nothing is in the way. The fault may already contain the tick's reason. */
function reasonsOf(fault: string, stuck: string): string | null {
  const reasons = fault.includes(stuck) ? [fault] : [fault, stuck];
  return reasons.filter((one) => one !== '').join('\n\n') || null;
}

function changesNothing({ unread, changes, texts = [], pages = [] }: HeadRead): boolean {
  const made = changes.filter((change) => change.verb !== 'file' || change.path.startsWith(RULESET));
  return unread === undefined && [made, texts, pages].every(({ length }) => length === 0);
}

/** Asks the rules about a matter. If they had to be stopped, it returns nothing and reports why. */
function reader(
  { play, aborted }: Position['rules'],
  now: string,
  key: string,
): {
  readonly read: (...path: readonly string[]) => unknown;
  readonly broken: ReadonlySet<string>;
  readonly isAsked: boolean;
} {
  const { say } = play.wording;
  const known = aborted.givenUp(key);
  if (known !== null)
    return {
      isAsked: false,
      read: () => undefined,
      broken: new Set([
        say`the votes can’t be shown: ${recordedIn(play.wording.language, known.refusal.reason)}`,
      ]),
    };
  aborted.begin(key);
  const broken = new Set<string>();
  const read = (...path: readonly string[]): unknown => {
    try {
      return play.query(now, [path])[0]?.value;
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      broken.add(say`${path.join(' ')} can’t be read: ${recordedIn(play.wording.language, error.message)}`);
      return undefined;
    }
  };
  return { read, broken, isAsked: true };
}

/** Votes by the voters' names, or their ids if two share a name. Machines are marked everywhere. */
export function votesShown(
  votes: Readonly<Record<string, string>>,
  accounts: Pick<Position['accounts'], 'shown'>,
  naming: Pick<Naming, 'person'>,
): Readonly<Record<string, string>> {
  const named = Map.groupBy(Object.keys(votes), (voter) => naming.person(voter));
  const nameOf = (voter: string): string => {
    const name = naming.person(voter);
    return named.get(name)?.length === 1 ? name : voter;
  };
  return Object.fromEntries(
    Object.entries(votes).map(([voter, vote]) => [accounts.shown(voter, nameOf(voter)), vote]),
  );
}

function diffOf(changes: PostData['changes'], play: Play, namesOfGame: () => NamesInDiff): string {
  if (changes.length === 0) return '';
  const names = namesOfGame();
  return saidOnce(play, 'diff', keyOfChanges(changes, names), () => sayDiff(changes, names));
}

function partedOf(post: PostData, play: Play): string {
  if (post.changes.length === 0) return '';
  const { caches, files, terms, wording } = play;
  const rules = caches.once(files, 'hash', () => base64Digest('sha256', [...files].flat().join('\0')));
  const key = JSON.stringify([wording.language.tag, rules, terms, post.changes, post.text]);
  return saidOnce(play, 'parted', key, () => sayParted(findParted(post, play), wording));
}

/** Cached, since votes change while the text that is voted on stays the same. */
function saidOnce({ caches }: Play, kind: string, key: string, say: () => string): string {
  return madeOnce(caches, kind, '', key, () => madeOnce(caches.lasting, kind, '', key, say));
}

export function namesInDiff(play: Play, isOver = false): NamesInDiff {
  return namesOf(play, namingOf(play), splitState(play.state(), play.model).open, isOver);
}

/** A finished matter can't be compared with current rules and values. */
export function namesOf(
  { manifest, terms, files }: Pick<Play, 'manifest' | 'terms' | 'files'>,
  naming: Naming,
  state: State,
  isOver: boolean,
): NamesInDiff {
  const valueAt = (path: readonly string[]): unknown => dig(state, path);
  return {
    naming,
    terms,
    files: isOver ? new Map() : files,
    titleOf: (rule) => findRule(manifest, rule).rule?.title ?? rule,
    pathOf: (rule) => findRule(manifest, rule).rule?.path ?? null,
    ...(!isOver && { valueAt }),
  };
}

function labelsOf({ states }: Ballot, tally: Readonly<Record<string, unknown>>, isStuck: boolean): string[] {
  const labels = states.flatMap(({ key, title }) => (tally[key] === true ? [title] : []));
  return ['pending', ...labels, ...(isStuck ? ['stuck'] : [])];
}
