import type { ForgeReading, Forge } from '../forge/port.ts';
import type { Oid } from '../repository/oid.ts';
import type { ContentFiles } from '../store/paths.ts';
import { readOnce } from '../session/play/open-game.ts';
import type { GameRead } from '../store/read-game.ts';
import { applyChanges } from '../store/write-game.ts';
import { identitiesOf, vaultKeyOf } from '../session/secrets/vault.ts';
import type { GameSession } from '../session/session.ts';
import { lateHeads } from '../session/position/branches.ts';
import { readNotified, saidBefore } from './deliver.ts';
import { eventsOf, readContent, readHeads, readTexts, type Observed } from './observe.ts';
import { readSealed } from './read-sealed.ts';
import type { TickOptions } from './tick-options.ts';
import { linesToTryAgain } from '../session/take/set-aside.ts';
import type { JournalEvent, Situation } from '../session/position/situation.ts';
import type { LedgerLine } from '../store/ledger-line.ts';
import { buildOfEngine } from '../sandbox/made-ahead.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';
import type { ForgeEvent } from '../forge/events.ts';
import type { SubmissionData } from '../kernel/state.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { EngineFacts } from '../store/engine-files.ts';
import type { PrivateValues } from '../store/private-values.ts';
import { withoutCarried, isPrepared } from '../pictures/prepare-picture.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import { open } from '../session/secrets/open.ts';
import { SealError } from '../session/secrets/seal-error.ts';
import { parseSealed, isSealed } from '../session/secrets/sealed-text.ts';
import { readBlob } from '../repository/objects.ts';
import { readTree } from '../repository/read-tree.ts';
import { isReport, parseReport } from '../wording/action-report.ts';

type Options = Omit<TickOptions, 'forge'> & { readonly forge: ForgeReading };

/** Everything a decision depends on: main's game, later events, and this machine's secrets. */
export async function situationAt(
  options: Options,
  main: Oid,
  observed: Observed,
  cached: GameSession | null = null,
): Promise<Situation> {
  const { forge, now, vault, draw, wait = false, links = {}, commentIds = {} } = options;
  const { elsewhere = false, patienceMs, runner, opened, pictures, caches } = options;
  const onMain = cached?.files ?? (await readContent(forge, main));
  const before = cached?.read ?? readOnce(onMain, caches);
  const { facts } = before;
  const all = eventsOf(observed, before);
  const events = cached === null ? all : all.filter(({ line }) => line > cached.line);
  const again = cached === null ? await eventsAgain(options, before.ledger) : [];
  const taken = [...again, ...events];
  const heads = await readHeads(forge, main, taken, cached === null ? facts.heads : {});
  const brought = lateHeads(onMain, heads);
  const files = brought.size === 0 ? onMain : applyChanges(onMain, brought);
  const read = cached?.read ?? readOnce(files, caches);
  const { game, state } = read;
  const texts = await readTexts(forge, taken, cached === null ? facts.merged : {});
  const notified = await readNotified(forge);
  const dynasty = Number(state?.dynasty['number'] ?? 0);
  const people = cached?.position.accounts.all ?? facts.people;
  const sealed = await readSealed(taken, {
    game: game.name,
    dynasty,
    people,
    identities: identitiesOf(vault),
    ...(pictures === undefined ? {} : { pictures }),
    earlier: () => saidBefore(forge),
  });
  if (pictures !== undefined) await bringReportedPictures(forge, pictures, taken);
  return {
    files,
    brought,
    events,
    again,
    now,
    wait,
    heads,
    texts,
    sealed,
    commentIds,
    links,
    unread: observed.journal.unread,
    elsewhere,
    patienceMs,
    engine: forge.engine.id,
    notified,
    caches,
    runner,
    draw,
    opened,
    pictures: pictures?.known(),
    ...(cached === null ? await sides(options, files, read) : {}),
  };
}

/** Events at which an earlier build failed. There are hardly ever any, and then the journal isn't read. */
async function eventsAgain(
  { forge, build = buildOfEngine }: Options,
  ledger: readonly LedgerLine[],
): Promise<readonly JournalEvent[]> {
  const lines = new Set(linesToTryAgain(ledger, build));
  const tip = lines.size === 0 ? null : await journalTip(forge.repository);
  if (tip === null) return [];
  return (await readJournalLines(forge.repository, tip)).flatMap((line) => {
    const event = lines.has(line.n) ? eventOf(line) : null;
    return event === null ? [] : [{ line: line.n, seen: line.seen, event }];
  });
}

/** This machine's secrets and draws. */
async function sides(
  { forge, vault, seeds, pictures }: Options,
  files: ContentFiles,
  { game, state, facts }: GameRead,
): Promise<Pick<Situation, 'hidden' | 'seeds'>> {
  if (vault === undefined) return seeds === undefined ? {} : { seeds };
  const hidden = await openLater({
    forge,
    game: game.name,
    dynasty: Number(state?.dynasty['number'] ?? 0),
    facts,
    submissions: state?.submissions ?? {},
    hidden: await vault.read(vaultKeyOf(files)),
    identities: identitiesOf(vault),
    ...(pictures === undefined ? {} : { pictures }),
  });
  return { hidden, seeds: vault.seeds };
}

/** Whether it had to fetch pictures or beacon rounds, so that the decision must be made again. */
export async function fetched(
  { pictures, seeds }: Pick<TickOptions, 'pictures' | 'seeds'>,
  { position }: GameSession,
): Promise<boolean> {
  if (seeds?.beacon?.isMissing === true) {
    await seeds.beacon.fetchMissing();
    return true;
  }
  const wanted = [...position.rules.wantedPictures];
  if (pictures === undefined || wanted.length === 0) return false;
  await pictures.gather(wanted);
  return true;
}

interface About {
  readonly forge: ForgeReading;
  readonly game: string;
  readonly dynasty: number;
  readonly facts: EngineFacts;
  readonly submissions: Readonly<Record<string, SubmissionData>>;
  readonly hidden: PrivateValues;
  readonly identities: readonly string[];
  readonly pictures?: PictureStore;
}

/**
 * Opens submissions that nobody could open when they were taken in, once the key is available or they were resealed.
 * They are in the journal, so nobody has to send them again.
 */
export async function openLater(about: About): Promise<PrivateValues> {
  const { hidden, identities, submissions } = about;
  const own = isPlainObject(hidden['submissions']) ? hidden['submissions'] : {};
  const closed = Object.values(submissions).filter(
    ({ id, used, holders }) =>
      !used && holders === undefined && !(isPlainObject(own[id]) && 'contents' in own[id]),
  );
  if (closed.length === 0 || identities.length === 0) return hidden;
  const texts = await sealedTexts(about.forge);
  const opened: Record<string, unknown> = {};
  for (const { id, by, open: inPublic } of closed) {
    const commitment = Object.entries(about.facts.sealed).find(([, one]) => one.id === id)?.[0];
    const contents = await firstOpened(texts.get(commitment ?? '') ?? [], { ...about, sender: by });
    if (contents === null) continue;
    const sealed = Object.entries(contents).filter(([key]) => !Object.hasOwn(inPublic, key));
    opened[id] = { contents: Object.fromEntries(sealed) };
  }
  return { ...hidden, submissions: { ...own, ...opened } };
}

/** Sealed posts by commitment, earliest first. */
async function sealedTexts(forge: ForgeReading): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, string[]>();
  for (const event of await saidBefore(forge)) {
    const found = sealedIn(event);
    if (found !== null) texts.set(found.commitment, [...(texts.get(found.commitment) ?? []), found.text]);
  }
  return texts;
}

function sealedIn(event: ForgeEvent): { readonly commitment: string; readonly text: string } | null {
  if (event.type !== 'commented' || !isSealed(event.text)) return null;
  try {
    return { commitment: parseSealed(event.text).commitment, text: event.text };
  } catch {
    return null;
  }
}

async function firstOpened(
  texts: readonly string[],
  about: About & { readonly sender: string },
): Promise<Readonly<Record<string, unknown>> | null> {
  const { identities, pictures, game, dynasty, sender } = about;
  for (const text of texts) {
    try {
      const { params } = await open(identities, text, { game, dynasty, sender });
      return pictures === undefined ? params : withoutCarried(params, (bytes) => pictures.keep(bytes));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
    }
  }
  return null;
}

const MOST_PICTURES = 200;

/** Fetches the picture copies of the emperor's side from their commit, and checks them like any others. */
export async function bringReportedPictures(
  forge: Pick<Forge, 'repository' | 'bring'>,
  store: PictureStore,
  events: readonly JournalEvent[],
): Promise<void> {
  for (const { event } of events) {
    if (event.type !== 'commented' || !isReport(event.text)) continue;
    const commit = parseReport(event.text)?.pictures ?? null;
    if (commit === null || !(await forge.bring(commit))) continue;
    const { files } = await readTree(forge.repository, commit, { under: ['pictures'] });
    for (const { oid } of [...files.values()].slice(0, MOST_PICTURES)) {
      const bytes = await readBlob(forge.repository, oid);
      if (await isPrepared(bytes)) store.keepCopy(bytes);
    }
  }
}
