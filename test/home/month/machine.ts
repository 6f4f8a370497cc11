// The machine on which a game is played for a month, loaded before everything else in each of its processes. The file
// that `MACHINE` names says what its clock shows and how its disk is, and is read again as time passes.
import { readFileSync } from 'node:fs';

import { mountDisk } from '../../faults/disk/failing-disk.ts';

export interface Weather {
  /** How far the machine's clock is from the true one, in milliseconds. */
  readonly clock: number;
  /** How the disk fails, from the write of this number on, counted in each process; null if it works. */
  readonly disk: { readonly mode: 'full' | 'read-only'; readonly from: number } | null;
}

const file = process.env['MACHINE'] ?? '';
const root = process.env['MACHINE_DISK'] ?? '';
const read = (): Weather => JSON.parse(readFileSync(file, 'utf8')) as Weather;

const TrueDate = Date;
let weather = read();
let readAt = TrueDate.now();

function now(): number {
  const at = TrueDate.now();
  if (at - readAt > 50) {
    weather = read();
    readAt = at;
  }
  return at + weather.clock;
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, words: unknown[], as) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, as) as object,
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

if (weather.disk !== null) mountDisk(root).fail(weather.disk.from, weather.disk.mode);
