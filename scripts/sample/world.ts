import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Caches } from '../../src/cache/caches.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { createGame, type NewGame } from '../../src/session/play/create-game.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { joinState } from '../../src/store/private-values.ts';
import { readGame } from '../../src/store/read-game.ts';
import { vaultKeyOf, type Vault } from '../../src/session/secrets/vault.ts';
import { readContent } from '../../src/tick/observe.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { tick } from '../../src/tick/tick.ts';
import { ACTIONS } from '../../src/wording/words.ts';
import { sealEnvelope } from '../../src/session/secrets/seal.ts';
import type { Params } from '../../src/ruleset/plain-data.ts';
import { writeCommand } from '../../src/session/take/commands.ts';
import { type Person, ForgeError } from '../../src/forge/events.ts';
import { localForgeOn, type LocalForge } from '../../src/forge/embedded/local-forge.ts';
import type { State } from '../../src/kernel/state.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { readBlob } from '../../src/repository/objects.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { readBranch } from '../../src/repository/refs.ts';
import type { Disk } from '../../src/repository/disk.ts';
import { memoryDisk } from '../../src/repository/memory-disk.ts';
import type { Oid } from '../../src/repository/oid.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { Chronicle } from './chronicle.ts';
import { addressesIn, easel } from './easel.ts';
import { saveWorld } from './save-world.ts';
import { digest, memoryVault, newKey, saltsOf, type MemoryVault } from './sample-vault.ts';

export interface Draft {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly changes?: ReadonlyMap<string, string | null>;
}

/** A game on a forge in memory, with a set clock and fixed seeds: the same actions give the same bytes. */
export class SampleWorld {
  readonly #forge: LocalForge & { readonly disk: Disk };
  readonly #vault: MemoryVault;
  readonly #clock: { now: string };
  readonly #salt: () => string;
  readonly #people: ReadonlyMap<string, Person>;
  readonly chronicle = new Chronicle();
  readonly #kept = new CachedGame();
  /** Fetched pictures are stored outside the shipped folders. */
  readonly #pictureFolder = mkdtempSync(join(tmpdir(), 'gitnomic-sample-'));
  readonly #pictures = openPictureStore(this.#pictureFolder, { network: easel });
  #thread: string | null = null;
  readonly #caches: Caches;
  #stirred = false;
  #seals = 0;

  static async begin(
    library: ContentFiles,
    wish: Omit<NewGame, 'dice' | 'forge'>,
    people: readonly Person[],
    key?: Vault['key'],
  ): Promise<SampleWorld> {
    key ??= await newKey();
    const caches = new Caches();
    const clock = { now: wish.at };
    const disk = memoryDisk();
    const forge = await localForgeOn(disk, { clock: () => clock.now, forgeId: 'sample' });
    const vault = memoryVault(wish.name, key);
    const dice = {
      source: 'committed' as const,
      hash: commitmentToSeed(vault.seeds.dice ?? new Uint8Array()),
    };
    const { files, hidden } = await createGame(library, { ...wish, dice }, caches);
    await vault.write(vaultKeyOf(files), hidden);
    const author = { name: forge.forge.engine.name, email: '', at: wish.at };
    const commit = await writeCommit(forge.forge.repository, {
      parents: [],
      changes: files,
      author,
      message: `Begin ${wish.name}\n`,
    });
    await forge.forge.advance('main', null, commit);
    return new SampleWorld(
      { disk, ...forge },
      vault,
      clock,
      new Map(people.map((one) => [one.id, one])),
      caches,
    );
  }

  private constructor(
    forge: LocalForge & { readonly disk: Disk },
    vault: MemoryVault,
    clock: { now: string },
    people: ReadonlyMap<string, Person>,
    caches: Caches,
  ) {
    this.#forge = forge;
    this.#vault = vault;
    this.#clock = clock;
    this.#people = people;
    this.#caches = caches;
    this.#salt = saltsOf('sample salt');
  }

  /** Time never goes back. */
  at(time: string): void {
    if (time > this.#clock.now) this.#clock.now = time;
  }

  get now(): string {
    return this.#clock.now;
  }

  async main(): Promise<Oid> {
    const tip = await readBranch(this.#forge.forge.repository, 'main');
    if (tip === null) throw new Error('the sample game has no main');
    return tip;
  }

  async content(): Promise<ContentFiles> {
    return readContent(this.#forge.forge, await this.main());
  }

  /** Includes private values, as on the emperor's side, since one script plays everybody. */
  async state(): Promise<State> {
    const { position } = this.#kept;
    if (position !== null) return position.open.play.state();
    const content = await this.content();
    const { state, problems } = readGame(content);
    if (state === null || problems.length > 0)
      throw new Error(`the sample game can't be read: ${JSON.stringify(problems)}`);
    return joinState(state, await this.#vault.read(vaultKeyOf(content)));
  }

  async statusOf(post: string): Promise<string> {
    return (await this.state()).posts[post]?.status ?? 'pending';
  }

  async open(by: string, { kind, title, text, changes }: Draft): Promise<string> {
    this.#stirred = true;
    if (changes === undefined) return this.#forge.table.open(this.#person(by), { kind, title, text });
    const head = await this.#commit(by, changes, title);
    return this.#forge.table.open(this.#person(by), { kind, title, text, head });
  }

  async push(by: string, post: string, changes: ReadonlyMap<string, string | null>): Promise<void> {
    const head = await this.#commit(by, changes, 'Better words');
    await this.#heeded(() => this.#forge.table.push(this.#person(by), post, head));
  }

  async comment(by: string, post: string, text: string): Promise<void> {
    await this.#heeded(() => this.#forge.table.comment(this.#person(by), post, text));
  }

  async review(
    by: string,
    post: string,
    verdict: 'approve' | 'request-changes',
    text: string,
  ): Promise<void> {
    await this.#heeded(() => this.#forge.table.review(this.#person(by), post, verdict, text));
  }

  async react(by: string, post: string, reaction: string): Promise<void> {
    await this.#heeded(() => this.#forge.table.react(this.#person(by), post, reaction));
  }

  async act(by: string, action: string, words: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#fetchEarly(words);
    await this.#write(by, writeCommand(action, words));
  }

  /** Posts a line on the thread for actions. */
  async say(by: string, line: string): Promise<void> {
    await this.#write(by, line);
  }

  /** A tick would fetch these pictures too and then decide again, which fetching them first avoids. */
  async #fetchEarly(words: unknown): Promise<void> {
    await this.#pictures.gather(addressesIn(words));
  }

  async #write(by: string, text: string): Promise<void> {
    this.#stirred = true;
    this.#thread ??= await this.#forge.forge.post(ACTIONS);
    await this.#forge.table.comment(this.#person(by), this.#thread, text);
  }

  /**
   * Seals words to the emperor's key. The nonce is fixed, but sealing itself is random, so the armoured text differs each time.
   */
  async seal(by: string, submission: string, open: Params, params: Params): Promise<void> {
    await this.#fetchEarly(params);
    const key = this.#vault.key;
    if (key === undefined) throw new Error('the sample game has no key to seal to');
    const { game, state } = readGame(await this.content());
    const dynasty = Number(state?.dynasty['number'] ?? 0);
    const serial = ++this.#seals;
    const nonce = digest(`sample nonce ${serial}`).toString('hex').slice(0, 32);
    const envelope = {
      v: 1 as const,
      game: game.name,
      dynasty,
      submission,
      sender: by,
      serial,
      open,
      params,
      nonce,
    };
    const { text } = await sealEnvelope(key.recipient, envelope);
    await this.#write(by, text);
  }

  /** Writes everything to a folder, including its forge and seeds, as a game that can be continued and replayed there. */
  save(folder: string): Promise<void> {
    const { disk } = this.#forge;
    return saveWorld({ disk, vault: this.#vault, pictures: this.#pictureFolder }, folder);
  }

  /** Ends the game. */
  close(): void {
    this.#kept.close();
    rmSync(this.#pictureFolder, { recursive: true, force: true });
  }

  /** Returns everything to be shipped, including pictures and past dynasties. */
  async everything(): Promise<ReadonlyMap<string, Uint8Array>> {
    const { repository } = this.#forge.forge;
    const { files } = await readTree(repository, await this.main(), { under: ['content'] });
    const all = new Map<string, Uint8Array>();
    for (const [path, { oid }] of files) all.set(path, await readBlob(repository, oid));
    return all;
  }

  /** Takes in what happened, if anything did, and resolves what is due. */
  async tick(evenIfQuiet = false): Promise<void> {
    if (!this.#stirred && !evenIfQuiet) return;
    this.#stirred = false;
    const { happened, stuck } = await tick({
      forge: this.#forge.forge,
      vault: this.#vault,
      now: this.now,
      newSalt: this.#salt,
      cached: this.#kept,
      pictures: this.#pictures,
      caches: this.#caches,
    });
    for (const one of happened) this.chronicle.note(one);
    for (const { matter, why } of stuck) this.chronicle.refuse(this.now, 'engine', `resolve ${matter}`, why);
  }

  /** Ignores actions on a post that is settled already, which are too late for anybody. */
  async #heeded(act: () => Promise<unknown>): Promise<void> {
    this.#stirred = true;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ForgeError) || error.code !== 'settled') throw error;
    }
  }

  async #commit(by: string, changes: ReadonlyMap<string, string | null>, message: string): Promise<Oid> {
    const { name, id } = this.#person(by);
    const author = { name, email: `${id}@players.invalid`, at: this.now };
    return writeCommit(this.#forge.forge.repository, {
      parents: [await this.main()],
      changes,
      author,
      message: `${message}\n`,
    });
  }

  #person(id: string): Person {
    const person = this.#people.get(id);
    if (person === undefined) throw new Error(`nobody is called ${id}`);
    return person;
  }
}
