import type { Forge } from '../../forge/port.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/repository.ts';
import { enactCommit } from '../enact-commit.ts';
import { readEngineFiles, type EngineFacts } from '../game/engine-files.ts';
import type { Opened } from '../game/open-game.ts';
import type { ContentFiles } from '../game/paths.ts';
import type { Draw, Seeds } from '../game/draws.ts';
import { identitiesOf, vaultKeyOf, type Vault } from '../game/vault.ts';
import { applyChanges } from '../game/write-game.ts';
import { recordPath, writeRecord } from '../journal/journal-record.ts';
import { beginDeciding, type CommitEffect, type Decision, type Situation } from './decide.ts';
import type { Deciding } from './deciding.ts';
import { deliver, readTold, writeTold } from './deliver.ts';
import { eventsOf, observe, readContent, readHeads, readTexts, type Observed } from './look.ts';
import type { KeptGame } from './kept-game.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import { PICTURES } from '../pictures/find-pictures.ts';
import { readSealed } from './read-sealed.ts';
import { bringToldPictures } from './told-pictures.ts';
import { readGame, type GameRead } from '../game/read-game.ts';
import { openLater } from './open-later.ts';
import { findRepair } from './repair-main.ts';
import { migrateMain } from '../upgrade/migrate-main.ts';

export interface TickOptions {
  readonly forge: Forge;
  readonly now: string;
  /** Private values and seeds, where they are kept on this machine. */
  readonly vault?: Vault;
  /** Seeds alone, where nothing private may be seen: on a machine that everybody's game runs on. */
  readonly seeds?: Seeds;
  /** Nothing is written but the journal: what would be done is told. */
  readonly dryRun?: boolean;
  /** Runs the rules in a thread that can be ended from outside: for ticks that decide a game that people play. */
  readonly isolated?: boolean;
  /** What is drawn, instead of what seeds give. */
  readonly draw?: Draw;
  /** What happened is taken in, and what is due is left for a later tick: for scenarios, which say when the engine runs. */
  readonly wait?: boolean;
  /** What posts are called in the game that are not called by their numbers on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** Rules that whoever began the game has in force already. */
  readonly opened?: Opened;
  /** Keeps the game open for the next tick. */
  readonly kept?: KeptGame;
  /** Fetches and keeps the pictures that the rules ask for; without it an address stays one. */
  readonly pictures?: PictureStore;
  /** For the journal; a game that is generated gives its own. */
  readonly newSalt?: () => string;
}

export interface TickReport extends Pick<Decision, 'happened' | 'stuck'> {
  readonly commits: readonly { readonly commit: Oid | null; readonly message: string }[];
  /** Paths on main that somebody had changed and only play may. */
  readonly undone: readonly string[];
  readonly restored: 'deleted' | 'rewritten' | null;
  /** How many things were told on the forge, or would be. */
  readonly told: number;
}

export class NoGameError extends Error {
  readonly code = 'no-game';
  readonly next = 'Begin one with `gitnomic init`.';
  constructor() {
    super('The forge has no branch main, so there is no game on it yet.');
    this.name = 'NoGameError';
  }
}

const MOST_TRIES = 8;

/**
 * Observes, decides, applies. Each write is done once and for all or not at all, and each is found undone by the next
 * tick where this one dies: so nothing happens twice and nothing is lost.
 */
export async function tick(options: TickOptions): Promise<TickReport> {
  // A game in the format of an older engine is brought up to date before anything else happens to it.
  if (options.dryRun !== true) await migrateMain(options.forge, options.now);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const report = await tryTick(options);
    if (report === null) continue;
    const { opened, ...rest } = report;
    return opened ? joinReports(rest, await tick(options)) : rest;
  }
  throw Object.assign(new Error(`Others moved main ${MOST_TRIES} times in a row while this tick decided.`), {
    code: 'contended',
    next: 'Tick again.',
  });
}

/** What a tick did before a dynasty was opened, and after. */
function joinReports(first: TickReport, then: TickReport): TickReport {
  return {
    happened: [...first.happened, ...then.happened],
    stuck: then.stuck,
    commits: [...first.commits, ...then.commits],
    undone: [...first.undone, ...then.undone],
    restored: first.restored ?? then.restored,
    told: first.told + then.told,
  };
}

/** Null where somebody else moved main meanwhile: what was decided has to be decided again. */
async function tryTick(options: TickOptions): Promise<(TickReport & { opened: boolean }) | null> {
  const { forge, now, dryRun = false } = options;
  const tip = await readBranch(forge.repository, 'main');
  if (tip === null) throw new NoGameError();
  const observed = await observe(forge, tip, now, options.newSalt);
  const repair = await findRepair(
    forge,
    tip,
    eventsOf(observed, null).map(({ event }) => event),
    now,
  );
  if (repair.commit !== null && !dryRun && (await forge.advance('main', tip, repair.commit)) === 'moved')
    return null;
  const main = repair.commit ?? tip;
  const restored = observed.kept.restored;
  const kept = dryRun || restored !== null ? null : (options.kept?.at(main) ?? null);
  const situation = await situationAt(options, main, observed, kept);
  const deciding = kept ?? (await beginDeciding(situation));
  let closed = false;
  try {
    const decision = decideOrWant(options, deciding, situation);
    if ((await fetched(options, deciding)) || decision === null) {
      options.kept?.close();
      return null;
    }
    const { happened, stuck } = decision;
    const opened = decision.opened && !dryRun;
    const report = { happened, stuck, undone: repair.undone, restored, opened };
    if (dryRun) {
      const commits = decision.commits.map(({ message }) => ({ commit: null, message }));
      return { ...report, commits, told: decision.notices.length };
    }
    const applied = await apply(options, main, situation.files, observed, decision.commits);
    if (applied === null) {
      options.kept?.close();
      return null;
    }
    if (opened || deciding.table.openAnew) options.kept?.close();
    else options.kept?.keep(deciding, applied.main);
    const told = await tellAll(forge, applied.files, situation.told, decision, now);
    return { ...report, commits: applied.commits, told };
  } catch (error) {
    // What it keeps it also closes, and what is closed twice would be lent out twice.
    closed = options.kept?.holds(deciding) === true;
    options.kept?.close();
    throw error;
  } finally {
    if (deciding !== kept && !closed && options.kept?.holds(deciding) !== true) deciding.dispose();
  }
}

/** Null where it could not be decided for want of what a beacon says. */
function decideOrWant({ seeds }: TickOptions, deciding: Deciding, situation: Situation): Decision | null {
  try {
    return deciding.go(situation);
  } catch (error) {
    if (seeds?.beacon?.isMissing === true) return null;
    throw error;
  }
}

/** Whether pictures or rounds of a beacon had to be fetched, so that it has to be decided again with what they are. */
async function fetched({ pictures, seeds }: TickOptions, { table }: Deciding): Promise<boolean> {
  if (seeds?.beacon?.isMissing === true) {
    await seeds.beacon.fetchMissing();
    return true;
  }
  const wanted = [...(table.pictures?.wanted ?? [])];
  if (pictures === undefined || wanted.length === 0) return false;
  await pictures.gather(wanted);
  return true;
}

export async function situationAt(
  options: TickOptions,
  main: Oid,
  observed: Observed,
  kept: Deciding | null = null,
): Promise<Situation> {
  const { forge, now, vault, draw, wait = false, links = {}, commentIds = {} } = options;
  const { isolated = false, opened, pictures } = options;
  const files = kept?.files ?? (await readContent(forge, main));
  const facts = kept?.read.facts ?? readEngineFiles(files).engine.facts;
  const all = eventsOf(observed, facts.clock);
  const events = kept === null ? all : all.filter(({ line }) => line > kept.line);
  const heads = await readHeads(forge, main, events, kept === null ? facts.heads : {});
  const texts = await readTexts(forge, events, kept === null ? facts.merged : {});
  const told = await readTold(forge);
  const read = kept?.read ?? readGame(files);
  const { game, state } = read;
  const dynasty = Number(state?.dynasty['number'] ?? 0);
  const people = kept?.table.people ?? facts.people;
  const sealed = await readSealed(events, {
    game: game.name,
    dynasty,
    people,
    identities: identitiesOf(vault),
    ...(pictures === undefined ? {} : { pictures }),
  });
  if (pictures !== undefined) await bringToldPictures(forge, pictures, events);
  const known = {
    files,
    events,
    now,
    wait,
    heads,
    texts,
    sealed,
    commentIds,
    links,
    isolated,
    engine: forge.engine.id,
    told,
  };
  return {
    ...known,
    ...(draw === undefined ? {} : { draw }),
    ...(opened === undefined ? {} : { opened }),
    ...(pictures === undefined ? {} : { pictures: pictures.known() }),
    ...(kept === null ? await sides(options, files, read) : {}),
  };
}

/** What whoever runs this may see and draw. */
async function sides(
  { forge, vault, seeds, pictures }: TickOptions,
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

interface Applied {
  readonly main: Oid;
  readonly files: ContentFiles;
  readonly commits: TickReport['commits'];
}

async function apply(
  options: TickOptions,
  from: Oid,
  before: ContentFiles,
  observed: Observed,
  effects: readonly CommitEffect[],
): Promise<Applied | null> {
  const commits: { commit: Oid; message: string }[] = [];
  let [main, files] = [from, before];
  for (const effect of effects) {
    const made = await applyOne(options, main, files, observed, effect);
    if (made === null) return null;
    main = made.commit;
    files = made.files;
    commits.push({ commit: main, message: effect.message });
  }
  return { main, files, commits };
}

async function applyOne(
  { forge, vault, pictures }: TickOptions,
  main: Oid,
  files: ContentFiles,
  observed: Observed,
  effect: CommitEffect,
): Promise<{ commit: Oid; files: ContentFiles } | null> {
  const after = applyChanges(files, effect.changes);
  // Before the commit that it belongs to: a tick that dies in between leaves values that nothing refers to.
  await vault?.write(vaultKeyOf(after), effect.hidden);
  const engine = { name: forge.engine.name, email: '', at: effect.at };
  const author =
    effect.author === null || effect.author === 'engine'
      ? engine
      : { name: effect.author, email: `${effect.author}@players.invalid`, at: effect.at };
  const enacted = await enactCommit({
    forge,
    main,
    head: effect.head,
    changes: new Map(),
    extra: new Map<string, string | Uint8Array | null>([
      ...effect.changes,
      ...copiesFor(pictures, effect),
      ...recordFor(observed, effect.line),
    ]),
    author,
    committer: engine,
    message: effect.message,
  });
  return enacted.outcome === 'moved' ? null : { commit: enacted.commit, files: after };
}

/** The pictures that a commit shows, by the same commit. */
function copiesFor(
  store: PictureStore | undefined,
  { pictures }: CommitEffect,
): readonly (readonly [string, Uint8Array | null])[] {
  return [...pictures].flatMap(([path, copy]) => {
    const bytes = copy === null ? null : (store?.read(copy) ?? undefined);
    return bytes === undefined ? [] : [[path.replace(/^pictures\//u, PICTURES), bytes] as const];
  });
}

/** How far main has now read the journal; unchanged where nothing more was read. */
function recordFor({ kept, lines }: Observed, n: number): ReadonlyMap<string, string> {
  const placed = lines.find(({ line }) => line.n === n);
  if (placed === undefined || kept.commit === null) return new Map();
  return new Map([
    [recordPath, writeRecord({ commit: kept.commit, n, hash: placed.line.hash, segment: placed.segment })],
  ]);
}

async function tellAll(
  forge: Forge,
  files: ContentFiles,
  told: number,
  decision: Decision,
  now: string,
): Promise<number> {
  const { outbox }: EngineFacts = readEngineFiles(files).engine.facts;
  const owed = outbox.notices.filter(({ n }) => n > told);
  for (const notice of [...owed, ...decision.notices]) await deliver(forge, notice);
  if (outbox.last > told) await writeTold(forge, outbox.last, now);
  return owed.length + decision.notices.length;
}
