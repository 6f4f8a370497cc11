import { createHash } from 'node:crypto';
import { type Person, ForgeError } from '../../../src/forge/events.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import { hasObject } from '../../../src/repository/objects.ts';
import { advance } from '../../../src/repository/refs.ts';
import { createRepository } from '../../../src/repository/repository.ts';
import { bracketed, ENGINE, HOME, openThread, reactionBy, subjectOf, type Thread } from './archive.ts';
import { inThread, Mailbox, type Fields } from './mailbox.ts';
import type { Forge, PostDraft, PostId, People } from '../../../src/forge/port.ts';

export interface MailboxForge {
  readonly forge: Forge;
  readonly table: People;
}

/** A game by mail: one file for each mail, and a bare repository beside them that ordinary Git can push to. */
export async function openMailboxForge(disk: Disk, clock: () => string): Promise<MailboxForge> {
  const mailbox = new Mailbox(disk, await createRepository(disk, 'repository.git'), clock);
  return { forge: forgeOf(mailbox), table: tableOf(mailbox) };
}

/** The id of the mail that has a key, which is the same whenever it is asked for. */
const idOfKey = (key: string): string =>
  `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.${ENGINE.id}@${HOME}`;

function forgeOf(mailbox: Mailbox): Forge {
  const { repository, archive } = mailbox;
  return {
    name: 'mailbox',
    engine: ENGINE,
    repository,
    observe: (since) =>
      mailbox.inTurn(async () => {
        await mailbox.takeIncoming();
        await mailbox.noticePushes();
        const read = Number(/^mails:(\d+)$/u.exec(since ?? '')?.[1] ?? 0);
        const from = read <= archive.mails ? read : 0;
        const events = archive.events.flatMap(({ mail, event }) => (mail > from ? [event] : []));
        return { events, mark: `mails:${archive.mails}` };
      }),
    bring: (commit) => hasObject(repository, commit),
    advance: (branch, expected, next) =>
      mailbox.inTurn(() =>
        branch === 'main' ? mailbox.moveMain(expected, next) : advance(repository, branch, expected, next),
      ),
    post: ({ key, text, ...draft }) =>
      mailbox.inTurn(async () => {
        const id = idOfKey(key);
        return archive.threads.has(id) ? id : mailbox.send(ENGINE, { id, Subject: subjectOf(draft) }, text);
      }),
    comment: (post, key, text) => mailbox.inTurn(() => saySummary(mailbox, post, key, text)),
    label: (post, labels) =>
      mailbox.inTurn(async () => {
        const sorted = [...new Set(labels)].sort().join(', ');
        if (openThread(archive, post).labels !== sorted)
          await mailbox.send(ENGINE, { ...inThread(post), Control: 'label', Keywords: sorted });
      }),
    reopen: (post) =>
      mailbox.inTurn(async () => {
        if (archive.threads.get(post)?.state === 'closed')
          await mailbox.send(ENGINE, { ...inThread(post), Control: 'reopen' });
      }),
    settle: (post) =>
      mailbox.inTurn(async () => {
        if (archive.threads.get(post)?.state === 'settled') return;
        openThread(archive, post);
        await mailbox.send(ENGINE, { ...inThread(post), Control: 'settle' });
      }),
  };
}

/** Where the comment says other than it should, the mail that puts it right supersedes the one before. */
async function saySummary(mailbox: Mailbox, post: PostId, key: string, text: string): Promise<void> {
  const thread = openThread(mailbox.archive, post);
  const before = mailbox.archive.standing.get(`${post} ${encodeURIComponent(key)}`);
  if (before?.text === text) return;
  const replaces = before === undefined ? undefined : bracketed(before.id);
  const fields = { ...inReplyTo(post, thread), Supersedes: replaces, 'Comment-Key': encodeURIComponent(key) };
  await mailbox.send(ENGINE, fields, text);
}

const inReplyTo = (post: PostId, thread: Thread, parent: string = post): Fields => ({
  ...inThread(post, parent),
  Subject: `Re: ${subjectOf(thread)}`,
});

type Act = (by: Person, post: PostId, fields: Fields, text?: string) => Promise<string>;

function tableOf(mailbox: Mailbox): People {
  /** A mail in a thread; who may send it and what it means is found out as it is filed. */
  const reply: Act = (by, post, fields, text) =>
    mailbox.inTurn(() => {
      const thread = openThread(mailbox.archive, post);
      return mailbox.send(by, { ...inReplyTo(post, thread), ...fields }, text);
    });
  const say = async (...words: Parameters<Act>): Promise<void> => void (await reply(...words));
  return {
    open: (by, draft) => mailbox.inTurn(() => mailbox.send(by, fieldsOf(draft), draft.text)),
    push: (by, post, head) =>
      mailbox.inTurn(async () => {
        const thread = openThread(mailbox.archive, post);
        if (thread.head !== head) await mailbox.send(by, { ...inReplyTo(post, thread), 'Git-Head': head });
      }),
    edit: (by, post, change) =>
      mailbox.inTurn(async () => {
        const { kind, title, text } = { ...openThread(mailbox.archive, post), ...change };
        const fields = { Subject: subjectOf({ kind, title }), Supersedes: bracketed(post) };
        await mailbox.send(by, { ...inThread(post), ...fields }, text);
      }),
    categorise: (by, post, kind) => say(by, post, { Control: 'category', Keywords: kind }),
    close: (by, post) => say(by, post, { Control: 'close' }),
    reopen: (by, post) => say(by, post, { Control: 'reopen' }),
    comment: (by, post, text) => reply(by, post, {}, text),
    editComment: (by, post, id, text) => say(by, post, { Supersedes: bracketed(id) }, text),
    removeComment: (by, post, id) => say(by, post, { Control: `cancel ${bracketed(id)}` }),
    review: (by, post, verdict, text) => reply(by, post, { Review: verdict }, text),
    editReview: (by, post, id, text) => say(by, post, { Supersedes: bracketed(id) }, text),
    dismissReview: (by, post, id) => say(by, post, { Control: `cancel ${bracketed(id)}` }),
    react: (by, post, reaction, comment = post) =>
      say(by, post, { ...inThread(post, comment), 'Content-Disposition': 'reaction' }, reaction),
    unreact: (by, post, reaction, comment) =>
      mailbox.inTurn(async () => {
        openThread(mailbox.archive, post);
        const id = reactionBy(mailbox.archive, by.id, { post, reaction, comment: comment ?? null });
        if (id !== null) await mailbox.send(by, { ...inThread(post), Control: `cancel ${bracketed(id)}` });
      }),
  };
}

function fieldsOf({ kind, title, head, branch }: PostDraft): Fields {
  if (head === undefined && branch !== undefined)
    throw new ForgeError('bad-request', 'A branch without a commit brings nothing.', { branch });
  return { Subject: subjectOf({ kind, title }), 'Git-Head': head, 'Git-Branch': branch };
}
