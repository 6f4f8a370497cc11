import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import { commitmentTo } from '../../src/engine/chance/committed-seed.ts';
import { createGame, type NewGame } from '../../src/engine/game/create-game.ts';
import type { ContentFiles } from '../../src/engine/game/paths.ts';
import { joinState, type PrivateValues } from '../../src/engine/game/private-values.ts';
import { readGame } from '../../src/engine/game/read-game.ts';
import { vaultKeyOf, type Vault } from '../../src/engine/game/vault.ts';
import { readContent } from '../../src/engine/tick/look.ts';
import type { Happening } from '../../src/engine/tick/table.ts';
import { KeptGame } from '../../src/engine/tick/kept-game.ts';
import { tick } from '../../src/engine/tick/tick.ts';
import { ACTIONS_TEXT, ACTIONS_TITLE } from '../../src/engine/tick/words.ts';
import { seal } from '../../src/engine/secrets/seal.ts';
import type { Params } from '../../src/engine/secrets/envelope.ts';
import { writeCommand } from '../../src/engine/tick/commands.ts';
import type { Person } from '../../src/forge/events.ts';
import { ForgeError } from '../../src/forge/forge-error.ts';
import { localForgeOn, type LocalForge } from '../../src/forge/local/local-forge.ts';
import type { State } from '../../src/kernel/state.ts';
import { advance, readBranch } from '../../src/repository/refs.ts';
import type { Disk } from '../../src/repository/disk.ts';
import { memoryDisk } from '../../src/repository/memory-disk.ts';
import type { Oid } from '../../src/repository/repository.ts';
import { writeCommit, type Change } from '../../src/repository/write-commit.ts';

export interface Draft {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly changes?: ReadonlyMap<string, string | null>;
}

/** A refusal that came of somebody's act: sample players make mistakes too, and they are on record. */
export interface Refused {
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly why: string;
}

/** A game on a forge in memory, with a clock that is set and seeds that are fixed: the same acts, the same bytes. */
export class SampleWorld {
  readonly #forge: LocalForge & { readonly disk: Disk };
  readonly #vault: MemoryVault;
  readonly #clock: { now: string };
  readonly #salt: () => string;
  readonly #people: ReadonlyMap<string, Person>;
  readonly refusals: Refused[] = [];
  readonly accepted = new Map<string, number>();
  readonly #told = new Set<string>();
  readonly #kept = new KeptGame();
  #thread: string | null = null;
  #stirred = false;
  #seals = 0;

  static async begin(
    library: ContentFiles,
    wish: Omit<NewGame, 'dice' | 'forge'>,
    people: readonly Person[],
    key?: Vault['key'],
  ): Promise<SampleWorld> {
    key ??= await newKey();
    const clock = { now: wish.at };
    const disk = memoryDisk();
    const forge = await localForgeOn(disk, { clock: () => clock.now, forgeId: 'sample' });
    const vault = memoryVault(wish.name, key);
    const dice = { source: 'committed' as const, hash: commitmentTo(vault.seeds.dice ?? new Uint8Array()) };
    const { files, hidden } = await createGame(library, { ...wish, dice });
    await vault.write(vaultKeyOf(files), hidden);
    const author = { name: forge.forge.engine.name, email: '', at: wish.at };
    const commit = await writeCommit(forge.forge.repository, {
      parents: [],
      changes: files,
      author,
      message: `Begin ${wish.name}\n`,
    });
    await forge.forge.advance('main', null, commit);
    return new SampleWorld({ disk, ...forge }, vault, clock, new Map(people.map((one) => [one.id, one])));
  }

  private constructor(
    forge: LocalForge & { readonly disk: Disk },
    vault: MemoryVault,
    clock: { now: string },
    people: ReadonlyMap<string, Person>,
  ) {
    this.#forge = forge;
    this.#vault = vault;
    this.#clock = clock;
    this.#people = people;
    let salts = 0;
    this.#salt = () => digest(`sample salt ${++salts}`).toString('hex').slice(0, 32);
  }

  get now(): string {
    return this.#clock.now;
  }

  /** Time goes on, never back. */
  at(time: string): void {
    if (time > this.#clock.now) this.#clock.now = time;
  }

  async main(): Promise<Oid> {
    const tip = await readBranch(this.#forge.forge.repository, 'main');
    if (tip === null) throw new Error('the sample game has no main');
    return tip;
  }

  async content(): Promise<ContentFiles> {
    return readContent(this.#forge.forge, await this.main());
  }

  /** As the emperor's side has it, since one script plays them all. */
  async state(): Promise<State> {
    const { table } = this.#kept;
    if (table !== null) return table.open.play.state();
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
    await this.#write(by, writeCommand(action, words));
  }

  async #write(by: string, text: string): Promise<void> {
    this.#stirred = true;
    this.#thread ??= await this.#forge.forge.post({
      key: 'actions',
      kind: 'actions',
      title: ACTIONS_TITLE,
      text: ACTIONS_TEXT,
    });
    await this.#forge.table.comment(this.#person(by), this.#thread, text);
  }

  /** Seals words to the emperor's key. The nonce is fixed; the armour is not, which is in the nature of sealing. */
  async seal(by: string, submission: string, open: Params, params: Params): Promise<void> {
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
    const { text } = await seal(key.recipient, envelope);
    await this.#write(by, text);
  }

  /** What an Admin does to the repository itself: such as naming another pack in game.yml. */
  async pushMain(by: string, changes: ReadonlyMap<string, Change>, message: string): Promise<void> {
    this.#stirred = true;
    const tip = await this.main();
    const { name, id } = this.#person(by);
    const author = { name, email: `${id}@players.invalid`, at: this.now };
    const { repository } = this.#forge.forge;
    const commit = await writeCommit(repository, {
      parents: [tip],
      changes,
      author,
      message: `${message}\n`,
    });
    await advance(repository, 'main', tip, commit);
  }

  /** Writes all of it to a folder, its forge and its seeds too, as a game that can be played on and replayed there. */
  async save(folder: string): Promise<void> {
    const own = join(folder, '.gitnomic');
    const put = (path: string, bytes: Uint8Array | string): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    };
    const { disk } = this.#forge;
    const copy = async (path: string): Promise<void> => {
      for (const { name, folder: isFolder } of await disk.list(path)) {
        const below = path === '' ? name : `${path}/${name}`;
        if (isFolder) await copy(below);
        else put(join(own, 'forge', below), (await disk.read(below)) ?? '');
      }
    };
    await copy('');
    for (const [kind, seed] of Object.entries(this.#vault.seeds))
      put(join(own, 'private', `${kind}.seed`), `${Buffer.from(seed as Uint8Array).toString('hex')}\n`);
    put(join(own, 'private/emperor.key'), `${this.#vault.key?.identity ?? ''}\n`);
    for (const [key, values] of this.#vault.all)
      put(join(own, 'private/values', `${key}.json`), `${JSON.stringify(values)}\n`);
  }

  /** Takes in what happened, where anything did, and resolves what is due. */
  async tick(evenIfQuiet = false): Promise<void> {
    if (!this.#stirred && !evenIfQuiet) return;
    this.#stirred = false;
    const { happened, stuck } = await tick({
      forge: this.#forge.forge,
      vault: this.#vault,
      now: this.now,
      newSalt: this.#salt,
      kept: this.#kept,
    });
    for (const one of happened) this.#note(one);
    for (const { matter, why } of stuck) this.#refuse('engine', `resolve ${matter}`, why);
  }

  /** What has led to no commit yet is taken in again by the next tick. */
  #note({ at, by, what, outcome }: Happening): void {
    const key = `${at} ${by} ${what}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    if (!outcome.ok) this.refusals.push({ at, by, what, why: outcome.refusal.reason });
    else this.accepted.set(what, (this.accepted.get(what) ?? 0) + 1);
  }

  #refuse(by: string, what: string, why: string): void {
    if (this.#told.has(`${what}: ${why}`)) return;
    this.#told.add(`${what}: ${why}`);
    this.refusals.push({ at: this.now, by, what, why });
  }

  /** What comes after a post was settled comes too late, as it would for anybody. */
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

async function newKey(): Promise<NonNullable<Vault['key']>> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

interface MemoryVault extends Vault {
  readonly all: ReadonlyMap<string, PrivateValues>;
}

/** Private values in memory. The seeds are no secret: this game is a demonstration. */
function memoryVault(name: string, key: Vault['key']): MemoryVault {
  const values = new Map<string, PrivateValues>();
  let latest: PrivateValues = {};
  return {
    ...(key === undefined ? {} : { key }),
    all: values,
    seeds: {
      dice: new Uint8Array(digest(`${name}: dice`)),
      secret: new Uint8Array(digest(`${name}: secret`)),
    },
    read: ({ lines, digest: last }) => Promise.resolve(values.get(`${lines}-${last}`) ?? latest),
    write({ lines, digest: last }, given) {
      values.set(`${lines}-${last}`, given);
      latest = given;
      return Promise.resolve();
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
