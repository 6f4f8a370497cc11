import { readCommit } from '../../repository/commit.ts';
import { advance, isBranchName, readBranch } from '../../repository/refs.ts';
import { RepositoryError } from '../../repository/repository-error.ts';
import type { Oid } from '../../repository/oid.ts';
import { type Person, ForgeError } from '../events.ts';
import { ENGINE_BRANCHES, type People, type PostDraft } from '../port.ts';
import { append, inTurn, openPostOf, type Core } from './core.ts';
import { isAncestor } from './notice.ts';
import { reactionKey, type PostState } from './state.ts';

/** People's acts. Each is one line of the log, so it happens completely or not at all. */
export function embeddedPeople(core: Core): People {
  const onPost = <T>(post: string, act: (state: PostState) => Promise<T>): Promise<T> =>
    inTurn(core, () => act(openPostOf(core, post)));
  const said = async (record: Parameters<typeof append>[1]): Promise<string> =>
    (await append(core, record)).id;
  return {
    open: (by, draft) => inTurn(core, () => openDraft(core, by, draft)),
    push: (by, post, head) => onPost(post, (state) => push(core, by, post, state, head)),
    edit: (by, post, change) =>
      onPost(post, async () => void (await said({ type: 'edited', by, post, ...change }))),
    categorise: (by, post, kind) =>
      // Recorded even if it has that category already, because the rules may have refused it to somebody else before.
      onPost(post, async () => void (await said({ type: 'categorised', by, post, kind }))),
    close: (by, post) =>
      onPost(post, async (state) => {
        if (!state.closed) await said({ type: 'closed', by, post });
      }),
    reopen: (by, post) =>
      onPost(post, async (state) => {
        if (state.closed) await said({ type: 'reopened', by, post });
      }),
    ...commentsOf(core, onPost),
    ...reviewsOf(core, onPost),
    ...reactionsOf(core, onPost),
  };
}

type OnPost = <T>(post: string, act: (state: PostState) => Promise<T>) => Promise<T>;

function commentsOf(core: Core, onPost: OnPost): Pick<People, 'comment' | 'editComment' | 'removeComment'> {
  return {
    comment: (by, post, text) =>
      onPost(post, async () => {
        const comment = `c${core.state.records + 1}`;
        await append(core, { type: 'commented', by, post, comment, text });
        return comment;
      }),
    editComment: (by, post, comment, text) =>
      onPost(post, async ({ comments }) => {
        assertOwn(by, comments, comment);
        await append(core, { type: 'comment-edited', by, post, comment, text });
      }),
    removeComment: (by, post, comment) =>
      onPost(post, async ({ comments }) => {
        assertOwn(by, comments, comment);
        await append(core, { type: 'comment-removed', by, post, comment });
      }),
  };
}

function reviewsOf(core: Core, onPost: OnPost): Pick<People, 'review' | 'editReview' | 'dismissReview'> {
  return {
    review: (by, post, verdict, text) =>
      onPost(post, async ({ author, head }) => {
        if (head === null) {
          throw new ForgeError(
            'bad-request',
            `Post ${post} changes nothing, so there is nothing to review.`,
            { post },
          );
        }
        if (author === by.id && verdict !== 'comment') {
          throw new ForgeError('own-review', 'Nobody can approve or reject their own changes.', { post });
        }
        const review = `r${core.state.records + 1}`;
        await append(core, { type: 'reviewed', by, post, review, verdict, text, head });
        return review;
      }),
    editReview: (by, post, review, text) =>
      onPost(post, async ({ reviews }) => {
        assertOwn(by, reviews, review);
        await append(core, { type: 'review-edited', by, post, review, text });
      }),
    dismissReview: (by, post, review) =>
      onPost(post, async ({ reviews }) => {
        assertThere(reviews, review);
        await append(core, { type: 'review-dismissed', by, post, review });
      }),
  };
}

function reactionsOf(core: Core, onPost: OnPost): Pick<People, 'react' | 'unreact'> {
  return {
    react: (by, post, reaction, comment) =>
      onPost(post, async ({ reactions, comments }) => {
        if (comment !== undefined) assertThere(comments, comment);
        const target = comment ?? null;
        if (reactions.includes(reactionKey(by, target, reaction))) return;
        await append(core, { type: 'reacted', by, post, comment: target, reaction });
      }),
    unreact: (by, post, reaction, comment) =>
      onPost(post, async ({ reactions }) => {
        const target = comment ?? null;
        if (!reactions.includes(reactionKey(by, target, reaction))) return;
        await append(core, { type: 'unreacted', by, post, comment: target, reaction });
      }),
  };
}

async function openDraft(
  core: Core,
  by: Person,
  { kind, title, text, head, branch }: PostDraft,
): Promise<string> {
  const post = String(core.state.lastPost + 1);
  const at = head === undefined ? null : await branchFor(core, post, head, branch ?? `proposals/${post}`);
  await append(core, { type: 'opened', by, post, kind, title, text, head: at });
  return post;
}

/** The branch moves before the post is recorded. A kill in between leaves a branch without a post, which does no harm. */
async function branchFor(
  core: Core,
  post: string,
  head: Oid,
  branch: string,
): Promise<{ branch: string; oid: Oid }> {
  await assertCommit(core, head);
  const taken = Object.entries(core.state.posts).find(([, other]) => other.branch === branch);
  const own = ENGINE_BRANCHES.includes(branch) || !isBranchName(branch);
  if (taken !== undefined || own) {
    const why = taken === undefined ? 'is none that a proposal can have' : `is that of post ${taken[0]}`;
    throw new ForgeError('branch-taken', `The branch ${JSON.stringify(branch)} ${why}.`, { post, branch });
  }
  await moveBranch(core, branch, head);
  return { branch, oid: head };
}

async function push(
  core: Core,
  by: Person,
  post: string,
  { branch, head }: PostState,
  next: Oid,
): Promise<void> {
  if (branch === null || head === null) {
    throw new ForgeError('bad-request', `Post ${post} has no branch to push to.`, { post });
  }
  await assertCommit(core, next);
  if (next === head) return;
  const forced = !(await isAncestor(core, head, next));
  await moveBranch(core, branch, next);
  await append(core, { type: 'pushed', by, post, head: next, forced });
}

async function moveBranch({ repository }: Core, branch: string, next: Oid): Promise<void> {
  const moved = await advance(repository, branch, await readBranch(repository, branch), next).catch(
    (cause: unknown) => {
      if (!(cause instanceof RepositoryError) || cause.code !== 'bad-ref') throw cause;
      throw new ForgeError('branch-taken', cause.message, cause.data, { cause });
    },
  );
  if (moved === 'moved') {
    throw new ForgeError('unavailable', `Somebody else is pushing to ${branch}; try again.`, { branch });
  }
}

async function assertCommit({ repository }: Core, oid: Oid): Promise<void> {
  try {
    await readCommit(repository, oid);
  } catch (cause) {
    throw new ForgeError(
      'no-such-commit',
      `There is no commit ${oid} here; push it first.`,
      { oid },
      { cause },
    );
  }
}

function assertThere(written: Readonly<Record<string, string>>, id: string): void {
  if (!Object.hasOwn(written, id))
    throw new ForgeError('no-such-comment', `There is no ${JSON.stringify(id)} here.`, { id });
}

function assertOwn(by: Person, written: Readonly<Record<string, string>>, id: string): void {
  assertThere(written, id);
  if (written[id] !== by.id) throw new ForgeError('not-yours', `${id} is by ${written[id]}.`, { id });
}
