// The cost of a tick of the current game at 1, 10 and 100 % of a history of twenty years: 231 dynasties with
// 15,800 resolved matters. It counts what the tick reads from Git, which is the same on every machine.
import { memoryDisk, type MemoryDisk } from '../src/repository/memory-disk.ts';
import { readBranch } from '../src/repository/refs.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import type { ContentFiles } from '../src/store/paths.ts';
import { tick } from '../src/tick/tick.ts';
import { localForgeOn, type LocalForge } from '../src/forge/embedded/local-forge.ts';
import { counting } from './counting-disk.ts';
import { author, BEGINS, beginOn, longGame, MATTERS, people } from './long-game.ts';
import { median, report, timed } from './measure.ts';

let now = BEGINS;
const clock = (): string => now;

interface Figures {
  readonly objects: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Opens a fresh copy each time, as a scheduled tick does. */
async function measure(disk: MemoryDisk, expected: number): Promise<Figures> {
  const times: number[] = [];
  let counted = counting(disk.copy());
  for (let run = 0; run < 7; run++) {
    counted = counting(disk.copy());
    times.push(
      await timed(async () => {
        const { forge } = await localForgeOn(counted, { clock });
        const { commits } = await tick({ forge, now });
        if (commits.length !== expected) throw new Error(`the tick made ${commits.length} commits`);
      }),
    );
  }
  const { read: objects, bytes } = counted.count;
  return { objects, bytes, ms: median(times) };
}

/** Makes a proposal that enough people voted for, long enough ago to be enacted. */
async function propose({ forge, table }: LocalForge, files: ContentFiles, tip: string): Promise<void> {
  const path = 'content/ruleset/core/proposals.md';
  const text = files.get(path);
  if (text === undefined) throw new Error(`there is no ${path}`);
  const changes = new Map([[path, text.replace(/\n$/, '\n\nProposals are to be short.\n')]]);
  const head = await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Short' });
  const [first, ...others] = people;
  if (first === undefined) return;
  const post = await table.open(first, { kind: 'proposal', title: '[Core] Short', text: 'Shorter.', head });
  for (const one of others) await table.comment(one, post, ':for:');
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
  const files = await longGame(share);
  const local = await beginOn(disk, files, clock);
  const { forge } = local;
  await tick({ forge, now });
  now = '2026-01-02T00:00:00Z';
  tell('tick with nothing due', share, await measure(disk, 0));
  await propose(local, files, (await readBranch(forge.repository, 'main')) ?? '');
  await tick({ forge, now });
  now = '2026-01-05T00:00:00Z';
  tell('tick that enacts one', share, await measure(disk, 1));
}
