import { DYNASTIES, type ContentFiles } from '../paths.ts';
import { canonical } from '../../kernel/canonical.ts';
import { readSnapshot } from './snapshot.ts';

/** Of a snapshot that which play made: Admins write `game.yml`, and what was told on the forge is the engine's affair. */
const PLAYED = /^content\/(?:ruleset|gamestate|posts|ledger)\//u;

/** Derived data as the engine of its day wrote it. */
const DERIVED = /\/(?:dynasty\.yml|shown\.json)$/u;

/** The first path below `content/dynasties/` that differs from what comes of playing again, or null. */
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
    if (ours === theirs || sameLedger(path, ours, theirs)) continue;
    if (ours === undefined || theirs === undefined || !path.endsWith('t.json')) return path;
    const within = differenceWithin(byMonth(readSnapshot(ours)), byMonth(readSnapshot(theirs)));
    if (within !== null) return `${path}: ${within}`;
  }
  return null;
}

/** `posts/2024/2024-03-01-tea.md`, as engines before this one placed a post, is `posts/2024-03/2024-03-01-tea.md`. */
function byMonth(files: ContentFiles): ContentFiles {
  const inMonth = (path: string): string =>
    path.replace(/(?<=\/posts\/)\d{4}\/(?=(\d{4}-\d\d)-)/u, (_, month: string) => `${month}/`);
  return new Map([...files].map(([path, text]) => [inMonth(path), text]));
}

function differenceWithin(ours: ContentFiles, theirs: ContentFiles): string | null {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => PLAYED.test(path)).sort();
  return (
    paths.find((path) => {
      const [one, other] = [ours.get(path), theirs.get(path)];
      return one !== other && !sameLedger(path, one, other);
    }) ?? null
  );
}

/** The proofs of dice are on record and not made again: dice are played again as they fell. */
function sameLedger(path: string, ours: string | undefined, theirs: string | undefined): boolean {
  if (!path.endsWith('.jsonl') || ours === undefined || theirs === undefined) return false;
  return withoutProofs(ours) === withoutProofs(theirs);
}

function withoutProofs(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return canonical(
    lines.map((line) => ({ ...(JSON.parse(line) as Record<string, unknown>), proof: null, pictures: null })),
  );
}
