import type { Person } from '../forge/events.ts';
import { identitiesOf } from '../session/secrets/vault.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';
import type { Game } from '../host/game.ts';
import type { Envelope } from '../session/secrets/envelope.ts';
import { open } from '../session/secrets/open.ts';
import { checkReveal, readRevealed, reseal, writeRevealed } from '../session/secrets/reveal.ts';
import { SealError } from '../session/secrets/seal-error.ts';
import { parseSealed, SEALED_ACTION, isSealed } from '../session/secrets/sealed-text.ts';
import { playerAt } from './preview.ts';
import { withPosition } from './read-table.ts';
import { hexOf } from '#platform/bytes.ts';
import { commitmentToSeed, isSeedOf } from '../session/chance/committed-seed.ts';
import { whyNotPromise, type SeedEntry } from '../store/key-ring.ts';
import { isShares, readShares, shareOf, writeShares } from '../session/secrets/shares.ts';

/** A sealed post of the game, as everybody sees it. */
export interface SealedComment {
  readonly by: string;
  readonly at: string;
  readonly submission: string;
  readonly commitment: string;
  readonly text: string;
}

/** All sealed posts of the game, read from the journal; each commitment once, where it was first sent. */
export async function sealedComments(game: Game): Promise<readonly SealedComment[]> {
  const { sealed } = await said(game);
  return [...sealed.values()];
}

async function said(game: Game): Promise<{
  readonly sealed: ReadonlyMap<string, SealedComment>;
  readonly revealed: readonly { readonly by: string; readonly envelopes: readonly unknown[] }[];
  /** The commitments for which somebody has shown a share. */
  readonly shown: readonly { readonly by: string; readonly commitments: readonly string[] }[];
}> {
  const { repository } = game.forge;
  const tip = await journalTip(repository);
  const sealed = new Map<string, SealedComment>();
  const revealed: { by: string; envelopes: readonly unknown[] }[] = [];
  const shown: { by: string; commitments: readonly string[] }[] = [];
  const playerOf = await withPosition(game, (position) => (who: Person) => playerAt(position, who));
  for (const line of tip === null ? [] : await readJournalLines(repository, tip)) {
    const event = eventOf(line);
    if (event?.type !== 'commented' || event.by === null) continue;
    const by = playerOf(event.by);
    const envelopes = readRevealed(event.text);
    if (envelopes !== null) revealed.push({ by, envelopes });
    if (isShares(event.text)) shown.push({ by, commitments: Object.keys(readShares(event.text) ?? {}) });
    const post = isSealed(event.text) ? sealedIn(event.text) : null;
    if (post !== null && !sealed.has(post.commitment))
      sealed.set(post.commitment, { ...post, by, at: event.at });
  }
  return { sealed, revealed, shown };
}

function sealedIn(text: string): Omit<SealedComment, 'by' | 'at'> | null {
  try {
    const { submission, commitment } = parseSealed(text);
    return { submission, commitment, text };
  } catch {
    return null;
  }
}

async function commitmentsIn(game: Game) {
  return withPosition(game, ({ name, open: { play }, secrets: { commitments: ids } }) => {
    const { submissions: used, dynasty } = play.state();
    return { about: { game: name, dynasty: Number(dynasty['number'] ?? 0) }, used, ids };
  });
}

/** The submissions that the rules have used, in the form to publish, so that everybody can check them. */
export async function revealUsed(game: Game, kind: string): Promise<string | null> {
  const { about, used, ids } = await commitmentsIn(game);
  const envelopes: Envelope[] = [];
  for (const { commitment, by, text, submission } of await sealedComments(game)) {
    const id = Object.hasOwn(ids, commitment) ? ids[commitment]?.id : undefined;
    // Private parameters of an action are used at once, or refused with it.
    const isUsed = submission === SEALED_ACTION || (id !== undefined && used[id]?.used === true);
    if (!isUsed || kind !== submission) continue;
    const envelope = await opened(game, text, { ...about, sender: by });
    if (envelope !== null) envelopes.push(envelope);
  }
  if (envelopes.length === 0) return null;
  return writeRevealed(envelopes);
}

async function opened(
  { vault }: Game,
  text: string,
  outside: Parameters<typeof open>[2],
): Promise<Envelope | null> {
  try {
    return await open(identitiesOf(vault), text, outside);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return null;
  }
}

export interface Checked {
  readonly by: string;
  readonly submission: string;
  readonly sent: string | null;
  readonly why: string | null;
}

/** Checks that everything revealed is what was sent, from the journal alone and without a key. */
export async function checkRevealed(game: Game): Promise<readonly Checked[]> {
  const { sealed, revealed } = await said(game);
  const checked: Checked[] = [];
  for (const { envelopes } of revealed)
    for (const envelope of envelopes) checked.push(await checkOne(envelope, sealed.values()));
  return checked;
}

/**
 * Submissions that the rules have used but that were not revealed with others of their kind: the person who reveals may
 * have chosen. This needs no key.
 */
export async function heldBack(game: Game): Promise<readonly Omit<Checked, 'why'>[]> {
  const { sealed, revealed } = await said(game);
  const left = new Set(sealed.values());
  for (const { envelopes } of revealed)
    for (const envelope of envelopes) await checkOne(envelope, [...left], (post) => left.delete(post));
  const kinds = new Set([...sealed.values()].flatMap((one) => (left.has(one) ? [] : [one.submission])));
  const used = await withPosition(game, ({ open: { play }, secrets }) => {
    const { submissions } = play.state();
    return new Set(
      Object.entries(secrets.commitments).flatMap(([commitment, { id }]) =>
        submissions[id]?.used === true ? [commitment] : [],
      ),
    );
  });
  return [...left]
    .filter(({ submission, commitment }) => kinds.has(submission) && used.has(commitment))
    .map(({ by, submission, at }) => ({ by, submission, sent: at }));
}

async function checkOne(
  envelope: unknown,
  sealed: Iterable<SealedComment>,
  found: (post: SealedComment) => void = () => undefined,
): Promise<Checked> {
  const { sender = '?', submission = '?' } = (envelope ?? {}) as Partial<Envelope>;
  for (const post of sealed) {
    if (post.by !== sender || post.submission !== submission) continue;
    const verdict = await checkReveal(envelope, post.commitment);
    if (!verdict.ok) continue;
    found(post);
    return { by: sender, submission, sent: post.at, why: null };
  }
  return { by: sender, submission, sent: null, why: `it is not among the submissions of ${sender}` };
}

/** Seals everything that is still secret to a new receiver's key, as posts for the old receiver to make. */
export async function resealAll(game: Game, recipient: string): Promise<readonly string[]> {
  const { about, used, ids } = await commitmentsIn(game);
  const texts: string[] = [];
  for (const { commitment, by, text } of await sealedComments(game)) {
    const id = Object.hasOwn(ids, commitment) ? ids[commitment]?.id : undefined;
    if (id === undefined || used[id]?.used !== false) continue;
    if ((await opened(game, text, { ...about, sender: by })) === null) continue;
    const again = await reseal(identitiesOf(game.vault), text, { ...about, sender: by }, recipient);
    texts.push(again.text);
  }
  return texts;
}

interface SeedService {
  readonly ring: readonly SeedEntry[];
  /** The reason why no other seed can be committed to now, or null. */
  readonly whyNot: string | null;
}

export function readSeeds(game: Game): Promise<SeedService> {
  return withPosition(game, ({ open: { play }, secrets: { seeds } }) => {
    const { dynasty } = play.state();
    const number = typeof dynasty['number'] === 'number' ? dynasty['number'] : null;
    const isOver = dynasty['interregnum'] === true;
    const now = { emperor: dynasty['emperor'], dynasty: number, isOver, lost: false };
    return { ring: [...seeds], whyNot: whyNotPromise(seeds, now) };
  });
}

/** `/seed sha256:…` for the seed on this machine; null if it is in force already. */
export function promiseOf({ vault }: Game, { ring }: SeedService, lost: boolean): string | null {
  const { secret } = vault.seeds;
  if (secret === undefined) return null;
  const hash = commitmentToSeed(secret);
  return ring.at(-1)?.hash === hash ? null : `/seed ${hash}${lost ? ' lost' : ''}`;
}

/** `/seed reveal …` for each seed of this machine that is no longer in use. */
export function revealsOf({ vault }: Game, { ring }: SeedService): readonly string[] {
  const { secret, older = [] } = vault.seeds;
  const own = [...older, ...(secret === undefined ? [] : [secret])];
  return ring.slice(0, -1).flatMap(({ hash, revealed }) => {
    const seed = revealed === undefined ? own.find((one) => isSeedOf(hash, one)) : undefined;
    return seed === undefined ? [] : [`/seed reveal ${hexOf(seed)}`];
  });
}

interface SharesAtHand {
  /** The post that shows them, or null if there are none. */
  readonly text: string | null;
  readonly many: number;
  /** Somebody's shares that can't be opened here, or were dealt wrongly. */
  readonly closed: number;
}

/** A person's shares that may be shown now and haven't been. None are shown for a matter that is still being voted on. */
export async function sharesAtHand(game: Game, who: Person): Promise<SharesAtHand> {
  const { holder, waiting } = await withPosition(game, (position) => {
    const { play } = position.open;
    const ids = (play.query(game.now(), [['to-open']])[0]?.value ?? []) as readonly string[];
    const { submissions } = play.state();
    const own = playerAt(position, who);
    const theirs = new Set(ids.filter((id) => submissions[id]?.holders?.people.includes(own) === true));
    const commitments = Object.entries(position.secrets.commitments).filter(([, { id }]) => theirs.has(id));
    return { holder: own, waiting: new Set(commitments.map(([commitment]) => commitment)) };
  });
  const key = await game.vault.readerKey?.(who.id);
  const shares: Record<string, string> = {};
  const { sealed, shown } =
    waiting.size === 0 ? { sealed: new Map<string, SealedComment>(), shown: [] } : await said(game);
  for (const { by, commitments } of shown)
    if (by === holder) for (const one of commitments) waiting.delete(one);
  for (const { commitment, text } of sealed.values()) {
    if (!waiting.has(commitment)) continue;
    const share = key === undefined ? null : await shareOf(parseSealed(text), holder, key.identity);
    if (share !== null) shares[commitment] = share;
  }
  const many = Object.keys(shares).length;
  return { text: many === 0 ? null : writeShares(shares), many, closed: waiting.size - many };
}
