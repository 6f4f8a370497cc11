// Plays a whole game by its commands on a disk that fails: run by `play-on-disk.ts` in a process of its own, which may be
// killed. What was done so far stands in `progress.json` beside the game.
import { join } from 'node:path';

import { mountDisk, real, type Call, type Mode } from './failing-disk.ts';
import { kindOf } from './kind-of-file.ts';
import { isKept, lossesSince, remember, type Remembered } from './what-was-said.ts';

export interface Plan {
  readonly folder: string;
  readonly seed: number;
  readonly modes: readonly Mode[];
  /** What each step calls where nothing fails; null: find out. */
  readonly calls: readonly (readonly Call[])[] | null;
  /** Also the commands that write seldom. */
  readonly all: boolean;
  /** What was struck in games before. */
  readonly struck: readonly string[];
}

/** A failure at one write of a command. */
export interface Strike {
  readonly mode: Mode;
  readonly kind: string;
  readonly command: string;
  /** Whether something had been said to be done by then. */
  readonly isAcknowledged: boolean;
  /** Whether it took the process away. */
  hasKilled: boolean;
}

/** What was played, and what was wrong with it. */
export interface Progress {
  step: number;
  /** How often the step was tried on the failing disk already. */
  tries: number;
  remembered: Remembered | null;
  readonly calls: (readonly Call[])[];
  readonly struck: Strike[];
  readonly wrong: string[];
}

const plan = JSON.parse(real.readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const progressFile = join(plan.folder, 'progress.json');
const game = join(plan.folder, 'game');
const disk = mountDisk(game);
// As of the bundle: then all that commands keep for each other is kept.
Reflect.set(globalThis, Symbol.for('gitnomic.engine'), 'on-a-failing-disk');
const { runCli } = await import('../../../src/main/run-cli.ts');
const { Caches } = await import('../../../src/cache/caches.ts');
const { makePaint } = await import('../../../src/cli/terminal.ts');

const names = ['col', 'ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
const SELDOM: readonly (readonly string[])[] = [
  ['admin', 'game', 'name=Hall', '--as', 'ana'],
  ['admin', 'peace', 'mute', 'cy', '--why', 'Noise', '--as', 'ana'],
  ['seal', 'open', '--as', 'col'],
  ['links', '--give', 'bo'],
  ['bridge', '--link', 'ana'],
  ['export-pack', '--out', join(game, 'packs')],
  [
    'seal',
    'escrow',
    'split',
    join(game, 'handover'),
    '--of',
    'ana',
    '--of',
    'bo',
    '--of',
    'eli',
    '--needed',
    '2',
  ],
];
const STEPS: readonly (readonly string[])[] = [
  ['init', game, '--dynasty', 'gallery', ...names, '--emperor', 'col', '--admin', 'ana'],
  ['seal', 'keys', 'publish', '--as', 'col'],
  ['seal', 'keys', 'mine', '--as', 'cy'],
  ['act', 'round-summary', 'theme=Sea', '--as', 'col'],
  ['seal', 'art', 'title=Green', 'image=../green.png', '--as', 'ana'],
  ['seal', 'art', 'title=Emptiness', '--as', 'cy'],
  [
    'propose',
    '--as',
    'ana',
    '--rule',
    'Votes',
    '--replace',
    '48',
    '--with',
    '72',
    '--title',
    '[Core] Longer',
  ],
  ['vote', 'for', 'Longer', '--as', 'bo'],
  ['comment', 'Longer', 'Gladly :for:', '--as', 'cy'],
  ['tick', '--forward', '60h'],
  ['post', 'story', 'A tale', '--text', 'Once.', '--as', 'eli'],
  ['act', 'round-summary', 'theme=Ice', '--as', 'col', '--yes'],
  ['seal', 'keys', 'new', '--because', 'leaked', '--as', 'col'],
  ['roll', 'DICE6', '--as', 'ana'],
  ['admin', 'redact', 'bo', '--as', 'bo'],
  ...(plan.all ? SELDOM : []),
  ['doctor', '--fix'],
  ['status'],
];

/** `doctor` writes where something is to be put right: each time it begins, a note of the engine's is cut, and so is the log's last line. */
function spoilFor(command: string): void {
  if (command !== 'doctor') return;
  const own = (path: string): string => join(game, '.gitnomic', path);
  real.writeFileSync(own('checkout.json'), '{"commit":"0');
  const log = real.readFileSync(own('forge/events.jsonl'), 'utf8');
  if (log.endsWith('\n')) real.writeFileSync(own('forge/events.jsonl'), `${log}{"id":"e9`);
}

async function gitnomic(words: readonly string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const say = (said: string): string => (text += said);
  const paint = makePaint(false);
  const caches = new Caches();
  const code = await runCli({
    words: [...words, '--json'],
    folder: game,
    environment: { GITNOMIC_NOW: '2030-06-03T09:00:00Z', GITNOMIC_DEBUG: process.env['GITNOMIC_DEBUG'] },
    terminal: { out: say, err: say, paint, paintErr: paint, progress: () => {} },
    caches,
  });
  caches.finish();
  return { code, text };
}

const [OK, REFUSED, BROKEN] = [0, 1, 3];
const TRIES = 3;
/** A folder was made already, by a process that could not say so; `isKept` sees that it is whole. */
const MADE = /folder-(?:not-empty|taken)/u;
const KILLS: readonly Mode[] = ['kill-before', 'kill-half', 'kill-after'];

function save(progress: Progress): void {
  real.writeFileSync(`${progressFile}.new`, JSON.stringify(progress));
  real.renameSync(`${progressFile}.new`, progressFile);
}

function load(): Progress {
  if (real.existsSync(progressFile)) return JSON.parse(real.readFileSync(progressFile, 'utf8')) as Progress;
  return { step: 0, tries: 0, remembered: null, calls: [], struck: [], wrong: [] };
}

/** The same number for the same plan and step, between 0 and below. */
function draw(step: number, salt: number, below: number): number {
  let x = (plan.seed * 7919 + step * 104_729 + salt * 1_299_709 + 12_345) >>> 0;
  for (let round = 0; round < 4; round++) x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) >>> 0;
  return x % Math.max(1, below);
}

/** Each file that a step writes is as likely to be struck, however often others are written; first those that none was. */
function aim({ step, tries, struck }: Progress): { at: number; kind: string } | null {
  const calls = plan.calls?.[step] ?? [];
  const all = [...new Set(calls.map(({ path }) => kindOf(path)))].sort();
  const missed = all.filter((one) => !plan.struck.includes(one) && struck.every(({ kind }) => kind !== one));
  const rarest = Math.min(...missed.map(stepsWith));
  const rare = plan.seed % 2 === 1 ? missed.filter((kind) => stepsWith(kind) === rarest) : missed;
  const kinds = rare.length > 0 ? rare : all;
  const kind = kinds[draw(step, tries, kinds.length)];
  const places = calls.flatMap(({ path }, at) => (kindOf(path) === kind ? [at] : []));
  const at = places[draw(step, tries + 10, places.length)];
  return kind === undefined || at === undefined ? null : { at, kind };
}

/** How many steps write such a file: in every other game those are struck first that few do. */
function stepsWith(kind: string): number {
  return (plan.calls ?? []).filter((calls) => calls.some(({ path }) => kindOf(path) === kind)).length;
}

async function takeStep(progress: Progress, words: readonly string[]): Promise<void> {
  const { step } = progress;
  const wrong = (what: string): void =>
    void progress.wrong.push(`seed ${plan.seed}, ${words.slice(0, 3).join(' ')}: ${what}`);
  const mayBeDone = progress.tries > 0 || plan.calls !== null;
  while (plan.calls !== null && progress.tries < TRIES) {
    const struck = aim(progress);
    if (struck === null) break;
    const drawn = plan.modes[draw(step, progress.tries + 30, plan.modes.length)] ?? 'full';
    // Each command is killed at one of its writes, whatever else befalls it; a kill that missed comes again.
    const isKilled = progress.struck.some(({ command, hasKilled }) => hasKilled && command === words[0]);
    const kill = KILLS[draw(step, 50 + progress.tries, KILLS.length)] ?? drawn;
    const mode = progress.tries === 0 || !isKilled ? kill : drawn;
    progress.tries += 1;
    progress.struck.push({
      mode,
      kind: struck.kind,
      command: words[0] ?? '',
      isAcknowledged: progress.remembered !== null,
      hasKilled: false,
    });
    save(progress);
    spoilFor(words[0] ?? '');
    disk.fail(struck.at, mode);
    const { code, text } = await gitnomic(words);
    const { isGone } = disk;
    disk.comeBack();
    const strike = progress.struck.at(-1);
    if (isGone && strike !== undefined) strike.hasKilled = true;
    if (
      !isGone &&
      code !== OK &&
      code !== REFUSED &&
      !(code === BROKEN && /disk-full|disk-failed|game-there/u.test(text)) &&
      !(mayBeDone && MADE.test(text))
    )
      wrong(`${mode} at ${struck.kind} ended with ${code}: ${text}`);
    for (const loss of lossesSince(progress.remembered, game)) wrong(`${mode} at ${struck.kind}: ${loss}`);
  }
  spoilFor(words[0] ?? '');
  disk.fail(Infinity, 'full');
  const { code, text } = await gitnomic(words);
  progress.calls.push(disk.comeBack());
  // Done by the first try already, although it could not say so.
  const again =
    mayBeDone &&
    (code === REFUSED ||
      text.includes('game-there') ||
      /nothing-to|no-change/u.test(text) ||
      MADE.test(text));
  if (code !== OK && !again) wrong(`with room again it ended with ${code}: ${text}`);
  for (const loss of lossesSince(progress.remembered, game)) wrong(loss);
  for (const file of isKept(game)) wrong(file);
  progress.remembered = remember(game);
  progress.step += 1;
  progress.tries = 0;
  save(progress);
}

const progress = load();
// Nothing but a kill has it begin once more.
const last = progress.struck.at(-1);
if (last?.mode === 'killed') last.hasKilled = true;
while (progress.step < STEPS.length) await takeStep(progress, STEPS[progress.step] ?? []);
disk.fail(0, 'full');
const full = await gitnomic(['doctor']);
disk.comeBack();
if (!full.text.includes('"disk-full"') || !full.text.includes(`"where": ${JSON.stringify(game)}`))
  progress.wrong.push(`seed ${plan.seed}, doctor on a full disk: ${full.code} ${full.text}`);
const LAST = plan.calls === null ? [] : [['journal', 'verify'], ['tick'], ['doctor'], ['replay']];
for (const words of LAST) {
  const { code, text } = await gitnomic(words);
  if (code !== OK || text.includes('"edited"'))
    progress.wrong.push(`seed ${plan.seed}, at the end ${words.join(' ')}: ${code} ${text}`);
}
save(progress);
