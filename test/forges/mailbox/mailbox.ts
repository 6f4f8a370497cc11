import { type Person, ForgeError } from '../../../src/forge/events.ts';
import { ENGINE_BRANCHES, type PostId } from '../../../src/forge/port.ts';
import { readCommit } from '../../../src/repository/commit.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import { findMergeBase } from '../../../src/repository/merge-base.ts';
import { hasObject } from '../../../src/repository/objects.ts';
import { advance, isBranchName, readBranch } from '../../../src/repository/refs.ts';
import { RepositoryError } from '../../../src/repository/repository-error.ts';
import type { Repository } from '../../../src/repository/repository.ts';
import {
  authorOf,
  bracketed,
  emptyArchive,
  ENGINE,
  fromOf,
  HOME,
  idIn,
  openThread,
  placeOf,
  readEvent,
  takeIn,
  verbOf,
  type Archive,
} from './archive.ts';
import { readMail, UnreadableMailError, writeHeader, writeMail, type Mail } from './mail.ts';
import type { Oid } from '../../../src/repository/oid.ts';

export type Fields = Readonly<Record<string, string | undefined>>;

/** Every mail that came, one file each and numbered as they came: nothing here is ever written again. */
const ARCHIVE = 'archive';
/** Where a mail transfer agent puts what people send; what can't be taken goes to the other with the reason. */
const INCOMING = 'incoming';
const BOUNCED = 'bounced';
/** Written before main moves and put in the archive after it did, so that a kill in between leaves a trace. */
const OUTGOING = 'outgoing.eml';

/** A folder of mails and a bare repository, as its two sides share them. */
export class Mailbox {
  readonly repository: Repository;
  readonly archive: Archive = emptyArchive();
  readonly #disk: Disk;
  readonly #clock: () => string;

  constructor(disk: Disk, repository: Repository, clock: () => string) {
    this.#disk = disk;
    this.repository = repository;
    this.#clock = clock;
  }

  /** Runs `act` while no other process does here, with every mail read that came meanwhile. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#disk.withLock('mailbox.lock', async () => {
      const names = (await this.#disk.list(ARCHIVE)).map(({ name }) => name).sort();
      for (const name of names.slice(this.archive.mails)) {
        const mail = readMail((await this.#disk.read(`${ARCHIVE}/${name}`)) ?? new Uint8Array());
        takeIn(this.archive, mail, readEvent(this.archive, mail));
      }
      return act();
    });
  }

  /** Writes a mail and files it: what it says has happened once its file is there. Gives its id. */
  send(by: Person | null, { id = this.#newId(by), ...fields }: Fields, text = ''): Promise<string> {
    const date = new Date(this.#clock()).toUTCString().replace('GMT', '+0000');
    const automatic = by === null || by.bot ? 'auto-generated' : undefined;
    const own = { From: fromOf(by), Date: date, To: `game@${HOME}`, 'Message-ID': bracketed(id) };
    return this.#file(writeMail({ ...own, 'Auto-Submitted': automatic, ...fields }, text));
  }

  #newId(by: Person | null): string {
    return `${this.archive.mails + 1}.${encodeURIComponent(by?.id.replace(/@.*/u, '') ?? 'git')}@${HOME}`;
  }

  async #file(raw: string): Promise<string> {
    const sent = readMail(Buffer.from(raw, 'latin1'));
    const received = `by ${HOME}; ${new Date(this.#clock()).toUTCString().replace('GMT', '+0000')}`;
    const header = writeHeader({ Received: received, ...(await this.#pushed(sent)) });
    const bytes = Buffer.from(header + raw, 'latin1');
    const mail = readMail(bytes);
    const event = readEvent(this.archive, mail);
    const name = `${String(this.archive.mails + 1).padStart(8, '0')}.eml`;
    await this.#disk.write(`${ARCHIVE}/${name}`, bytes, { durable: true });
    takeIn(this.archive, mail, event);
    return idIn(mail.fields.get('message-id')) ?? '';
  }

  /** Moves the branch of a mail that brings changes, before the mail is filed. */
  async #pushed(mail: Mail): Promise<Fields> {
    const head = mail.fields.get('git-head');
    const by = authorOf(mail);
    if (head === undefined || by === null || verbOf(mail) === 'main' || mail.fields.has('review')) return {};
    const place = placeOf(this.archive, mail);
    const thread = place === null ? null : openThread(this.archive, place.post);
    await readCommit(this.repository, head).catch((cause: unknown) => {
      throw new ForgeError(
        'no-such-commit',
        `There is no commit ${head} here; push it first.`,
        { head },
        { cause },
      );
    });
    const branch = thread?.branch ?? mail.fields.get('git-branch') ?? `proposals/${this.archive.mails + 1}`;
    if (thread === null) {
      // What it says is read before its branch is there, so that a mail that is refused leaves none.
      readEvent(this.archive, {
        ...mail,
        fields: new Map([...mail.fields, ['git-branch', branch], ['received', this.#clock()]]),
      });
      this.#assertFree(branch);
    } else if (thread.branch === null)
      throw new ForgeError('bad-request', `Post ${place?.post} has no branch to push to.`, { head });
    const forced = thread !== null && !(await this.isAncestor(thread.head, head));
    const moved = await advance(
      this.repository,
      branch,
      await readBranch(this.repository, branch),
      head,
    ).catch((cause: unknown) => {
      if (!(cause instanceof RepositoryError) || cause.code !== 'bad-ref') throw cause;
      throw new ForgeError('branch-taken', cause.message, cause.data, { cause });
    });
    if (moved === 'moved')
      throw new ForgeError('unavailable', `Somebody else is pushing to ${branch}; try again.`);
    return { 'Git-Branch': branch, 'Git-Forced': forced ? 'yes' : undefined };
  }

  #assertFree(branch: string): void {
    const taken = [...this.archive.threads.values()].some(
      (one) => one.branch === branch && one.state !== 'settled',
    );
    if (taken || ENGINE_BRANCHES.includes(branch) || !isBranchName(branch))
      throw new ForgeError('branch-taken', `A proposal can’t have the branch ${JSON.stringify(branch)}.`, {
        branch,
      });
  }

  async isAncestor(older: Oid | null, newer: Oid): Promise<boolean> {
    if (older === null || !(await hasObject(this.repository, older))) return false;
    return (await findMergeBase(this.repository, older, newer)) === older;
  }

  async takeIncoming(): Promise<void> {
    const names = (await this.#disk.list(INCOMING)).map(({ name }) => name).sort();
    for (const name of names) {
      const bytes = await this.#disk.read(`${INCOMING}/${name}`);
      if (bytes === null) continue;
      const why = await this.#take(bytes).catch((error: unknown) => {
        if (error instanceof ForgeError || error instanceof UnreadableMailError) return error.message;
        throw error;
      });
      if (why !== null)
        await this.#disk.write(
          `${BOUNCED}/${name}`,
          Buffer.concat([Buffer.from(`Refused: ${why}\n`), bytes]),
        );
      await this.#disk.remove(`${INCOMING}/${name}`);
    }
  }

  /** Why a mail from outside is not taken. One that came twice is the same mail. */
  async #take(bytes: Uint8Array): Promise<string | null> {
    const mail = readMail(bytes);
    const id = idIn(mail.fields.get('message-id'));
    if (id === null) return 'It has no Message-ID.';
    if (this.archive.ids.has(id)) return null;
    const by = authorOf(mail);
    const engines = ['main', 'label', 'settle'].includes(verbOf(mail)) || mail.fields.has('comment-key');
    if (by === null || by.id === ENGINE.id || engines) return 'Only the engine says that.';
    await this.#file(Buffer.from(bytes).toString('latin1'));
    return null;
  }

  /** Puts on record what ordinary Git moved, which tells nobody. */
  async noticePushes(): Promise<void> {
    for (const [post, { branch, head, state }] of this.archive.threads) {
      const current =
        branch === null || state === 'settled' ? null : await readBranch(this.repository, branch);
      if (current === null || current === head) continue;
      const forced = (await this.isAncestor(head, current)) ? undefined : 'yes';
      await this.send(null, { ...inThread(post), 'Git-Head': current, 'Git-Forced': forced });
    }
    await this.#noticeMain((await readBranch(this.repository, 'main')) ?? null);
  }

  async #noticeMain(current: Oid | null): Promise<void> {
    const outgoing = await this.#disk.read(OUTGOING);
    // The engine may have moved main and died before it could say so, and somebody moved it on since.
    const own = outgoing === null ? undefined : readMail(outgoing).fields.get('git-head');
    if (own !== undefined && current !== null && (await this.isAncestor(own, current)))
      await this.#sayMain(ENGINE, own);
    if (outgoing !== null) await this.#disk.remove(OUTGOING);
    if (current !== this.archive.main) await this.#sayMain(null, current);
  }

  async #sayMain(by: Person | null, to: Oid | null): Promise<void> {
    const { main } = this.archive;
    if (to !== main)
      await this.send(by, { Control: 'main', 'Git-From': main ?? undefined, 'Git-Head': to ?? undefined });
  }

  async moveMain(expected: Oid | null, next: Oid): Promise<'advanced' | 'moved'> {
    await this.noticePushes();
    if (this.archive.main !== expected) return 'moved';
    await this.#disk.write(OUTGOING, Buffer.from(writeMail({ From: fromOf(ENGINE), 'Git-Head': next }, '')), {
      durable: true,
    });
    const outcome = await advance(this.repository, 'main', expected, next);
    if (outcome === 'advanced') await this.#sayMain(ENGINE, next);
    await this.#disk.remove(OUTGOING);
    return outcome;
  }
}

/** Replies to a post, or to another mail in its thread. */
export const inThread = (post: PostId, parent: string = post): Fields => ({
  'In-Reply-To': bracketed(parent),
});
