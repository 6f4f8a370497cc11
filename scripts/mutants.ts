// `npm run mutants [-- ROOM…] [--file NAME,…] [--sample N] [--seed WORD]`: puts small faults into the code, one at a time, and
// checks whether the tests beside it notice.
//
//   npm run mutants -- seat --sample 40            forty of the room seat; another seed gives others
//   npm run mutants -- kernel --file calls,views   all of these files
//
// Each takes some seconds of processor time. Without --sample all are tried, which takes days for all rooms.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { copyProject } from './mutants/copy-project.ts';
import type { Mutant } from './mutants/find-mutants.ts';
import { idleReasons, judge, onOneLine } from './mutants/judge.ts';
import { LIVING } from './mutants/living/index.ts';
import { ROOMS } from './mutants/rooms.ts';
import { Trials } from './mutants/try-mutants.ts';
import { readOptions, refuse } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = readOptions(import.meta.filename, {
  file: { type: 'string', default: '' },
  sample: { type: 'string', default: '' },
  seed: { type: 'string', default: '' },
});
const names = positionals.length > 0 ? positionals : Object.keys(ROOMS);
for (const name of names)
  if (!Object.hasOwn(ROOMS, name))
    refuse(import.meta.filename, `There is no room ${name}; there are ${Object.keys(ROOMS).join(', ')}.`);
const most = values.sample === '' ? Infinity : Number(values.sample);
if (!(most > 0)) refuse(import.meta.filename, '--sample needs a number.');

const copy = join(root, '.cache/mutants');
copyProject(root, copy);
let missed = false;
for (const name of names) missed = !tryRoom(name) || missed;
process.exitCode = missed ? 1 : 0;

/** Returns whether enough of them died. */
function tryRoom(name: string): boolean {
  const room = ROOMS[name];
  if (room === undefined) return false;
  const trials = new Trials(copy, room);
  const files = values.file === '' ? [] : values.file.split(',');
  const meant = trials.mutants.filter(
    ({ file }) => files.length === 0 || files.includes(basename(file, '.ts')),
  );
  for (const one of idleReasons(meant, LIVING))
    console.log(`scripts/mutants/living has a reason for what can’t be: ${one}`);
  trials.measure();
  const drawn = meant.toSorted((a, b) => (lotOf(a) < lotOf(b) ? -1 : 1)).slice(0, most);
  const tried = new Map(drawn.map((mutant) => [mutant, trials.dies(mutant)] as const));
  const { died, all, survivors } = judge(tried, LIVING);
  for (const { file, line, was, is } of survivors)
    console.log(`${file}:${line}: ${onOneLine(was)} → ${onOneLine(is)}`);
  const percent = all === 0 ? 100 : (100 * died) / all;
  console.log(
    `${name}: ${died} of ${all} died, ${percent.toFixed(1)} %; at least ${room.die} are to. There are ${meant.length}.`,
  );
  return percent >= room.die;
}

/** Decides the order in which mutants are tried: random, but the same for the same seed. */
function lotOf({ file, start, is }: Mutant): string {
  return createHash('sha256').update(`${values.seed} ${file} ${start} ${is}`).digest('hex');
}
