import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { readTree } from '../../../src/repository/read-tree.ts';
import type { Forge, People } from '../../../src/forge/port.ts';
import { type Person, ForgeError } from '../../../src/forge/events.ts';
import { localForgeOn } from '../../../src/forge/embedded/local-forge.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import { memoryDisk } from '../../../src/repository/memory-disk.ts';
import { readBranch } from '../../../src/repository/refs.ts';
import type { Repository } from '../../../src/repository/repository.ts';
import type { Oid } from '../../../src/repository/oid.ts';
import { writeCommit } from '../../../src/repository/write-commit.ts';
import { openSession } from '../../../src/tick/open-session.ts';
import { checkOpening } from '../../../src/care/doctor/check-content.ts';
import type { Finding } from '../../../src/care/doctor/finding.ts';
import { tick, type TickReport } from '../../../src/tick/tick.ts';
import { newEnvelope, sealEnvelope } from '../../../src/session/secrets/seal.ts';
import { PROPOSABLE } from './enactments.ts';
import { type CachedFiles, engineCached, withCached } from './spoilt-caches.ts';
import { DiskFull, doomedDisk, dyingDisk, fullDisk, Killed, type Kill } from './faulty-disk.ts';
import { faultyForge, ForgeDown, type ForgeFault } from './faulty-forge.ts';
import { must } from './invariants.ts';
import { inLockstep } from './lockstep.ts';
import { movableDisk, type MovableDisk } from './movable-disk.ts';
import type { Recipe } from './recipes.ts';
import { BEGINNING, beginOn, GAME, gameTemplate, newVault, type Template } from './template.ts';

/** How an engine's process fares while it ticks. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'dies'; readonly at: number; readonly moment: 'before' | 'half' | 'after' }
  | { readonly kind: 'full'; readonly from: number }
  | { readonly kind: 'forge'; readonly forge: ForgeFault }
  | { readonly kind: 'two'; readonly bits: readonly boolean[] };

/** What people asked for on a branch: what became of it is held against this. */
export interface Branch {
  readonly recipe: Recipe;
  readonly changes: Readonly<Record<string, string | null>>;
  readonly base: ReadonlyMap<string, string>;
  /** Whether it, or what it was put on, holds other files than a proposal may change: then it never becomes part of main's history. */
  readonly hasOthers: boolean;
  /** Whether its clause shows by its text that it can't be run. */
  readonly isRefused: boolean;
}

/** A game being played: a forge in memory, its clock, and what the players know of their own doings. */
export class World {
  readonly disk: MovableDisk;
  readonly repository: Repository;
  readonly forge: Forge;
  /** The process by which somebody does something now. */
  table: People;
  readonly vault: ReturnType<typeof newVault>;
  readonly template: Template;
  readonly branches = new Map<Oid, Branch>();
  /** Who opened which post. */
  readonly authors = new Map<string, Person>();
  /** Proposals that wait for votes, as far as ticks have seen. */
  pending: readonly string[] = [];
  readonly comments: { readonly post: string; readonly id: string; readonly by: string }[] = [];
  readonly reviews: { readonly post: string; readonly id: string }[] = [];
  readonly secrets: string[] = [];
  /** Commits that people put on main themselves. */
  readonly foreign = new Set<Oid>();
  now = BEGINNING;
  posts = 1;
  branched = 0;
  /** The journal was written to by somebody else: it is begun anew from the forge, which then tells all it knows. */
  meddled = false;
  /** Somebody moved main, and no tick has gone by since: a forge tells of that with where main stands, or not at all. */
  untold = false;
  /** How often many asked at once, and what the server said to be done. */
  crowds = 0;
  readonly answered: string[] = [];
  readonly log: string[] = [];
  readonly kills = { begun: 0, struck: 0, afterSaid: 0 };
  /** The forge's log as it was when somebody was told last that something was done. */
  #said: Uint8Array = new Uint8Array();
  #cached: CachedFiles | null = null;

  /** With a kill its first process was killed while it began the game, and another went on. */
  static async begin(kill: Kill | null = null): Promise<World> {
    const template = await gameTemplate();
    const disk = movableDisk(kill === null ? template.disk.copy() : memoryDisk());
    const hasStruck = kill !== null && (await isKilled(kill, disk));
    if (kill !== null) await beginOn(disk);
    const clock = { now: BEGINNING };
    const { forge, table } = await localForgeOn(disk, { clock: () => clock.now, forgeId: 'sim' });
    const world = new World(disk, forge, table, template, clock);
    if (kill !== null) world.kills.begun += 1;
    if (hasStruck) world.kills.struck += 1;
    return world;
  }

  readonly #clock: { now: string };

  private constructor(
    disk: MovableDisk,
    forge: Forge,
    table: People,
    template: Template,
    clock: { now: string },
  ) {
    this.disk = disk;
    this.forge = forge;
    this.repository = forge.repository;
    this.table = table;
    this.template = template;
    this.vault = newVault(template);
    this.#clock = clock;
  }

  setTime(ms: number): void {
    this.now = `${new Date(ms).toISOString().slice(0, 19)}Z`;
    this.#clock.now = this.now;
  }

  get ms(): number {
    return Date.parse(this.now);
  }

  async main(): Promise<Oid> {
    return (await readBranch(this.repository, 'main')) ?? '';
  }

  async contentAt(commit: Oid): Promise<ReadonlyMap<string, string>> {
    return this.#textsAt(commit, ['content']);
  }

  /** Some of what no matter may bring in. */
  async outsideAt(commit: Oid): Promise<ReadonlyMap<string, string>> {
    return this.#textsAt(commit, ['README.md', '.github']);
  }

  async #textsAt(commit: Oid, under: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { files } = await readTree(this.repository, commit, { under });
    return new Map([...files].flatMap(([path, { text }]) => (text === null ? [] : [[path, text] as const])));
  }

  /** Does what somebody tries; what the forge itself refuses is nobody's fault. */
  async attempt(what: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
      this.log.push(`${this.now} ${what}`);
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
    }
  }

  async branch(by: Person, recipe: Recipe, onto: Oid | null): Promise<Oid> {
    const main = await this.main();
    const base = await this.contentAt(main);
    this.branched += 1;
    // Somebody else may make a branch meanwhile.
    const n = this.branched;
    const changes = recipe.changes(base, n);
    const head = await writeCommit(this.repository, {
      parents: [onto ?? main],
      changes: new Map(Object.entries(changes)),
      author: { name: by.name, email: '', at: this.now },
      message: `${recipe.name}\n`,
    });
    // What is added to a branch leaves there what was in its way.
    const below = onto === null ? undefined : this.branches.get(onto);
    const maySnag = recipe.maySnag || below?.recipe.maySnag === true;
    const isRefused = recipe.isRefused?.(n) === true;
    const hasOthers =
      Object.keys(changes).some((path) => !PROPOSABLE.test(path)) || below?.hasOthers === true;
    this.branches.set(head, { recipe: { ...recipe, maySnag }, changes, base, hasOthers, isRefused });
    return head;
  }

  async sealed(sender: string, word: string): Promise<string> {
    const envelope = newEnvelope({
      game: GAME,
      dynasty: 1,
      submission: 'word',
      sender,
      serial: 0,
      params: { word },
    });
    this.secrets.push(word);
    return (await sealEnvelope(this.template.recipient, envelope)).text;
  }

  /** Somebody's process, as a command is: it does what they want, and then ticks. It is killed, or ends before that. */
  async killed(kill: Kill, act: () => Promise<void>): Promise<void> {
    const { disk, said } = doomedDisk(this.disk, kill);
    const before = { table: this.table, said: this.#said };
    this.kills.begun += 1;
    try {
      const { table } = await localForgeOn(disk, { clock: () => this.#clock.now, forgeId: 'sim' });
      this.table = heard(table, async () => {
        said();
        this.#said = (await this.disk.read(LOG)) ?? this.#said;
      });
      await act();
      await this.#run(disk, (forge) => forge);
      this.untold = false;
    } catch (error) {
      if (!isFault(error)) throw error;
      this.kills.struck += 1;
      if (this.#said !== before.said) this.kills.afterSaid += 1;
    } finally {
      this.table = before.table;
    }
    await this.findOut();
    this.log.push(`${this.now} that was a process to be killed: ${JSON.stringify(kill)}`);
  }

  /** `doctor --fix` by a process of its own, and what it still finds then; nothing where it was killed. */
  async doctor(kill: Kill | null): Promise<readonly string[]> {
    const doomed = kill === null ? null : doomedDisk(this.disk, kill);
    const disk = doomed?.disk ?? this.disk;
    if (kill !== null) this.kills.begun += 1;
    try {
      for (const { fix } of await this.#findings(disk)) await fix?.run();
      doomed?.said();
      const left = (await this.#findings(disk)).map(({ what }) => what);
      // Of a process that was killed meanwhile nobody hears what it found.
      await disk.read(LOG);
      this.untold = false;
      return left;
    } catch (error) {
      if (!isFault(error)) throw error;
      this.kills.struck += 1;
      return [];
    } finally {
      await this.findOut();
      this.log.push(`${this.now} doctor`);
    }
  }

  async #findings(disk: Disk): Promise<readonly Finding[]> {
    const { forge } = await localForgeOn(disk, { clock: () => this.#clock.now, forgeId: 'sim' });
    return checkOpening({
      forge,
      now: () => this.now,
      main: () => this.main(),
      tick: () => this.#run(disk, (one) => one),
      openPosition: async () => {
        const { position } = await openSession(
          { forge, vault: this.vault, now: this.now, caches },
          await this.main(),
        );
        return position;
      },
    });
  }

  /** What a process that was killed has done nobody was told. */
  async findOut(): Promise<void> {
    const log = (await this.disk.read(LOG)) ?? new Uint8Array();
    const isThere = Buffer.compare(log.subarray(0, this.#said.length), this.#said) === 0;
    must(isThere, 'said-stands', () => 'the log of the forge lost something that was said to be done');
    const { events } = await this.forge.observe(null);
    for (const event of events) {
      if (event.type !== 'opened' || event.by === null || this.authors.has(event.post)) continue;
      this.posts = Math.max(this.posts, Number(event.post));
      if (!event.by.bot) this.authors.set(event.post, event.by);
    }
  }

  /** The engine runs, as well as the fault lets it. Null where its process did not come to an end. */
  async tick(fault: Fault): Promise<TickReport | null> {
    if (fault.kind === 'two') {
      const run = (gate: (forge: Forge) => Forge): Promise<TickReport> => this.#run(this.disk, gate);
      const [first, second] = await inLockstep(fault.bits, [run, run]);
      for (const one of [first, second]) if (one?.status === 'rejected') throw one.reason;
      return null;
    }
    try {
      const tells = this.meddled || this.untold;
      const report = await this.#run(diskWith(this.disk, fault), (forge) =>
        fault.kind === 'forge'
          ? faultyForge(forge, tells ? { ...fault.forge, observe: 'well' } : fault.forge)
          : forge,
      );
      this.untold = false;
      return report;
    } catch (error) {
      if (isFault(error)) return null;
      throw error;
    }
  }

  /** Somebody's process, which finds cached files that were spoilt since the last one: it does what they want, and then ticks. */
  async spoilt(seed: number, act: () => Promise<void>): Promise<TickReport> {
    let report: TickReport | null = null;
    this.#cached = await withCached(this.#cached ?? (await this.#cachedAtFirst()), seed, async (own) => {
      await act();
      report = await this.#run(this.disk, (one) => one, own);
    });
    this.untold = false;
    this.log.push(`${this.now} that was a process with spoilt caches: ${seed}`);
    return report as unknown as TickReport;
  }

  /** As a tick leaves them that comes before anything is spoilt. */
  async #cachedAtFirst(): Promise<CachedFiles> {
    this.template.cached ??= await withCached(engineCached(), null, async (own) => {
      const { forge } = await localForgeOn(this.template.disk.copy(), {
        clock: () => BEGINNING,
        forgeId: 'sim',
      });
      const { vault } = this;
      await tick({ forge, vault, now: BEGINNING, newSalt: () => SALT, caches: own, dryRun: true });
    });
    return this.template.cached;
  }

  async #run(disk: Disk, over: (forge: Forge) => Forge, own = caches): Promise<TickReport> {
    const { forge } = await localForgeOn(disk, { clock: () => this.#clock.now, forgeId: 'sim' });
    return tick({
      forge: over(forge),
      vault: this.vault,
      now: this.now,
      newSalt: () => SALT,
      caches: own,
    });
  }
}

/** Whether a process that begins the game on this disk was killed. */
async function isKilled(kill: Kill, disk: Disk): Promise<boolean> {
  const doomed = doomedDisk(disk, kill);
  try {
    await beginOn(doomed.disk, doomed.said);
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

const SALT = 'simulated-salt-16';
export const LOG = 'events.jsonl';

/** People who are told of each thing that it is done; `tell` is called just then. */
function heard(table: People, tell: () => Promise<void>): People {
  const wrapped = Object.entries(
    table as unknown as Record<string, (...words: unknown[]) => Promise<unknown>>,
  ).map(([name, act]) => [
    name,
    async (...words: unknown[]): Promise<unknown> => {
      const done = await act(...words);
      await tell();
      return done;
    },
  ]);
  return Object.fromEntries(wrapped);
}

function diskWith(disk: Disk, fault: Fault): Disk {
  if (fault.kind === 'dies') return dyingDisk(disk, fault.at, fault.moment);
  return fault.kind === 'full' ? fullDisk(disk, fault.from) : disk;
}

/** Whether an error is the fault that was made, or what was made of it on the way up. */
export function isFault(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof Killed || at instanceof DiskFull || at instanceof ForgeDown) return true;
  return false;
}
