import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Person, ForgeError, type ForgeErrorCode } from '../../../src/forge/events.ts';
import { environmentFor } from '../../../src/forge/github/remote.ts';
import type { PostDraft, Forge, People } from '../../../src/forge/port.ts';
import { hasObject } from '../../../src/repository/objects.ts';
import { isBranchName } from '../../../src/repository/refs.ts';
import { z } from 'zod';
import type { StandIn } from './server.ts';
import type { Account } from './world.ts';

const run = promisify(execFile);
const idSchema = z.looseObject({ id: z.int() });
const postSchema = z.looseObject({
  number: z.int(),
  locked: z.boolean(),
  labels: z.array(z.object({ name: z.string() })),
});
const writtenSchema = z.looseObject({ id: z.int(), user: z.looseObject({ id: z.int() }) });
const pullSchema = z.looseObject({ head: z.object({ ref: z.string(), sha: z.string() }) });

const EVENTS = { approve: 'APPROVE', 'request-changes': 'REQUEST_CHANGES', comment: 'COMMENT' } as const;

/** People at their own clients, against the stand-in: each with an account of theirs, by REST and by Git. */
export function handsAt(standIn: StandIn, forge: Pick<Forge, 'repository'>, folder: string): People {
  const { world } = standIn;
  const accountOf = ({ name }: Person): Account => world.account(name, { permission: 'write' });

  const ask = async (by: Person, method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${standIn.api}/repos/o/r/${path}`, {
      method,
      headers: { authorization: `token ${accountOf(by).token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? null : (JSON.parse(text) as unknown);
    throw refusal(response.status, text);
  };
  // Those who may write may also act on what is locked: at this table nobody does.
  const onOpen = async (by: Person, post: string): Promise<z.infer<typeof postSchema>> => {
    if (!/^[1-9]\d*$/u.test(post)) throw new ForgeError('no-such-post', `There is no post ${post}.`);
    const found = postSchema.parse(await ask(by, 'GET', `issues/${post}`));
    if (found.locked) throw new ForgeError('settled', `Post ${post} is locked.`);
    return found;
  };
  const own = async (by: Person, list: string, id: string, one?: string): Promise<void> => {
    const all =
      one === undefined ? await ask(by, 'GET', `${list}?per_page=100`) : [await askOne(by, one, id)];
    const found = z
      .array(writtenSchema)
      .parse(all)
      .find((written) => String(written.id) === id);
    if (found === undefined) throw new ForgeError('no-such-comment', `There is no ${id}.`);
    if (found.user.id !== accountOf(by).id) throw new ForgeError('not-yours', `${id} is somebody else’s.`);
  };
  const askOne = async (by: Person, path: string, id: string): Promise<unknown> => {
    if (!/^\d+$/u.test(id)) throw new ForgeError('no-such-comment', `There is no ${id}.`);
    return ask(by, 'GET', `${path}/${id}`).catch((cause: unknown) => {
      throw new ForgeError('no-such-comment', `There is no ${id}.`, {}, { cause });
    });
  };
  const pushHead = (by: Person, branch: string, head: string): Promise<void> =>
    pushByGit(standIn, folder, accountOf(by), branch, head).catch((cause: unknown) => {
      throw new ForgeError('branch-taken', `The branch ${branch} can’t be had.`, {}, { cause });
    });
  const assertCommit = async (head: string): Promise<void> => {
    if (!(await hasObject(forge.repository, head)))
      throw new ForgeError('no-such-commit', `No commit ${head}.`);
  };

  const open = async (by: Person, { kind, title, text, head, branch }: PostDraft): Promise<string> => {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/u.test(kind)) throw new ForgeError('bad-request', `${kind} is no kind.`);
    const labels = [`kind/${kind}`];
    if (head === undefined) {
      const draft = { title, body: text, labels };
      return String(postSchema.parse(await ask(by, 'POST', 'issues', draft)).number);
    }
    await assertCommit(head);
    const name = branch ?? `proposals/${world.posts.length + 1}`;
    if (!isBranchName(name) || world.refs().has(`refs/heads/${name}`) || name === 'journal')
      throw new ForgeError('branch-taken', `The branch ${name} is taken.`);
    await pushHead(by, name, head);
    const pull = { title, body: text, head: name, base: 'main' };
    const { number } = postSchema.parse(await ask(by, 'POST', 'pulls', pull));
    if (kind !== 'proposal') await ask(by, 'POST', `issues/${number}/labels`, { labels });
    return String(number);
  };

  return {
    open,
    async push(by, post, head) {
      await assertCommit(head);
      await onOpen(by, post);
      const pull = await ask(by, 'GET', `pulls/${post}`).catch(() => {
        throw new ForgeError('bad-request', `Post ${post} has no branch.`);
      });
      await pushHead(by, pullSchema.parse(pull).head.ref, head);
    },
    async edit(by, post, { title, text }) {
      await onOpen(by, post);
      await ask(by, 'PATCH', `issues/${post}`, { title, body: text });
    },
    async categorise(by, post, kind) {
      const { labels } = await onOpen(by, post);
      await ask(by, 'POST', `issues/${post}/labels`, { labels: [`kind/${kind}`] });
      for (const { name } of labels)
        if (name.startsWith('kind/'))
          await ask(by, 'DELETE', `issues/${post}/labels/${encodeURIComponent(name)}`);
    },
    async close(by, post) {
      await onOpen(by, post);
      await ask(by, 'PATCH', `issues/${post}`, { state: 'closed' });
    },
    async reopen(by, post) {
      await onOpen(by, post);
      await ask(by, 'PATCH', `issues/${post}`, { state: 'open' });
    },
    async comment(by, post, text) {
      await onOpen(by, post);
      return String(idSchema.parse(await ask(by, 'POST', `issues/${post}/comments`, { body: text })).id);
    },
    async editComment(by, post, comment, text) {
      await onOpen(by, post);
      await own(by, '', comment, 'issues/comments');
      await ask(by, 'PATCH', `issues/comments/${comment}`, { body: text });
    },
    async removeComment(by, post, comment) {
      await onOpen(by, post);
      await own(by, '', comment, 'issues/comments');
      await ask(by, 'DELETE', `issues/comments/${comment}`);
    },
    async review(by, post, verdict, text) {
      await onOpen(by, post);
      const review = { event: EVENTS[verdict], body: text };
      return String(idSchema.parse(await ask(by, 'POST', `pulls/${post}/reviews`, review)).id);
    },
    async editReview(by, post, review, text) {
      await onOpen(by, post);
      await own(by, `pulls/${post}/reviews`, review);
      await ask(by, 'PUT', `pulls/${post}/reviews/${review}`, { body: text });
    },
    async dismissReview(by, post, review) {
      await onOpen(by, post);
      await ask(by, 'PUT', `pulls/${post}/reviews/${review}/dismissals`, { message: 'Outdated' });
    },
    async react(by, post, reaction, comment) {
      await onOpen(by, post);
      const place = comment === undefined ? `issues/${post}` : `issues/comments/${comment}`;
      await ask(by, 'POST', `${place}/reactions`, { content: reaction });
    },
    async unreact(by, post, reaction, comment) {
      await onOpen(by, post);
      const place = comment === undefined ? `issues/${post}` : `issues/comments/${comment}`;
      const all = await ask(by, 'GET', `${place}/reactions?per_page=100`);
      const mine = z
        .array(z.looseObject({ id: z.int(), content: z.string(), user: z.looseObject({ id: z.int() }) }))
        .parse(all)
        .find(({ content, user }) => content === reaction && user.id === accountOf(by).id);
      if (mine !== undefined) await ask(by, 'DELETE', `${place}/reactions/${mine.id}`);
    },
  };
}

/** Somebody pushes with Git itself, from the objects in this folder. */
export async function pushByGit(
  { gitUrl }: StandIn,
  folder: string,
  { token }: Account,
  branch: string,
  commit: string,
): Promise<void> {
  const words = [
    '--git-dir',
    `${folder}/repository.git`,
    'push',
    '--quiet',
    '--force',
    gitUrl,
    `${commit}:refs/heads/${branch}`,
  ];
  await run('git', words, { env: environmentFor(token) });
}

function refusal(status: number, text: string): ForgeError {
  const codes: Readonly<Record<number, ForgeErrorCode>> = { 404: 'no-such-post', 422: 'bad-request' };
  const code = text.includes('your own pull request') ? 'own-review' : (codes[status] ?? 'unavailable');
  return new ForgeError(code, text, { status });
}
