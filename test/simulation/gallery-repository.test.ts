import { inflateSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import type { PictureStore } from '../../src/pictures/picture-store.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import { memoryVault, person, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { writeAct } from '../../src/seat/act-and-tick.ts';
import type { Params } from '../../src/ruleset/plain-data.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import type { MemoryDisk } from '../../src/repository/memory-disk.ts';

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const ROUNDS = Number(process.env['GITNOMIC_ROUNDS'] ?? 7);
const START = '2021-05-13T12:00:00Z';

/** Everything that was ever written where others can read it: each Git object, and the forge's own log. */
class Written {
  readonly #seen = new Set<string>();
  #log = 0;

  readonly #disk: MemoryDisk;

  constructor(disk: MemoryDisk) {
    this.#disk = disk;
  }

  /** What is new since it was asked last, as text. */
  async since(): Promise<string> {
    const found: string[] = [];
    const look = async (path: string): Promise<void> => {
      for (const { name, folder } of await this.#disk.list(path)) {
        const full = path === '' ? name : `${path}/${name}`;
        if (folder) await look(full);
        else if (!this.#seen.has(full)) found.push(await this.#read(full));
      }
    };
    await look('');
    const log = new TextDecoder().decode((await this.#disk.read('events.jsonl')) ?? new Uint8Array());
    const grown = log.slice(this.#log);
    this.#log = log.length;
    return [...found, grown].join('\n');
  }

  async #read(path: string): Promise<string> {
    if (path.endsWith('.pack')) throw new Error('objects lie in a pack, where this scan does not look');
    const bytes = (await this.#disk.read(path)) ?? new Uint8Array();
    if (!/objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/u.test(path)) return path === 'events.jsonl' ? '' : text(bytes);
    this.#seen.add(path);
    return text(inflateSync(bytes));
  }
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** Words that give something away, and from which round's summary on they may stand anywhere; null: never. */
type Secrets = Map<string, number | null>;

interface Salon {
  readonly game: TestGame;
  readonly secrets: Secrets;
  readonly written: Written;
  play(rounds: number): Promise<void>;
}

/** `leak` is planted, to see the scan bite. */
async function salon(leak: Leak | null): Promise<Salon> {
  const players = [...PLAYERS, 'col'].map((id) => ({
    id,
    account: id,
    admin: id === 'ana',
    emperor: id === 'col',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'gallery', players, at: START };
  const game = await testGame(wish);
  const key = await generateX25519Identity();
  const vault = {
    ...memoryVault(Array.from({ length: 200 }, () => 1)),
    key: { identity: key, recipient: await identityToRecipient(key) },
  };
  const post = await game.table.open(person('ana'), { kind: 'story', title: 'Thread', text: '' });
  if (leak !== null) await plant(game, leak);
  game.now = START;
  const kept = new CachedGame();
  const known = new Map<string, { copy: string } | { problem: string }>();
  const pictures: PictureStore = {
    known: () => Object.fromEntries(known),
    all: () => Object.fromEntries(known),
    async gather(addresses) {
      for (const one of addresses)
        known.set(one, one.includes('gone') ? { problem: 'it is gone' } : { copy: '0123456789abcdef' });
    },
    keep: () => '',
    keepCopy: () => undefined,
    read: () => new Uint8Array([1]),
    fileOf: () => '',
  };
  const secrets: Secrets = new Map();
  const written = new Written(game.disk);
  let serial = 0;
  let round = 0;

  async function look(step: string): Promise<void> {
    const said = await written.since();
    for (const [word, from] of secrets)
      if (from === null || from > round)
        expect(said.includes(word), `${step} in round ${round}: “${word}” is written`).toBe(false);
  }
  async function tick(step: string): Promise<void> {
    await game.tick({ vault, cached: kept, pictures });
    await look(step);
  }
  async function send(by: string, submission: string, params: Params): Promise<void> {
    const about = { game: 'Harbour', dynasty: 1, submission, sender: by, serial: serial++ };
    await game.table.comment(
      person(by),
      post,
      (await sealEnvelope(vault.key.recipient, newEnvelope({ ...about, params }))).text,
    );
    await tick(`${submission} of ${by}`);
  }
  const secret = (word: string, from: number | null): string => {
    const token = `zq${serial}x${secrets.size}${word}`;
    secrets.set(token, from);
    return token;
  };

  async function summary(words: Record<string, unknown>): Promise<void> {
    const table = kept.position;
    if (table === null) throw new Error('the game is not open');
    await game.table.comment(
      person('col'),
      post,
      await writeAct(table, vault, { by: 'col', action: 'start-round', words }),
    );
    round++;
    const { happened } = await game.tick({ vault, cached: kept, pictures });
    expect(happened.at(-1)?.outcome, `summary ${round}`).toMatchObject({ ok: true });
    await look('summary');
  }

  return {
    game,
    secrets,
    written,
    async play(rounds): Promise<void> {
      await tick('beginning');
      for (let number = 1; number <= rounds; number++) {
        const lost = number > 1 && number % 2 === 0 ? [PLAYERS[number % PLAYERS.length]] : [];
        await summary({ theme: `Theme ${number}`, unloadable: lost });
        const late = PLAYERS[(number + 1) % PLAYERS.length];
        for (const by of PLAYERS) {
          const hung = by === late && (number + 1) % 2 === 0 ? null : number + 1;
          const address = secret(by === 'fay' ? 'gone.example' : 'kept.example', null);
          const title = secret('title', by === 'fay' ? null : hung);
          await send(by, 'art', { title, image: `https://${address}/` });
          const hangs =
            kept.position?.open.play.state().things['galleries']?.[`gallery-${number - 1}`]?.['art'];
          const [first = 'x', second = 'y', third = 'z'] = (hangs ?? []) as string[];
          if (number > 1)
            await send(
              by,
              'ballot',
              by === 'eli' ? { first: secret('ballot', null) } : { first, second, third },
            );
          if (number > 5)
            await send(by, 'purchase', { purchases: [{ type: secret('wish', null), player: 'bo' }] });
        }
        await send('cy', 'decry-forgery', { art: 'r1-1', where: secret('where', null) });
        game.later(80);
      }
    },
  };
}

/** A clause in which somebody made a mistake, or a gap. */
interface Leak {
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
}

async function plant(game: TestGame, { file, right, wrong }: Leak): Promise<void> {
  const parent = await game.mainTip();
  const path = `content/ruleset/dynastic/rounds/${file}.ts`;
  const clause = (await game.content()).get(path) ?? '';
  expect(clause).toContain(right);
  const author = { name: 'x', email: '', at: START };
  const changes = new Map([[path, clause.replace(right, wrong)]]);
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes,
    author,
    message: 'Careless\n',
  });
  await game.forge.advance('main', parent, commit);
}

test('no secret is written to the repository before its time', async () => {
  const { play, secrets, game } = await salon(null);
  await play(ROUNDS);
  expect(secrets.size).toBeGreaterThan(60);
  // What may be known by now is: the scan looks for words that do come out.
  const all = [...(await game.content()).values()].join('\n');
  expect(
    [...secrets].filter(([word, from]) => from !== null && from <= ROUNDS && all.includes(word)).length,
  ).toBeGreaterThan(15);
}, 300_000);

test.each<Leak>([
  { file: 'unveiling-art', right: 'source, round });', wrong: 'source: `from ${image.slice(8)}`, round });' },
  {
    file: 'starting-a-round',
    right: 'text: roundPost(round, summary),',
    wrong: 'text: roundPost(round, summary) + closing.art.map((piece) => piece.image).join(),',
  },
  {
    file: 'starting-a-round',
    right: "title: `${words('post-word')} ${round}`,\n              text",
    wrong:
      "title: `${words('post-word')} ${round}${closing.ballots.map(({ by }) => by.id).join()}${closing.art.map((piece) => piece.image).join()}`,\n              text",
  },
])(
  'the scan finds what $file gives away',
  async (leak) => {
    const { play } = await salon(leak);
    await expect(play(3)).rejects.toThrow('is written');
  },
  300_000,
);
