import type { ForgeReading } from '../forge/port.ts';
import type { Oid } from '../repository/oid.ts';
import type { ContentFiles } from '../store/paths.ts';
import { readOnce } from '../store/open-game.ts';
import type { GameRead } from '../store/read-game.ts';
import { applyChanges } from '../store/write-game.ts';
import { identitiesOf, vaultKeyOf } from '../store/vault.ts';
import type { Deciding } from '../decide/deciding.ts';
import { lateHeads } from '../decide/branches.ts';
import { readTold } from './deliver.ts';
import { eventsOf, readContent, readHeads, readTexts, type Observed } from './observe.ts';
import { openLater } from './open-later.ts';
import { readSealed } from './read-sealed.ts';
import { saidBefore } from './said-before.ts';
import { bringToldPictures } from './told-pictures.ts';
import type { TickOptions } from './tick-options.ts';
import { linesToTryAgain } from '../decide/set-aside.ts';
import type { JournalEvent, Situation } from '../decide/situation.ts';
import type { LedgerLine } from '../play/ledger-line.ts';
import { buildOfEngine } from '../sandbox/made-ahead.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';

type Options = Omit<TickOptions, 'forge'> & { readonly forge: ForgeReading };

/** Everything a decision depends on: main's game, later events, and this machine's secrets. */
export async function situationAt(
  options: Options,
  main: Oid,
  observed: Observed,
  kept: Deciding | null = null,
): Promise<Situation> {
  const { forge, now, vault, draw, wait = false, links = {}, commentIds = {} } = options;
  const { elsewhere = false, patienceMs, runner, opened, pictures, caches } = options;
  const onMain = kept?.files ?? (await readContent(forge, main));
  const { facts } = kept?.read ?? readOnce(onMain, caches);
  const all = eventsOf(observed, kept?.read ?? readOnce(onMain, caches));
  const events = kept === null ? all : all.filter(({ line }) => line > kept.line);
  const again = kept === null ? await eventsAgain(options, readOnce(onMain, caches).ledger) : [];
  const taken = [...again, ...events];
  const heads = await readHeads(forge, main, taken, kept === null ? facts.heads : {});
  const brought = lateHeads(onMain, heads);
  const files = brought.size === 0 ? onMain : applyChanges(onMain, brought);
  const read = kept?.read ?? readOnce(files, caches);
  const { game, state } = read;
  const texts = await readTexts(forge, taken, kept === null ? facts.merged : {});
  const told = await readTold(forge);
  const dynasty = Number(state?.dynasty['number'] ?? 0);
  const people = kept?.position.accounts.all ?? facts.people;
  const sealed = await readSealed(taken, {
    game: game.name,
    dynasty,
    people,
    identities: identitiesOf(vault),
    ...(pictures === undefined ? {} : { pictures }),
    earlier: () => saidBefore(forge),
  });
  if (pictures !== undefined) await bringToldPictures(forge, pictures, taken);
  const how = { elsewhere, patienceMs };
  const known = {
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
    unread: observed.kept.unread,
    ...how,
    engine: forge.engine.id,
    told,
    caches,
  };
  return {
    ...known,
    ...(runner === undefined ? {} : { runner }),
    ...(draw === undefined ? {} : { draw }),
    ...(opened === undefined ? {} : { opened }),
    ...(pictures === undefined ? {} : { pictures: pictures.known() }),
    ...(kept === null ? await sides(options, files, read) : {}),
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
export async function fetched({ pictures, seeds }: TickOptions, { position }: Deciding): Promise<boolean> {
  if (seeds?.beacon?.isMissing === true) {
    await seeds.beacon.fetchMissing();
    return true;
  }
  const wanted = [...position.rules.wantedPictures];
  if (pictures === undefined || wanted.length === 0) return false;
  await pictures.gather(wanted);
  return true;
}
