import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { journalBranch } from '../../store/journal/part.ts';
import { ENGINE_FOLDER } from '../game.ts';

/**
 * Fingerprints everything outside this process that decides how a game stands, except the time: the forge's log, the
 * branches and the private files. The log only grows and private files are replaced as a whole, so sizes and dates
 * show whether another process has changed them.
 */
export function worldOf(folder: string): string {
  const own = join(folder, ENGINE_FOLDER);
  const tips = ['main', journalBranch].map((name) => `${name} ${tipOf(own, name)}`);
  return [dateOf(own, 'forge/events.jsonl'), ...tips, privateIn(folder)].join('\n');
}

export function privateIn(folder: string): string {
  const own = join(folder, ENGINE_FOLDER, 'private');
  if (!existsSync(own)) return '';
  const names = readdirSync(own, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => dateOf(own, name)).join('\n');
}

/** Reads a branch's commit without opening the repository. */
function tipOf(own: string, name: string): string {
  const gitdir = join(own, 'forge/repository.git');
  const loose = textOf(join(gitdir, 'refs/heads', name)).trim();
  if (loose !== '') return loose;
  const packed = textOf(join(gitdir, 'packed-refs')).split('\n');
  return packed.find((one) => one.slice(41).trim() === `refs/heads/${name}`)?.slice(0, 40) ?? 'none';
}

function dateOf(folder: string, name: string): string {
  const found = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return `${name} none`;
  const { size, mtimeNs, ctimeNs, ino } = found;
  return `${name} ${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
