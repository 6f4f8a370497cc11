import { BOUNDS, cutTo } from '../kernel/bounds.ts';
import { defuse } from '../kernel/defuse.ts';
import { unlessGone, type ForgeEvent } from '../forge/events.ts';
import type { Forge, PostId, ForgeReading } from '../forge/port.ts';
import { readFileText } from '../repository/read-file.ts';
import { readBranch } from '../repository/refs.ts';
import { nullIfUnreadable } from '../repository/repository-error.ts';
import { ownBranch } from '../repository/repository.ts';
import { writeCommit } from '../repository/write-commit.ts';
import type { NewNotice } from '../session/position/outbox.ts';
import { markOwnPost } from '../session/take/own-post.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';

const BRANCH = 'notices';
const FILE = 'told.json';
const ELSEWHERE = 'told-elsewhere.json';
const MOST_TRIES = 3;

/** The number of the last notice sent. It is on a separate branch, so that main needs no commit for it. */
export async function readNotified({ repository }: Pick<Forge, 'repository'>): Promise<number> {
  const tip = await readBranch(repository, ownBranch(repository, BRANCH));
  if (tip === null) return 0;
  return parseNotified(await readFileText(repository, tip, FILE).catch(nullIfUnreadable));
}

/** Anybody who can push can write to that branch too, so an invalid record is ignored and everything is sent again. */
function parseNotified(text: string | null): number {
  try {
    const { told: notified } = JSON.parse(text ?? '{}') as { told?: unknown };
    return Number.isSafeInteger(notified) ? Number(notified) : 0;
  } catch {
    return 0;
  }
}

/** If another tick wins, it has sent more, so nothing is lost. */
export async function writeNotified(forge: Forge, notified: number, now: string): Promise<void> {
  await keep(forge, FILE, `${JSON.stringify({ told: notified })}\n`, `Told up to ${notified}\n`, now);
}

/** Notices already sent to receivers elsewhere, in the format of src/notices, or null if there are none. */
export async function readSentElsewhere({ repository }: Pick<Forge, 'repository'>): Promise<string | null> {
  const tip = await readBranch(repository, ownBranch(repository, BRANCH));
  return tip === null ? null : readFileText(repository, tip, ELSEWHERE).catch(nullIfUnreadable);
}

export async function writeSentElsewhere(forge: Forge, text: string, now: string): Promise<void> {
  await keep(forge, ELSEWHERE, text, 'Told elsewhere\n', now);
}

/** The branch has no history, so each commit contains both files. */
async function keep(forge: Forge, file: string, text: string, message: string, now: string): Promise<void> {
  const { repository } = forge;
  const branch = ownBranch(repository, BRANCH);
  const other = file === FILE ? ELSEWHERE : FILE;
  const author = { name: forge.engine.name, email: '', at: now };
  // The other file may change meanwhile. If it still fails, the notice is sent again rather than lost.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const tip = await readBranch(repository, branch);
    const stored = tip === null ? null : await readFileText(repository, tip, other).catch(nullIfUnreadable);
    const changes = new Map([[file, text], ...(stored === null ? [] : ([[other, stored]] as const))]);
    const commit = await writeCommit(repository, { parents: [], changes, author, message });
    if ((await forge.advance(branch, tip, commit)) === 'advanced') return;
  }
}

/** The rules' posts sent just now: game id → forge id. */
export type JustPosted = Map<string, PostId>;

/** Sends one notice. Repeating it changes nothing, and settled posts are skipped. */
export async function deliver(forge: Forge, notice: NewNotice, posted: JustPosted): Promise<void> {
  await tell(forge, notice, posted).catch(unlessGone(undefined));
}

async function tell(forge: Forge, notice: NewNotice, posted: JustPosted): Promise<void> {
  if (notice.tell === 'comment') {
    const on = notice.own === true ? posted.get(notice.post) : notice.post;
    return on === undefined
      ? undefined
      : forge.comment(on, notice.key, cutTo(notice.text, BOUNDS.forgeText.written));
  }
  if (notice.tell === 'label') {
    return forge.label(
      notice.post,
      notice.labels.map((label) => cutTo(defuse(label), BOUNDS.label.written)),
    );
  }
  if (notice.tell === 'reopen') return forge.reopen(notice.post);
  if (notice.tell === 'settle') return forge.settle(notice.post);
  const { post, kind, title, text } = notice;
  const draft = {
    key: post,
    kind,
    title: cutTo(defuse(title), BOUNDS.title.written),
    text: markOwnPost(post, text),
  };
  posted.set(post, await forge.post(draft));
}

/** All events in the journal, in order. */
export async function saidBefore({
  repository,
}: Pick<ForgeReading, 'repository'>): Promise<readonly ForgeEvent[]> {
  const tip = await journalTip(repository);
  const lines = tip === null ? [] : await readJournalLines(repository, tip);
  return lines.flatMap((line) => eventOf(line) ?? []);
}
