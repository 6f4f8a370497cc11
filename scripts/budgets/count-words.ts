import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/**/*.md'];

/** Counts the words that people wrote on each page of the documentation. */
export function countWords(root: string): ReadonlyMap<string, number> {
  const pages = PAGES.flatMap((pattern) => globSync(pattern, { cwd: root })).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path.replaceAll('\\', '/'), isGenerated(text) ? 0 : wordsIn(text)] as const;
  });
  return new Map(pages);
}

/** Leaves out `console` blocks, since a test writes the answers of commands, and the markup of tables and lists. */
function wordsIn(text: string): number {
  const own = text.replaceAll(/^```console$.*?^```$/gmsu, '');
  return own.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function isGenerated(text: string): boolean {
  return /^(?:Written|Made) by `/u.test(text.split('\n', 3)[2] ?? '');
}
