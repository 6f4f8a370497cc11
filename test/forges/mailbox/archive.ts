import {
  forgeEventSchema,
  verdictSchema,
  type ForgeEvent,
  type Person,
  ForgeError,
} from '../../../src/forge/events.ts';
import type { CommentId, PostId } from '../../../src/forge/port.ts';
import { decodeWords, encodeWords, type Mail } from './mail.ts';
import type { Oid } from '../../../src/repository/oid.ts';

/** The domain of those who write at this machine. Others have addresses of their own, and those are who they are. */
export const HOME = 'mailbox.invalid';
export const ENGINE: Person = { id: 'gitnomic', name: 'Gitnomic', bot: true };
/** Whoever pushes by ordinary Git does not say who they are: these mails are the repository's own. */
const HOOK = `repository@git.${HOME}`;

export interface Thread {
  readonly author: string;
  readonly branch: string | null;
  kind: string;
  title: string;
  text: string;
  head: Oid | null;
  labels: string;
  state: 'open' | 'closed' | 'settled';
}

/** A mail in a thread that can be superseded, cancelled or reacted to. */
interface Reply {
  readonly post: PostId;
  readonly by: string;
  readonly what: 'comment' | 'review' | 'reaction';
  /** Of a reaction what it is, and to which comment. */
  readonly reaction: string | null;
  readonly comment: CommentId | null;
}

/** What all mails up to the last one come to. */
export interface Archive {
  mails: number;
  /** Every mail's thread. */
  readonly ids: Map<string, PostId>;
  readonly events: { readonly mail: number; readonly event: ForgeEvent }[];
  readonly threads: Map<PostId, Thread>;
  readonly replies: Map<string, Reply>;
  /** What the engine's standing comments say and by which mail, by post and key. */
  readonly standing: Map<string, { readonly id: string; readonly text: string }>;
  main: Oid | null;
}

export function emptyArchive(): Archive {
  const standing = new Map<string, { id: string; text: string }>();
  const lists = { ids: new Map(), events: [], threads: new Map(), replies: new Map(), standing };
  return { mails: 0, ...lists, main: null };
}

export const bracketed = (id: string): string => `<${id}>`;
export const idIn = (value: string | undefined): string | null =>
  /<([^<>\s]+)>/u.exec(value ?? '')?.[1] ?? null;

export function fromOf(by: Person | null): string {
  if (by === null) return `Git <${HOOK}>`;
  const address = by.id.includes('@') ? by.id : `${encodeURIComponent(by.id)}@${HOME}`;
  return `${encodeWords(by.name, /^[\w ]+$/u)} <${address}>`;
}

export function authorOf({ fields }: Mail): Person | null {
  const [, name = '', bracket, bare] =
    /^(?:"?(.*?)"?\s*<([^<>]+)>|(\S+))$/u.exec(fields.get('from') ?? '') ?? [];
  const address = bracket ?? bare ?? '';
  if (address === HOOK) return null;
  const own = address.endsWith(`@${HOME}`);
  const id = own ? decodeURIComponent(address.slice(0, -HOME.length - 1)) : address.toLowerCase();
  return { id, name: decodeWords(name) || id, bot: (fields.get('auto-submitted') ?? 'no') !== 'no' };
}

export function openThread({ threads }: Archive, post: PostId): Thread {
  const thread = threads.get(post);
  if (thread === undefined)
    throw new ForgeError('no-such-post', `There is no post ${JSON.stringify(post)}.`, { post });
  if (thread.state === 'settled')
    throw new ForgeError('settled', `Post ${post} is settled: it can be read, but no longer changed.`, {
      post,
    });
  return thread;
}

/** Which thread a mail belongs to, and which mail in it it is about; null for one that begins a thread. */
export function placeOf(archive: Archive, { fields }: Mail): { post: PostId; about: string | null } | null {
  const about = idIn(fields.get('supersedes')) ?? idIn(fields.get('control'));
  const parent = idIn(fields.get('in-reply-to')) ?? about;
  if (parent === null) return null;
  const post = archive.ids.get(parent) ?? parent;
  return { post, about: about ?? (parent === post ? null : parent) };
}

/** `[proposal] A longer night`: what kind of post it is stands before its title, as mailing lists have it. */
export const subjectOf = ({ kind, title }: Pick<Thread, 'kind' | 'title'>): string =>
  encodeWords(`[${kind}] ${title}`);

function readSubject({ fields }: Mail): { readonly kind: string; readonly title: string } {
  const subject = decodeWords(fields.get('subject') ?? '');
  const [, kind = '', title = subject] = /^\[([^\]]*)\] ?(.*)$/su.exec(subject) ?? [];
  return { kind, title };
}

/** What a mail tells an observer; null where it is the engine's own, or changes nothing. */
export function readEvent(archive: Archive, mail: Mail): ForgeEvent | null {
  const said = whatItSays(archive, mail);
  if (said === null) return null;
  const { fields } = mail;
  const at = new Date((fields.get('received') ?? '').replace(/^.*;/u, ''));
  const id = idIn(fields.get('message-id')) ?? '';
  const event = { id, at: `${at.toISOString().slice(0, 19)}Z`, by: authorOf(mail), ...said };
  const checked = forgeEventSchema.safeParse(event);
  if (checked.success) return checked.data;
  const wrong = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new ForgeError('bad-request', `The mailbox takes no such ${said.type}: ${wrong}.`, { id });
}

type Said = { readonly type: ForgeEvent['type'] } & Readonly<Record<string, unknown>>;

function whatItSays(archive: Archive, mail: Mail): Said | null {
  const { fields, text } = mail;
  const verb = verbOf(mail);
  const by = authorOf(mail);
  const head = fields.get('git-head');
  if (verb === 'main')
    return by === null
      ? { type: 'main-pushed', from: fields.get('git-from') ?? null, to: head ?? null }
      : null;
  const place = placeOf(archive, mail);
  if (place === null) {
    const changes = head === undefined ? null : { branch: fields.get('git-branch'), oid: head };
    return {
      type: 'opened',
      post: idIn(fields.get('message-id')),
      ...readSubject(mail),
      text,
      head: changes,
    };
  }
  const { post, about } = place;
  const thread = openThread(archive, post);
  if (verb === 'label' || fields.has('comment-key')) return null;
  if (verb === 'category') return { type: 'categorised', post, kind: fields.get('keywords') };
  if (verb === 'close' || verb === 'settle') return thread.state === 'open' ? { type: 'closed', post } : null;
  if (verb === 'reopen') return thread.state === 'closed' ? { type: 'reopened', post } : null;
  if (fields.has('supersedes') || verb === 'cancel') return amended(archive, mail, post, about);
  if (fields.get('content-disposition') === 'reaction') return reacted(archive, post, about, text, by);
  if (fields.has('review'))
    return { ...reviewed(thread, by, fields.get('review')), post, ...written(mail, 'review') };
  if (head !== undefined) return { type: 'pushed', post, head, forced: fields.get('git-forced') === 'yes' };
  return { type: 'commented', post, ...written(mail, 'comment') };
}

const written = ({ fields, text }: Mail, what: string): Record<string, unknown> => ({
  [what]: idIn(fields.get('message-id')),
  text,
});

export const verbOf = ({ fields }: Mail): string => /^\S*/u.exec(fields.get('control') ?? '')?.[0] ?? '';

/** A mail that takes the place of another, or takes it back. */
function amended(archive: Archive, mail: Mail, post: PostId, about: string | null): Said {
  const cancels = verbOf(mail) === 'cancel';
  if (about === post && !cancels) {
    const { author, title, text } = openThread(archive, post);
    if (author !== authorOf(mail)?.id)
      throw new ForgeError('not-yours', `${post} is by ${author}.`, { id: post });
    const next = readSubject(mail).title;
    return {
      type: 'edited',
      post,
      ...(next === title ? {} : { title: next }),
      ...(mail.text === text ? {} : { text: mail.text }),
    };
  }
  const reply = archive.replies.get(about ?? '');
  if (reply?.post !== post)
    throw new ForgeError('no-such-comment', `There is no ${JSON.stringify(about)} here.`, { id: about });
  const { what, by, reaction, comment } = reply;
  if (by !== authorOf(mail)?.id && !(cancels && what === 'review'))
    throw new ForgeError('not-yours', `${about} is by ${by}.`, { id: about });
  if (what === 'reaction') return { type: 'unreacted', post, comment, reaction };
  const taken = what === 'review' ? 'review-dismissed' : 'comment-removed';
  if (cancels) return { type: taken, post, [what]: about };
  return { type: `${what}-edited`, post, [what]: about, text: mail.text };
}

/** A mail whose only word is what somebody feels about another, as RFC 9078 has it. */
function reacted(
  archive: Archive,
  post: PostId,
  comment: string | null,
  text: string,
  by: Person | null,
): Said | null {
  const reaction = text.trim();
  if (comment !== null && archive.replies.get(comment)?.what !== 'comment')
    throw new ForgeError('no-such-comment', `There is no ${JSON.stringify(comment)} here.`, { id: comment });
  return reactionBy(archive, by?.id ?? '', { post, reaction, comment }) === null
    ? { type: 'reacted', post, comment, reaction }
    : null;
}

/** The mail by which somebody reacted so. */
export function reactionBy(
  { replies }: Archive,
  by: string,
  { post, reaction, comment }: Pick<Reply, 'post' | 'reaction' | 'comment'>,
): string | null {
  for (const [id, one] of replies)
    if (one.by === by && one.post === post && one.reaction === reaction && one.comment === comment) return id;
  return null;
}

function reviewed({ author, head }: Thread, by: Person | null, word: string | undefined): Said {
  const verdict = verdictSchema.safeParse(word).data;
  if (head === null || verdict === undefined)
    throw new ForgeError(
      'bad-request',
      'A review says approve, request-changes or comment, of what changes something.',
    );
  if (author === by?.id && verdict !== 'comment')
    throw new ForgeError('own-review', 'Nobody can approve or reject their own changes.');
  return { type: 'reviewed', verdict, head };
}

/** Takes in a mail, with what `readEvent` made of it. */
export function takeIn(archive: Archive, mail: Mail, event: ForgeEvent | null): void {
  const { fields, text } = mail;
  const id = idIn(fields.get('message-id')) ?? '';
  archive.mails += 1;
  if (verbOf(mail) === 'main') archive.main = fields.get('git-head') ?? null;
  if (event !== null) {
    archive.events.push({ mail: archive.mails, event });
    takeEvent(archive, id, event);
  }
  const place = placeOf(archive, mail);
  archive.ids.set(id, place?.post ?? id);
  const thread = place === null ? undefined : archive.threads.get(place.post);
  if (place === null || thread === undefined) return;
  const key = fields.get('comment-key');
  if (key !== undefined) archive.standing.set(`${place.post} ${key}`, { id, text });
  if (verbOf(mail) === 'label') thread.labels = fields.get('keywords') ?? '';
  if (verbOf(mail) === 'settle') thread.state = 'settled';
}

function takeEvent({ threads, replies }: Archive, id: string, event: ForgeEvent): void {
  if (event.type === 'main-pushed') return;
  const { post } = event;
  const by = event.by?.id ?? '';
  if (event.type === 'opened') {
    const { kind, title, text, head } = event;
    const thread = { kind, title, text, branch: head?.branch ?? null, head: head?.oid ?? null };
    threads.set(post, { author: by, ...thread, labels: '', state: 'open' });
  }
  const thread = threads.get(post);
  if (thread === undefined) return;
  const reply = { post, by, reaction: null, comment: null };
  if (event.type === 'edited')
    Object.assign(thread, { title: event.title ?? thread.title, text: event.text ?? thread.text });
  else if (event.type === 'categorised') thread.kind = event.kind;
  else if (event.type === 'pushed') thread.head = event.head;
  else if (event.type === 'closed') thread.state = 'closed';
  else if (event.type === 'reopened') thread.state = 'open';
  else if (event.type === 'commented') replies.set(id, { ...reply, what: 'comment' });
  else if (event.type === 'reviewed') replies.set(id, { ...reply, what: 'review' });
  else if (event.type === 'comment-removed') replies.delete(event.comment);
  else if (event.type === 'review-dismissed') replies.delete(event.review);
  else if (event.type === 'reacted')
    replies.set(id, { ...reply, what: 'reaction', reaction: event.reaction, comment: event.comment });
  else if (event.type === 'unreacted') replies.delete(reactionBy({ replies } as Archive, by, event) ?? '');
}
