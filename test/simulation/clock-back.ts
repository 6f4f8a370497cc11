import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { openSession } from '../../src/tick/open-session.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { readContent } from '../../src/tick/observe.ts';
import { tick, type TickReport } from '../../src/tick/tick.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { checkOpening } from '../../src/care/doctor/check-content.ts';
import type { Replayed } from '../../src/care/replay/replay.ts';
import { localForgeOn } from '../../src/forge/embedded/local-forge.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import type { Disk } from '../../src/repository/disk.ts';
import { memoryDisk, type MemoryDisk } from '../../src/repository/memory-disk.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { type ContentFiles, GAME_FILE } from '../../src/store/paths.ts';
import { readGame } from '../../src/store/read-game.ts';
import { person } from './whole/cast.ts';
import { dyingDisk } from './whole/faulty-disk.ts';
import { newVault } from './whole/template.ts';
import { isFault } from './whole/world.ts';

export const BEGINNING = '2024-03-30T09:00:00Z';
const GAME = 'Harbour';
export const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'] as const;
export const THREAD = '1';
const HOUR_MS = 3_600_000;

/** It is on the core's side, so that it stays in force from one dynasty to the next. */
const TIDES_TEXT = `---
title: Tides
order: 95
---
The tide comes every day at [18:00, and 07:30 from 2024-04-03, and 13:15 from 2024-04-20](#value:hour), and a squall half an hour
before noon. Whoever gambles may lose. Players may seal Words, and the Emperor counts them, in a Plan that is private.
`;
const TIDES_CLAUSE = `import { action, boolean, daily, everyDay, everyWeek, integer, rule, text, weeklyCommunal } from 'gitnomic/rules';

export default rule(({ words, dice }) => ({
  game: { tides: integer(), squalls: integer(), counted: integer(), ageing: boolean(), warned: text() },
  emperor: { plan: text({ private: true }) },
  player: { luck: integer(), marks: integer() },
  submissions: { word: { with: { word: text() } } },
  times: {
    tide: { at: everyDay(words('hour')), effect({ game }) { game.tides += dice(6); } },
    squall: {
      at: everyDay('11:30'),
      effect({ game, refuse }) {
        if (dice(4) === 1) refuse('there is no wind');
        game.squalls += 1;
      },
    },
    age: {
      at: (words) => (words.game.ageing ? everyWeek('monday', '06:00')(words) : null),
      effect({ emit }) { emit('dynasty-begins', { theme: 'An age of tides' }); },
    },
  },
  actions: {
    gamble: daily({
      effect({ actor, refuse }) {
        if (dice(2) === 1) refuse('it is lost');
        actor.luck += dice(20);
      },
    }),
    mark: action({ by: 'anybody', with: { number: integer() }, effect({ actor }) { actor.marks += 1; } }),
    bell: weeklyCommunal({ effect({ actor }) { actor.luck += 1; } }),
    age: action({ effect({ game }) { game.ageing = !game.ageing; } }),
    'turn-over': action({ effect({ emit }) { emit('dynasty-begins', { theme: 'What somebody wanted' }); } }),
    'count-words': action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, emperor, submissions }) {
        for (const one of submissions('word')) {
          if (one.values !== null) emperor.plan = emperor.plan + one.values.word;
          game.counted += 1;
          one.use();
        }
      },
    }),
  },
  on: {
    enacted({ matter }) {
      if (matter.title === 'Full') { const all = []; for (;;) all.push({ all }); }
    },
  },
}));
`;

interface Template {
  readonly disk: MemoryDisk;
  readonly identity: string;
  readonly recipient: string;
}

async function makeTemplate(): Promise<Template> {
  const disk = memoryDisk();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const { forge, table } = await localForgeOn(disk, { clock: () => BEGINNING, forgeId: 'clock' });
  const { seeds } = newVault({ disk, identity, recipient });
  const hashOf = (seed: Uint8Array | undefined): string => commitmentToSeed(seed ?? new Uint8Array(32));
  const players = PLAYERS.map((id) => ({ id, account: id, admin: id === 'ana', emperor: id === 'cy' }));
  const { files } = await createGame(
    shippedLibrary,
    {
      name: GAME,
      core: '2021',
      dynasty: 'proving',
      players,
      at: BEGINNING,
      dice: { source: 'committed', hash: hashOf(seeds.dice) },
      secret: hashOf(seeds.secret),
      ruleset: new Map([
        ['core/tides.md', TIDES_TEXT],
        ['core/tides.ts', TIDES_CLAUSE],
      ]),
    },
    caches,
  );
  const commit = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map(files).set(GAME_FILE, `${files.get(GAME_FILE) ?? ''}sandbox: { memory-mb: 48 }\n`),
    author: { name: 'ana', email: '', at: BEGINNING },
    message: 'Begin\n',
  });
  await forge.advance('main', null, commit);
  await table.open(person('ana'), { kind: 'plain', title: 'Actions', text: 'Here.' });
  return { disk, identity, recipient };
}

let template: Promise<Template> | null = null;

/** A game whose clock goes as it is told, on a forge in memory. */
export class ClockedGame {
  readonly disk: MemoryDisk;
  readonly vault: ReturnType<typeof newVault>;
  readonly kept = new CachedGame();
  readonly log: string[] = [];
  /** Marks that were asked for, by their numbers. */
  marks = 0;
  now = BEGINNING;
  #words = 0;
  readonly #template: Template;
  readonly #forge: Forge;
  readonly #table: People;

  static async begin(): Promise<ClockedGame> {
    template ??= makeTemplate();
    const made = await template;
    const disk = made.disk.copy();
    const clock = { now: (): string => BEGINNING };
    const { forge, table } = await localForgeOn(disk, { clock: () => clock.now(), forgeId: 'clock' });
    const game = new ClockedGame(made, disk, forge, table);
    clock.now = () => game.now;
    return game;
  }

  private constructor(made: Template, disk: MemoryDisk, forge: Forge, table: People) {
    this.#template = made;
    this.disk = disk;
    this.#forge = forge;
    this.#table = table;
    this.vault = newVault(made);
  }

  get forge(): Forge {
    return this.#forge;
  }

  /** By so many hours, which may be less than none. */
  move(hours: number): void {
    this.now = `${new Date(Date.parse(this.now) + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
    this.log.push(`${this.now} (${hours} hours)`);
  }

  async main(): Promise<string> {
    return (await readBranch(this.#forge.repository, 'main')) ?? '';
  }

  async content(): Promise<ContentFiles> {
    return readContent(this.#forge, await this.main());
  }

  say(by: string, text: string, post: string = THREAD): Promise<unknown> {
    this.log.push(`  ${by} on ${post}: ${text.split('\n')[0]}`);
    return this.#table.comment(person(by), post, text);
  }

  open(by: string, kind: string, title: string): Promise<string> {
    this.log.push(`  ${by} opens ${kind} ${title}`);
    return this.#table.open(person(by), { kind, title, text: '' });
  }

  mark(by: string): Promise<unknown> {
    this.marks += 1;
    return this.say(by, `/act mark number=${this.marks}`);
  }

  async seal(by: string): Promise<void> {
    this.#words += 1;
    const envelope = newEnvelope({
      game: GAME,
      dynasty: await this.dynasty(),
      submission: 'word',
      sender: by,
      serial: 0,
      params: { word: `w${this.#words}` },
    });
    await this.say(by, (await sealEnvelope(this.#template.recipient, envelope)).text);
  }

  /** The number of the dynasty that is played. */
  async dynasty(): Promise<number> {
    return readGame(await this.content()).facts.dynasty?.number ?? 1;
  }

  /** In an engine that stays open from one tick to the next, or one of its own. */
  async tick({ open = false }: { readonly open?: boolean } = {}): Promise<TickReport> {
    this.log.push(`  tick${open ? ', open' : ''}`);
    return this.#run(this.disk, open ? { kept: this.kept } : {});
  }

  /** A tick whose process dies at one of its writes; false where it came to its end before. */
  async dyingTick(write: number, moment: 'before' | 'half' | 'after'): Promise<boolean> {
    this.log.push(`  tick dies at write ${write}, ${moment}`);
    try {
      await this.#run(dyingDisk(this.disk, write, moment));
      return false;
    } catch (error) {
      if (!isFault(error)) throw error;
      return true;
    }
  }

  async #run(disk: Disk, more: { readonly kept?: CachedGame } = {}): Promise<TickReport> {
    const { forge } = await localForgeOn(disk, { clock: () => this.now, forgeId: 'clock' });
    const { vault, now } = this;
    return tick({ forge, vault, now, newSalt: () => 'simulated-salt-16', caches, ...more });
  }

  /** What the doctor says of how the game opens. */
  findings(): ReturnType<typeof checkOpening> {
    return checkOpening({
      forge: this.#forge,
      now: () => this.now,
      main: () => this.main(),
      tick: () => this.tick(),
      openPosition: async () => {
        const { vault, now } = this;
        return (await openSession({ forge: this.#forge, vault, now, caches }, await this.main())).position;
      },
    });
  }

  replayed(): Replayed {
    const pictures = { all: () => ({}), keep: () => '' };
    return {
      content: () => this.content(),
      main: () => this.main(),
      now: () => this.now,
      forge: this.#forge,
      vault: this.vault,
      pictures,
      caches,
    };
  }
}
