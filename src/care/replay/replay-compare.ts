import { canonical } from '../../kernel/canonical.ts';
import { GAMESTATE, RULESET, type ContentFiles, DYNASTIES } from '../../store/paths.ts';
import { sameRecord } from '../../store/tracked-file.ts';
import type { RecordedLine } from '../../play/ledger-line.ts';
import type { Checkpoint } from '../../store/checkpoints.ts';
import type { StoppedAgain } from './try-stopped.ts';
import { readSnapshot } from '../../store/dynasties/frozen.ts';

export type ReplayVerdict =
  | {
      readonly same: true;
      readonly lines: number;
      /** Steps recorded as stopped, with the result of trying them here. */
      readonly stopped: readonly StoppedAgain[];
      /** Why the replay begins later than the game; null if it doesn't. */
      readonly since: Pick<Checkpoint, 'kind' | 'at'> | null;
    }
  | {
      readonly same: false;
      readonly line: number | null;
      readonly path: string | null;
      readonly why: string;
    };

export function compareFrozen(
  played: ContentFiles,
  frozen: ContentFiles,
  concerns?: (path: string) => boolean,
): ReplayVerdict | null {
  const path = firstFrozenDifference(played, frozen, concerns);
  return path === null
    ? null
    : { same: false, line: null, path, why: 'the frozen copy differs from the result of the replay' };
}

const COMPARED = [
  'n',
  'at',
  'by',
  'what',
  'with',
  'draws',
  'changes',
  'result',
  'refused',
  'stopped',
  'fault',
] as const;

export function compareLines(
  played: readonly RecordedLine[],
  stored: readonly RecordedLine[],
): ReplayVerdict | null {
  for (let n = 0; n < Math.max(played.length, stored.length); n++) {
    const [ours, theirs] = [played[n], stored[n]];
    if (theirs === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `the ledger lacks a line: ${ours?.by ?? ''}: ${ours?.what ?? ''}`,
      };
    if (ours === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `played again, ${theirs.by} did not do ${theirs.what}`,
      };
    const key = COMPARED.find((one) => !sameRecord(ours[one] ?? null, theirs[one] ?? null, one));
    if (key !== undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `its ${key} differs: ${canonical(theirs[key] ?? null)} is recorded, and ${canonical(ours[key] ?? null)} comes of it`,
      };
  }
  return null;
}

export function compareFiles(played: ContentFiles, stored: ContentFiles): ReplayVerdict | null {
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(RULESET) || path.startsWith(GAMESTATE))
    .sort();
  const path = paths.find((one) => played.get(one) !== stored.get(one));
  return path === undefined
    ? null
    : { same: false, line: null, path, why: 'the file differs from the result of the replay' };
}

/** The part of a snapshot that play made. `game.yml` is written by Admins, and messages on the forge are the engine's affair. */
const PLAYED = /^content\/(?:ruleset|gamestate|posts|ledger)\//u;

/** Derived data, in the form used by the engine of its day. */
const DERIVED = /\/(?:dynasty\.yml|shown\.json)$/u;

/** The first path below `content/dynasties/` that differs after a replay, or null. */
export function firstFrozenDifference(
  playedFiles: ContentFiles,
  storedFiles: ContentFiles,
  concerns: (path: string) => boolean = () => true,
): string | null {
  const [played, stored] = [byMonth(playedFiles), byMonth(storedFiles)];
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(DYNASTIES) && !DERIVED.test(path) && concerns(path))
    .sort();
  for (const path of paths) {
    const [ours, theirs] = [played.get(path), stored.get(path)];
    if (sameFile(path, ours, theirs)) continue;
    if (ours === undefined || theirs === undefined || !path.endsWith('t.json')) return path;
    const within = differenceWithin(byMonth(readSnapshot(ours)), byMonth(readSnapshot(theirs)));
    if (within !== null) return `${path}: ${within}`;
  }
  return null;
}

/** Older engines filed a post under its year: `posts/2024/2024-03-01-tea.md` → `posts/2024-03/2024-03-01-tea.md`. */
function byMonth(files: ContentFiles): ContentFiles {
  const inMonth = (path: string): string =>
    path.replace(/(?<=\/posts\/)\d{4}\/(?=(\d{4}-\d\d)-)/u, (_, month: string) => `${month}/`);
  return new Map([...files].map(([path, text]) => [inMonth(path), text]));
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
