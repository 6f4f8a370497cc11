// Runs commands in copies of a prepared folder, and takes the process away at one of their writes, as `failing-disk.ts` does it. Run by
// `every-write.test.ts` in a process of its own: `node kill-at-writes.ts PLAN.json`, which prints what was found.
import { join } from 'node:path';

import type { Migration } from '../../../src/store/formats/migrations.ts';
import { mountDisk, real, type Mode } from './failing-disk.ts';
import { isKept, lossesSince, remember } from './what-was-said.ts';

export interface KillPlan {
  readonly folder: string;
  /** How many writes of each use are struck; null: all. */
  readonly most: number | null;
  readonly seed: number;
  readonly uses: readonly { readonly world: string; readonly words: readonly string[] }[];
}

export interface Killed {
  readonly words: readonly string[];
  readonly writes: number;
  readonly kills: number;
  readonly wrong: readonly string[];
}

const plan = JSON.parse(real.readFileSync(process.argv[2] ?? '', 'utf8')) as KillPlan;
const root = join(plan.folder, 'now');
const game = join(root, 'game');
const disk = mountDisk(root);
Reflect.set(globalThis, Symbol.for('gitnomic.engine'), 'on-a-failing-disk');
const { runCli } = await import('../../../src/main/run-cli.ts');
const { Caches } = await import('../../../src/cache/caches.ts');
const { makePaint } = await import('../../../src/cli/terminal.ts');
const { FORMAT, migrations } = await import('../../../src/store/formats/migrations.ts');
// So that a game in the format before today’s can be upgraded.
(migrations as Migration[]).push({ to: FORMAT, what: 'Nothing changes.', migrate: () => new Map() });

const KILLS: readonly Mode[] = ['kill-before', 'kill-half', 'kill-after'];
/** Said by a command whose work an earlier try had finished, or that finds part of it done. */
const DONE =
  /folder-taken|folder-not-empty|forge-there|game-there|nothing-to|no-change|not-broken|already|link-there/u;
const [OK, REFUSED] = [0, 1];
/** No process has this number. */
const NOBODY = 999_999_999;

async function gitnomic(words: readonly string[], folder = game): Promise<{ code: number; text: string }> {
  let text = '';
  const say = (said: string): string => (text += said);
  const paint = makePaint(false);
  const caches = new Caches();
  const code = await runCli({
    words: [...words, '--json'],
    folder,
    environment: { GITNOMIC_NOW: '2030-06-03T09:00:00Z' },
    terminal: { out: say, err: say, paint, paintErr: paint, progress: () => {} },
    caches,
  });
  caches.finish();
  return { code, text };
}

function begin(world: string): void {
  real.rmSync(root, { recursive: true, force: true });
  real.cpSync(join(plan.folder, world), root, { recursive: true });
}

/** What the command leads to where nothing befalls it, besides what it says. */
async function endOf(words: readonly string[]): Promise<string> {
  const facts = await gitnomic(['status']);
  const back = words[0] === 'restore' ? await gitnomic(['status'], join(root, 'back')) : null;
  return JSON.stringify([facts, back]).replaceAll(/2030-06-03T09:\d\d:\d\dZ/gu, 'now');
}

async function check(world: string, words: readonly string[]): Promise<Killed> {
  begin(world);
  disk.fail(Infinity, 'full');
  const whole = await gitnomic(words);
  const { length } = disk.comeBack();
  const wrong: string[] = [];
  if (whole.code !== OK) wrong.push(`without a fault: ${whole.code} ${whole.text}`);
  const expected = await endOf(words);
  const places = Array.from({ length }, (_, at) => at);
  const most = plan.most ?? length;
  const step = Math.max(1, length / most);
  const struck = places.filter((at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const aimed = struck.map((at) => Math.min(length - 1, at + Math.floor((plan.seed * 7 + at) % step)));
  for (const [index, at] of aimed.entries()) {
    const mode = KILLS[(index + plan.seed) % KILLS.length] ?? 'kill-half';
    begin(world);
    const before = world === 'clean' && words[1] !== 'redact' ? remember(game) : null;
    disk.fail(at, mode);
    await gitnomic(words);
    const [call] = disk.comeBack().slice(at);
    const say = (what: string): void =>
      void wrong.push(
        `${mode} at ${at} of ${length} (${call?.call} ${call?.path.slice(root.length)}): ${what}`,
      );
    leaveToNobody();
    const again = await gitnomic(words);
    if (again.code !== OK && !(again.code === REFUSED || DONE.test(again.text)))
      say(`again it ended with ${again.code}: ${again.text}`);
    for (const loss of [...lossesSince(before, game), ...isKept(game)]) say(loss);
    for (const last of [['tick'], ['log', 'journal', 'verify'], ['doctor', '--fix']]) {
      const { code, text } = await gitnomic(last);
      if (code !== OK) say(`${last.join(' ')}: ${code} ${text}`);
    }
    const end = await endOf(words);
    if (end !== expected) say(`it came out otherwise:\n${end}\nand not\n${expected}`);
    for (const left of await leftovers(words)) say(`left behind, and not found by doctor: ${left}`);
  }
  return { words, writes: length, kills: aimed.length, wrong };
}

/** This process lives on after a kill that is only played; what it left has to look like another's. */
function leaveToNobody(hours = 0): void {
  for (const path of drafts()) {
    const [from, to] = [path, path.replace(`${process.pid}-`, `${NOBODY}-`)].map((one) => join(root, one));
    real.renameSync(from ?? '', to ?? '');
    const at = new Date(Date.now() - hours * 3_600_000);
    real.utimesSync(to ?? '', at, at);
  }
}

/** Drafts of killed commands that `doctor --fix` left. Where backups are, only `backup` knows, and it waits for an hour. */
async function leftovers(words: readonly string[]): Promise<readonly string[]> {
  const left = drafts();
  if (words[0] !== 'backup') return left;
  leaveToNobody(2);
  // The second try has made one with the same time already.
  for (const name of real.readdirSync(join(root, 'more')))
    if (name.startsWith('20')) real.rmSync(join(root, 'more', name), { recursive: true });
  await gitnomic(['doctor', 'backup', '../more']);
  return drafts();
}

function drafts(): readonly string[] {
  const names = real.readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names
    .filter((path) => /\.draft$|\.unfinished-|forge\.new$/u.test(path))
    .filter((path) => !/\/(?:forge|writing)\/|\.draft\//u.test(path))
    .toSorted();
}

const found: Killed[] = [];
for (const { world, words } of plan.uses) found.push(await check(world, words));
real.writeFileSync(join(plan.folder, 'found.json'), JSON.stringify(found));
