// What a tick of the game that is played costs at 1, 10 and 100 % of a history of twenty years: 231 dynasties with 15,800
// resolved matters. What it reads of Git is counted, since that is the same on every machine.
import type { Disk } from '../src/repository/disk.ts';
import { memoryDisk, type MemoryDisk } from '../src/repository/memory-disk.ts';
import { readBranch } from '../src/repository/refs.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import { writeSnapshot } from '../src/engine/dynasties/snapshot.ts';
import { createGame } from '../src/engine/game/create-game.ts';
import type { ContentFiles } from '../src/engine/game/paths.ts';
import { readLibrary } from '../src/engine/library.ts';
import { tick } from '../src/engine/tick/tick.ts';
import { localForgeOn, type LocalForge } from '../src/forge/local/local-forge.ts';
import { matterFiles } from './site-history.ts';
import { median, report, timed } from './measure.ts';

const MATTERS = 15_800;
const DYNASTIES = 231;
const BEGINS = '2026-01-01T00:00:00Z';
const people = Array.from({ length: 9 }, (_, at) => ({
  id: `player-${at}`,
  name: `Player ${at}`,
  bot: false,
}));
const author = { name: 'Gitnomic', email: 'gitnomic@example.org', at: BEGINS };

interface Counted extends Disk {
  readonly count: { objects: number; bytes: number };
}

/** A disk that counts the Git objects which are read. */
function counting(disk: Disk): Counted {
  const count = { objects: 0, bytes: 0 };
  const read = async (path: string): Promise<Uint8Array | null> => {
    const found = await disk.read(path);
    if (found !== null && path.includes('/objects/')) {
      count.objects++;
      count.bytes += found.length;
    }
    return found;
  };
  return Object.assign(Object.create(disk) as Disk, { read, count });
}

/** So much of the history: dynasties that are over, each in its folder, and a new one to be played. */
async function contentOf(share: number): Promise<ContentFiles> {
  const { files } = await createGame(readLibrary(), {
    name: 'Long',
    core: '2021',
    dynasty: 'proving',
    players: people.map(({ id, name }, at) => ({
      id,
      name,
      account: id,
      admin: at === 0,
      emperor: at === 1,
    })),
    at: BEGINS,
  });
  const all = new Map(files);
  const snapshot = writeSnapshot(files, () => true);
  const dynasties = Math.round(DYNASTIES * share);
  const each = MATTERS / DYNASTIES;
  for (let number = 1; number <= dynasties; number++) {
    const folder = `content/dynasties/${number}/`;
    const [from, to] = [Math.round((number - 1) * each) + 1, Math.round(number * each)];
    all.set(`${folder}dynasty.yml`, aboutOf(number, to - from + 1));
    all.set(`${folder}first.json`, snapshot);
    all.set(`${folder}last.json`, snapshot.replace('Long', `Long ${number}`));
    for (let n = from; n <= to; n++)
      for (const [path, text] of matterFiles(n)) all.set(path.replace('content/', folder), text);
  }
  return all;
}

function aboutOf(number: number, posts: number): string {
  return `number: ${number}
name: The ${number}. Dynasty
emperor: player-1
ended: 2025-12-31T00:00:00Z
successor: player-1
terms: { player: Player, players: Players, emperor: Emperor, emperors: Emperors }
ledger: { from: 0, to: ${posts} }
journal: { from: 0, to: ${posts * 9} }
posts: ${posts}
`;
}

let now = BEGINS;
const clock = (): string => now;

async function begin(disk: Disk, files: ContentFiles): Promise<LocalForge> {
  const local = await localForgeOn(disk, { clock, forgeId: 'f' });
  const first = await writeCommit(local.forge.repository, {
    parents: [],
    changes: files,
    author,
    message: 'Begin',
  });
  await local.forge.advance('main', null, first);
  return local;
}

interface Figures {
  readonly objects: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Opened anew each time, on a copy, as a tick that is started by a clock is. */
async function measure(disk: MemoryDisk, expected: number): Promise<Figures> {
  const times: number[] = [];
  let count = { objects: 0, bytes: 0 };
  for (let run = 0; run < 7; run++) {
    const counted = counting(disk.copy());
    ({ count } = counted);
    times.push(
      await timed(async () => {
        const { forge } = await localForgeOn(counted, { clock });
        const { commits } = await tick({ forge, now });
        if (commits.length !== expected) throw new Error(`the tick made ${commits.length} commits`);
      }),
    );
  }
  return { ...count, ms: median(times) };
}

/** A proposal for which enough have voted, long enough ago to be enacted. */
async function propose({ forge, table }: LocalForge, files: ContentFiles, tip: string): Promise<void> {
  const path = 'content/ruleset/core/proposals.md';
  const text = files.get(path);
  if (text === undefined) throw new Error(`there is no ${path}`);
  const changes = new Map([[path, text.replace(/\n$/, '\n\nProposals are to be short.\n')]]);
  const head = await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Short' });
  const [first, ...others] = people;
  if (first === undefined) return;
  const post = await table.open(first, { kind: 'proposal', title: '[Core] Short', text: 'Shorter.', head });
  for (const one of others) await table.comment(one, post, 'FOR');
}

const shares = [0.01, 0.1, 1];
const figures = new Map<string, Figures>();

function tell(bench: string, share: number, found: Figures): void {
  figures.set(`${bench} ${share}`, found);
  const least = figures.get(`${bench} 0.01`) ?? found;
  report({
    bench,
    share,
    matters: Math.round(MATTERS * share),
    ...found,
    peer: 'the same at 1 % of the history',
    objectsRatio: found.objects / least.objects,
    bytesRatio: found.bytes / least.bytes,
    ratio: found.ms / least.ms,
    bar: 1.5,
  });
}

for (const share of shares) {
  now = BEGINS;
  const disk = memoryDisk();
  const files = await contentOf(share);
  const local = await begin(disk, files);
  const { forge } = local;
  await tick({ forge, now });
  now = '2026-01-02T00:00:00Z';
  tell('tick with nothing due', share, await measure(disk, 0));
  await propose(local, files, (await readBranch(forge.repository, 'main')) ?? '');
  await tick({ forge, now });
  now = '2026-01-05T00:00:00Z';
  tell('tick that enacts one', share, await measure(disk, 1));
}
