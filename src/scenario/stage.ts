import type { Caches } from '../cache/caches.ts';
import type { Person } from '../forge/events.ts';
import type { Forge, People } from '../forge/port.ts';
import { homeIn, type InMemory } from '../host/host.ts';
import { hosts } from '../host/registry.ts';
import type { MemoryDisk } from '../repository/memory-disk.ts';
import { toKebab } from '../kernel/names.ts';
import type { MatterChange } from '../kernel/state.ts';
import type { AskedChange } from '../rehearse/scenarios/asked-changes.ts';
import { GAME_NAME } from '../rehearse/scenarios/lay-out.ts';
import { ENGINE_ACCOUNT, Stage } from '../rehearse/scenarios/stage.ts';
import { advance, readBranch } from '../repository/refs.ts';
import { writeCommit, type NewContent } from '../repository/write-commit.ts';
import type { Params } from '../ruleset/plain-data.ts';
import { newEnvelope, sealEnvelope } from '../session/secrets/seal.ts';
import { sealToHolders, shareOf, writeShares } from '../session/secrets/shares.ts';
import { holdersAt } from '../session/take/take-shares.ts';
import { WORDED, writeWorded } from '../wording/worded-changes.ts';
import type { DrawFrom } from '../session/chance/draws.ts';
import type { Opened } from '../session/play/open-game.ts';
import { drawKey, openMemoryVault, type OwnKey, type Vault } from '../session/secrets/vault.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { Sealed } from '../session/secrets/sealed-text.ts';
import type { Play } from '../session/play/play.ts';
import type { Outcome } from '../kernel/result.ts';
import { CachedGame } from '../tick/cached-game.ts';
import { tick, type TickReport } from '../tick/tick.ts';
import { ACTIONS } from '../wording/words.ts';

const ENGINE: Person = { id: ENGINE_ACCOUNT, name: 'Gitnomic', bot: true };
const SALT = 'a scenario is no secret';

interface Given {
  readonly draw: DrawFrom;
  readonly caches: Caches;
  readonly pictures?: PictureStore;
}

/** A game on an embedded forge in memory. */
export class ForgeStage extends Stage {
  /** A forge may close resolved matters. Here the rules must be asked about every step. */
  readonly forge: Forge;
  readonly people: People;
  readonly vault: Vault & { key: NonNullable<Vault['key']> };
  actions = '';
  readonly #held = new CachedGame();
  readonly #clock: { now: string };
  readonly #given: Given;
  #line = 0;
  /** The changes described in words up to each head of a branch. */
  readonly #worded = new Map<string, readonly (MatterChange | string)[]>();
  /** Submissions sealed to several people, who open them together. */
  readonly #sealedToSeveral: Sealed[] = [];

  static async open(now: string, disk: MemoryDisk, given: Given): Promise<ForgeStage> {
    const clock = { now };
    const options = { clock: () => clock.now, engine: ENGINE, forgeId: 's' };
    const local = await homeIn(hosts).openInMemory(options, disk);
    const key = await given.caches.once(given.caches, 'key', drawKey);
    return new ForgeStage(local, clock, openMemoryVault(key), given);
  }

  private constructor(local: InMemory, clock: { now: string }, vault: ForgeStage['vault'], given: Given) {
    super();
    this.forge = { ...local.forge, settle: async () => {} };
    this.people = local.people;
    this.#clock = clock;
    this.vault = vault;
    this.#given = given;
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

  /** Commits changes as a player would push them: files as files, and the rest in words. */
  async commit(by: string, head: string | null, changes: readonly AskedChange[]): Promise<string> {
    const words = [...(this.#worded.get(head ?? '') ?? [])];
    const files = new Map<string, NewContent>();
    for (const change of changes) {
      if (!('verb' in change)) files.set(change.path, change.content);
      words.push('verb' in change ? change : change.path);
    }
    if (words.some((one) => typeof one !== 'string')) files.set(WORDED, writeWorded(words));
    const commit = await writeCommit(this.forge.repository, {
      parents: [head ?? (await this.#main())],
      changes: files,
      author: { name: by, email: `${by}@players.invalid`, at: this.now },
      message: 'Propose\n',
    });
    this.#worded.set(commit, words);
    return commit;
  }

  async pushToMain(by: string, changes: readonly AskedChange[]): Promise<void> {
    const main = await this.#main();
    await advance(this.forge.repository, 'main', main, await this.commit(by, null, changes));
  }

  async seal(by: Person, submission: string, words: Readonly<Record<string, unknown>>): Promise<void> {
    const { play } = this;
    const inOpen = new Set(Object.keys(play.model.submissions[submission]?.open ?? {}).map(toKebab));
    const given = Object.entries(words);
    const envelope = newEnvelope({
      game: GAME_NAME,
      dynasty: Number(play.state().dynasty['number'] ?? 0),
      submission,
      sender: by.id,
      serial: 1,
      open: Object.fromEntries(given.filter(([key]) => inOpen.has(key))) as Params,
      params: Object.fromEntries(given.filter(([key]) => !inOpen.has(key))) as Params,
    });
    const found = holdersAt(play, this.now, submission);
    // If nobody could open it, the rules refuse it anyway, so its receiver doesn't matter.
    const holders = found !== null && 'problem' in found ? null : found;
    const { text, sealed } =
      holders === null
        ? await sealEnvelope(this.vault.key.recipient, envelope)
        : await sealToHolders(await this.#keysOf(holders.people), holders.needed, envelope);
    if (holders !== null) this.#sealedToSeveral.push(sealed);
    await this.people.comment(by, this.actions, text);
  }

  async showShares(by: Person, kind: string): Promise<void> {
    const [own] = await this.#keysOf([by.id]);
    const shares: Record<string, string> = {};
    for (const commitment of this.#toOpen(kind)) {
      const sealed = this.#sealedToSeveral.find((one) => one.commitment === commitment);
      const share = sealed === undefined ? null : await shareOf(sealed, by.id, own?.identity ?? '');
      if (share !== null) shares[commitment] = share;
    }
    await this.people.comment(by, this.actions, writeShares(shares));
  }

  /** The keys of people who receive sealed submissions. They aren't secret here. */
  #keysOf(people: readonly string[]): Promise<readonly (OwnKey & { readonly id: string })[]> {
    return Promise.all(
      people.map(async (id) => ({
        id,
        ...(await this.#given.caches.once(this.#given.caches, `key of ${id}`, drawKey)),
      })),
    );
  }

  /** The submissions of a kind that their receivers may open now. */
  #toOpen(kind: string): readonly string[] {
    const ids = this.play.query(this.now, [['to-open']])[0]?.value as readonly string[];
    const { submissions } = this.play.state();
    return Object.entries(this.#held.position?.secrets.commitments ?? {}).flatMap(([commitment, { id }]) =>
      ids.includes(id) && submissions[id]?.kind === kind ? [commitment] : [],
    );
  }

  async #main(): Promise<string> {
    return (await readBranch(this.forge.repository, 'main')) ?? '';
  }

  /** Opens the game on main, and the thread for actions. */
  async begin(opened: Opened): Promise<void> {
    this.actions = await this.forge.post(ACTIONS);
    await this.#tick(true, opened);
  }

  async postOfRules(id: string): Promise<string | null> {
    const find = (): string | null =>
      Object.entries(this.#held.position?.posts.links ?? {}).find(([, linked]) => linked === id)?.[0] ?? null;
    if (find() === null && this.play.state().posts[id] !== undefined) await this.#tick(true);
    return find();
  }

  protected async takeIn(): Promise<Outcome | undefined> {
    const before = this.#line;
    const { happened } = await this.#tick(true);
    const fresh = happened.filter(({ line }) => line !== null && line > before);
    this.#line = Math.max(before, ...fresh.map(({ line }) => line ?? 0));
    return fresh[0]?.outcome;
  }

  async resolve(): Promise<void> {
    await this.#tick(false);
  }

  close(): void {
    this.#held.close();
  }

  async #tick(wait: boolean, opened?: Opened): Promise<TickReport> {
    return tick({
      ...this.#given,
      ...this.names,
      forge: this.forge,
      now: this.now,
      vault: this.vault,
      wait,
      cached: this.#held,
      ...(opened === undefined ? {} : { opened }),
      newSalt: () => SALT,
    });
  }
}
