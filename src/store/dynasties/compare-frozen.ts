import { DYNASTIES, type ContentFiles } from '../paths.ts';
import { sameRecord } from '../tracked-file.ts';
import { readSnapshot } from './frozen.ts';

/** The part of a snapshot that play made. `game.yml` is written by Admins, and messages on the forge are the engine's affair. */
const PLAYED = /^content\/(?:ruleset|gamestate|posts|ledger)\//u;

/** Derived data, in the form used by the engine of its day. */
const DERIVED = /\/(?:dynasty\.yml|shown\.json)$/u;

/** The first path below `content/dynasties/` that differs after a replay, or null. */
export function firstFrozenDifference(
  played: ContentFiles,
  stored: ContentFiles,
  concerns: (path: string) => boolean = () => true,
): string | null {
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(DYNASTIES) && !DERIVED.test(path) && concerns(path))
    .sort();
  for (const path of paths) {
    const [ours, theirs] = [played.get(path), stored.get(path)];
    if (sameFile(path, ours, theirs)) continue;
    if (ours === undefined || theirs === undefined || !path.endsWith('t.json')) return path;
    const within = differenceWithin(readSnapshot(ours), readSnapshot(theirs));
    if (within !== null) return `${path}: ${within}`;
  }
  return null;
}

function differenceWithin(ours: ContentFiles, theirs: ContentFiles): string | null {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => PLAYED.test(path)).sort();
  return paths.find((path) => !sameFile(path, ours.get(path), theirs.get(path))) ?? null;
}

function sameFile(path: string, played: string | undefined, recorded: string | undefined): boolean {
  if (played === recorded) return true;
  if (played === undefined || recorded === undefined) return false;
  if (path.endsWith('.jsonl')) return sameRecord(linesIn(played), linesIn(recorded));
  return path.endsWith('.json') && sameRecord(readJson(played), readJson(recorded));
}

/** A replay uses the recorded dice, so it doesn't make their proofs again. */
const linesIn = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ ...(readJson(line) as object), proof: null, pictures: null }));

/** Text that isn't JSON stays as it is. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
