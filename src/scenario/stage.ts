import type { Caches } from '../cache/caches.ts';
import { type Person, ForgeError } from '../forge/events.ts';
import type { Forge, People } from '../forge/port.ts';
import { homeIn, type InMemory } from '../host/host.ts';
import { hosts } from '../host/registry.ts';
import { memoryDisk, type MemoryDisk } from '../repository/memory-disk.ts';
import { readBranch } from '../repository/refs.ts';
import type { DrawFrom } from '../session/chance/draws.ts';
import type { Opened } from '../session/play/open-game.ts';
import { drawKey, openMemoryVault, type OwnKey, type Vault } from '../session/secrets/vault.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { Sealed } from '../session/secrets/sealed-text.ts';
import type { Play } from '../session/play/play.ts';
import type { Outcome } from '../kernel/result.ts';
import { refusedOutcome } from '../session/play/outcome.ts';
import { CachedGame } from '../tick/cached-game.ts';
import { tick, type TickReport } from '../tick/tick.ts';
import { ACTIONS } from '../wording/words.ts';
import type { Branch } from './branch.ts';

/** No account can have this id, since scenarios may give people any name. */
const ENGINE: Person = { id: 'engine of the scenario', name: 'Gitnomic', bot: true };
const SALT = 'a scenario is no secret';

/** A post made by a step, under the name that the scenario gives it. */
export interface StagedPost {
  readonly forge: string;
  readonly by: string;
  readonly branch: Branch | null;
}

/** A game on an embedded forge in memory. A scenario's steps are taken on it one after another. */
export class Stage {
  readonly #forge: Forge;
  readonly people: People;
  readonly vault: Vault & { key: NonNullable<Vault['key']> };
  readonly #held = new CachedGame();
  readonly #clock: { now: string };
  readonly #draw: DrawFrom;
  readonly #caches: Caches;
  readonly #pictures: PictureStore | undefined;
  #actions = '';
  #line = 0;
  readonly posts = new Map<string, StagedPost>();
  /** Comments, by the names that the scenario gives them. */
  readonly comments = new Map<string, { readonly post: string; readonly comment: string }>();
  /** A person's reactions to a post, latest last. */
  readonly reactions = new Map<string, string[]>();
  /** Submissions sealed to several people, who open them together. */
  readonly sealedToSeveral: Sealed[] = [];

  static async open(
    now: string,
    draw: DrawFrom,
    caches: Caches,
    { disk = memoryDisk(), pictures }: { readonly disk?: MemoryDisk; readonly pictures?: PictureStore } = {},
  ): Promise<Stage> {
    const clock = { now };
    const options = { clock: () => clock.now, engine: ENGINE, forgeId: 's' };
    const local = await homeIn(hosts).openInMemory(options, disk);
    const key = await caches.once(caches, 'key', drawKey);
    return new Stage(local, clock, draw, openMemoryVault(key), caches, pictures);
  }

  private constructor(
    local: InMemory,
    clock: { now: string },
    draw: DrawFrom,
    vault: Stage['vault'],
    caches: Caches,
    pictures: PictureStore | undefined,
  ) {
    // A forge may close resolved matters. Here the rules must be asked about every step.
    this.#forge = { ...local.forge, settle: async () => {} };
    this.people = local.people;
    this.#clock = clock;
    this.#draw = draw;
    this.vault = vault;
    this.#caches = caches;
    this.#pictures = pictures;
  }

  get forge(): Forge {
    return this.#forge;
  }

  get now(): string {
    return this.#clock.now;
  }

  set now(at: string) {
    this.#clock.now = at;
  }

  get isOpen(): boolean {
    return this.#held.position !== null;
  }

  get play(): Play {
    const { position } = this.#held;
    if (position === null) throw new Error('the game is not open');
    return position.open.play;
  }

  get actions(): string {
    return this.#actions;
  }

  /** The keys of people who receive sealed submissions. They aren't secret here. */
  keysOf(people: readonly string[]): Promise<readonly (OwnKey & { readonly id: string })[]> {
    return Promise.all(
      people.map(async (id) => ({ id, ...(await this.#caches.once(this.#caches, `key of ${id}`, drawKey)) })),
    );
  }

  /** The submissions of a kind that their receivers may open now. */
  toOpen(kind: string): readonly string[] {
    const ids = this.play.query(this.now, [['to-open']])[0]?.value as readonly string[];
    const { submissions } = this.play.state();
    return Object.entries(this.#held.position?.secrets.commitments ?? {}).flatMap(([commitment, { id }]) =>
      ids.includes(id) && submissions[id]?.kind === kind ? [commitment] : [],
    );
  }

  async main(): Promise<string> {
    return (await readBranch(this.#forge.repository, 'main')) ?? '';
  }

  /** Opens the game on main, and the thread for actions. */
  async begin(opened: Opened): Promise<void> {
    this.#actions = await this.#forge.post(ACTIONS);
    await this.#tick(true, opened);
  }

  /** The forge's number for a post that the rules made. */
  async postOfRules(id: string): Promise<string | null> {
    const find = (): string | null =>
      Object.entries(this.#held.position?.posts.links ?? {}).find(([, linked]) => linked === id)?.[0] ?? null;
    if (find() === null && this.play.state().posts[id] !== undefined) await this.#tick(true);
    return find();
  }

  /** Lets a person do something on the forge, then runs the engine. Returns the outcomes in order. */
  async take(act: () => Promise<unknown>): Promise<readonly Outcome[]> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      return [refusedOutcome(error.code, error.message)];
    }
    const before = this.#line;
    const { happened } = await this.#tick(true);
    return happened.flatMap(({ line, outcome }) => {
      if (line === null || line <= before) return [];
      this.#line = Math.max(this.#line, line);
      return [outcome];
    });
  }

  /** Lets the engine resolve what is due. */
  async run(): Promise<void> {
    await this.#tick(false);
  }

  close(): void {
    this.#held.close();
  }

  async #tick(wait: boolean, opened?: Opened): Promise<TickReport> {
    const links = Object.fromEntries([...this.posts].map(([name, { forge }]) => [forge, name]));
    const commentIds = Object.fromEntries([...this.comments].map(([name, { comment }]) => [comment, name]));
    return tick({
      forge: this.#forge,
      now: this.now,
      vault: this.vault,
      draw: this.#draw,
      wait,
      links,
      commentIds,
      cached: this.#held,
      ...(opened === undefined ? {} : { opened }),
      newSalt: () => SALT,
      caches: this.#caches,
      ...(this.#pictures === undefined ? {} : { pictures: this.#pictures }),
    });
  }
}
