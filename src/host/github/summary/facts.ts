import type { PostData, MatterChange } from '../../../kernel/state.ts';
import { conflictsAt } from '../../../tick/conflicts.ts';
import { matterStatusOf, type MatterStatus } from '../../../tick/read-status.ts';
import { describeRefusal } from '../../../wording/describe-outcome.ts';
import type { Trial } from '../../../rehearse/try-matter.ts';
import { namingOf } from '../../../wording/naming.ts';
import type { NamesInDiff } from '../../../wording/program-changes.ts';
import { namesInDiff, votesShown } from '../../../session/summaries.ts';
import { findParted, type Parted } from '../../../wording/say-parted.ts';
import type { Position } from '../../../session/position/position.ts';
import type { Explanation } from '../../../kernel/trace.ts';
import { NO_EXPLANATION } from '../../../wording/rule-fault.ts';
import { askRules, CallGuard } from '../../../session/ask/call-guard.ts';
import { sameValue } from '../../../kernel/values.ts';
import { mergeRuleFile } from '../../../ruleset/merge/merge-rule-file.ts';

/** Everything that the comment on a pending matter says. */
export interface SummaryFacts {
  /** On the forge. */
  readonly post: string;
  readonly matter: MatterStatus;
  readonly now: string;
  /** The rules' reasons against enacting and failing it; null if nothing stands in the way. */
  readonly whyNotEnacted: string | null;
  readonly whyNotFailed: string | null;
  /** Why the last tick could not carry out its result; null if it wasn't due, or was resolved. */
  readonly stuck: string | null;
  /** Labels from the rules. */
  readonly tags: readonly string[];
  readonly changes: PostData['changes'];
  /** Names to use in the description of its changes. */
  readonly names: NamesInDiff;
  /** Rules of which it changes only the words or only the clause. */
  readonly parted: readonly Parted[];
  readonly problems: readonly string[];
  readonly outside: readonly string[];
  readonly clashes: readonly Clash[];
  /** Rule files that its changes can't be merged with. */
  readonly conflicts: readonly { readonly path: string; readonly shown: string }[];
  /** The commit that is voted on, and the branch's current one if that differs. */
  readonly head: string | null;
  readonly later: string | null;
  /** People whose last review was of another commit than the one that is voted on. */
  readonly elsewhere: readonly { readonly by: string; readonly head: string }[];
  readonly trial: Trial | null;
}

export interface OnForge {
  /** The current commit of a pull request's branch. */
  headOf(post: string): string | null;
  /** The reviewers of its commits, by account, latest review last. */
  reviewsOf(post: string): readonly { readonly account: string; readonly head: string }[];
}

/** Pending matters in the order in which the rules resolve them. */
export function summariesOf(
  position: Position,
  now: string,
  stuck: ReadonlyMap<string, string>,
  forge: OnForge,
): SummaryFacts[] {
  const { play } = position.open;
  const state = play.state();
  const naming = namingOf(play);
  const names = namesInDiff(play);
  const pending = Object.values(state.posts).filter(({ status }) => status === 'pending');
  return pending.flatMap((post, index) => {
    const onForge = position.posts.forgePostOf(post.id);
    if (onForge === null) return [];
    const ask = askRules(play, now);
    const explain = (hook: string): Explanation =>
      new CallGuard(play).ask(
        ['why', hook],
        () => play.sandbox.explain(now, hook, { matter: post.id }),
        NO_EXPLANATION,
      );
    const [enacting, failing] = [explain('may-enact'), explain('may-fail')];
    const status = matterStatusOf(position, now, post);
    const matter = { ...status, votes: votesShown(status.votes, position.accounts, naming) };
    const head = position.branches.pinned[post.id] ?? null;
    const about = position.branches.read(post.id);
    const at = forge.headOf(onForge);
    const labels = ask('views', 'labels', post.id);
    return [
      {
        post: onForge,
        matter,
        now,
        whyNotEnacted: enacting.refusal === null ? null : describeRefusal(enacting.refusal, play.wording),
        whyNotFailed: failing.refusal === null ? null : describeRefusal(failing.refusal, play.wording),
        stuck: stuck.get(post.id) ?? null,
        tags: Array.isArray(labels) ? labels.map(String) : [],
        changes: position.branches.shownChanges(post),
        names,
        parted: findParted(post, play),
        problems: about?.problems ?? [],
        outside: about?.outside ?? [],
        clashes: clashesBetween(post, pending.slice(0, index)),
        conflicts: conflictsAt(position, post),
        head,
        later: at !== null && head !== null && at !== head ? at : null,
        elsewhere: head === null ? [] : reviewedElsewhere(position, forge.reviewsOf(onForge), head),
        trial: null,
      },
    ];
  });
}

/** People review whatever the branch holds at that moment, which may not be what would be enacted. */
function reviewedElsewhere(
  { accounts }: Position,
  reviews: ReturnType<OnForge['reviewsOf']>,
  pinned: string,
): SummaryFacts['elsewhere'] {
  const last = new Map(reviews.map(({ account, head }) => [accounts.known(account), head] as const));
  return [...last].flatMap(([by, head]) =>
    by === undefined || by === null || head === pinned ? [] : [{ by, head }],
  );
}

/** Something that an older matter changes in another way. */
interface Clash {
  readonly with: string;
  readonly title: string;
  readonly what: string;
}

/** Finds changes that can't be merged with those of older pending matters. */
export function clashesBetween(post: PostData, older: readonly PostData[]): readonly Clash[] {
  return older.flatMap(({ id, title, changes }) =>
    changes.flatMap((theirs) =>
      post.changes.flatMap((ours) => {
        const what = clash(theirs, ours);
        return what === null ? [] : [{ with: id, title, what }];
      }),
    ),
  );
}

function clash(theirs: MatterChange, ours: MatterChange): string | null {
  if (theirs.verb === 'set' && ours.verb === 'set')
    return theirs.path === ours.path && !sameValue(theirs.value, ours.value) ? ours.path : null;
  if (theirs.verb !== 'file' || ours.verb !== 'file' || theirs.path !== ours.path) return null;
  if (theirs.base === undefined || ours.base === undefined) return null;
  // This matter would find the text as the older one leaves it.
  const merged = mergeRuleFile(ours.path, ours.base, theirs.content, ours.content);
  return merged.ok ? null : ours.path;
}
