// What one matter adds to Git: it is opened, voted on by everybody and resolved, and the engine's own records
// are included. Measured with loose objects, as in a game at home, and packed, as on hosts. The result is the
// same on every machine, except for hashes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContent } from '../src/tick/observe.ts';
import { tick } from '../src/tick/tick.ts';
import type { LocalForge } from '../src/forge/embedded/local-forge.ts';
import { nodeDisk } from '../src/repository/node-disk.ts';
import { readBranch } from '../src/repository/refs.ts';
import { writeCommit } from '../src/repository/write-commit.ts';
import { drawKey, openMemoryVault } from '../src/session/secrets/vault.ts';
import { author, BEGINS, beginOn, longGame, people } from './long-game.ts';
import { report } from './measure.ts';

const HOUR_MS = 3_600_000;
/** The first matters are not counted, because the game itself is packed with them. */
const FIRST = 6;
const COUNTED = 20;
const RULE = 'content/ruleset/core/proposals.md';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-matter-'));
let now = BEGINS;
const wait = (hours: number): void => {
  now = `${new Date(Date.parse(now) + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
};

async function playMatter({ forge, table }: LocalForge, n: number): Promise<void> {
  const { repository } = forge;
  const main = (await readBranch(repository, 'main')) ?? '';
  const text = (await readContent(forge, main)).get(RULE) ?? '';
  const changes = new Map([[RULE, `${text}\nProposals of day ${n} are to be short.\n`]]);
  const head = await writeCommit(repository, {
    parents: [main],
    changes,
    author: { ...author, at: now },
    message: `Day ${n}`,
  });
  const [by, ...others] = [...people.slice(n % people.length), ...people.slice(0, n % people.length)];
  if (by === undefined) throw new Error('nobody plays');
  const post = await table.open(by, { kind: 'proposal', title: `[Core] Day ${n}`, text: 'Shorter.', head });
  wait(1);
  for (const one of others) await table.comment(one, post, ':for:');
  wait(48);
  await tick({ forge, vault, now });
}

/** Returns the number and bytes of all files under a folder. */
function weigh(path: string): { readonly files: number; readonly bytes: number } {
  const all = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(path, name)))
    .filter((one) => one.isFile());
  return { files: all.length, bytes: all.reduce((sum, { size }) => sum + size, 0) };
}

/** Returns the size after packing as a host does it. */
function packedBytes(): number {
  const copy = join(folder, 'packed.git');
  cpSync(join(folder, 'game/repository.git'), copy, { recursive: true });
  execFileSync('git', ['-C', copy, 'repack', '-a', '-d', '-f', '-q']);
  execFileSync('git', ['-C', copy, 'prune-packed', '-q']);
  const { bytes } = weigh(join(copy, 'objects/pack'));
  rmSync(copy, { recursive: true });
  return bytes;
}

const vault = openMemoryVault(await drawKey());
try {
  const local = await beginOn(nodeDisk(join(folder, 'game')), await longGame(0), () => now);
  for (let n = 0; n < FIRST; n++) await playMatter(local, n);
  const objects = join(folder, 'game/repository.git/objects');
  const [loose, packed] = [weigh(objects), packedBytes()];
  for (let n = FIRST; n < FIRST + COUNTED; n++) await playMatter(local, n);
  const [looseThen, packedThen] = [weigh(objects), packedBytes()];
  report({
    bench: 'what a matter leaves in Git',
    objects: (looseThen.files - loose.files) / COUNTED,
    looseKilobytes: (looseThen.bytes - loose.bytes) / COUNTED / 1000,
    packedKilobytes: (packedThen - packed) / COUNTED / 1000,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
