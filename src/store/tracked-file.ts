import { BOUNDS } from '../kernel/bounds.ts';
import type { Fields } from '../kernel/state.ts';
import { sameValue } from '../kernel/values.ts';
import { readMarkdownFile } from '../ruleset/front-matter.ts';
import { toYaml, writeFrontMatter } from '../ruleset/front-matter-write.ts';
import type { Problem } from '../ruleset/problem.ts';
import { keptOr } from '../cache/keep-reads.ts';

/** The kernel bounds what is tracked, so that all of it can be read again. */
const WRITTEN_BY_ENGINE = { file: BOUNDS.tracked.read, matter: BOUNDS.tracked.read };

type MarkdownFile = ReturnType<typeof readMarkdownFile>;

/** What is tracked in the front matter of a file, and the text below it, which is anybody's. */
export function readTracked(
  path: string,
  text: string,
): { data: Fields; body: string; problems: readonly Problem[] } {
  const known = read.get(text);
  if (known !== undefined) return known;
  const { data, body, problems } = keptOr('tracked', [path, text], () => frontMatterOf(path, text));
  const result = { data: { ...data }, body, problems };
  if (problems.length === 0) {
    if (read.size >= MOST_KEPT) read.clear();
    read.set(text, result);
  }
  return result;
}

function frontMatterOf(path: string, text: string): Pick<MarkdownFile, 'data' | 'body' | 'problems'> {
  const { data, body, problems } = readMarkdownFile(path, text, WRITTEN_BY_ENGINE);
  return { data, body, problems };
}

// A game is read and written many times in a run, and most files stay as they are.
const MOST_KEPT = 5_000;
const read = new Map<string, { data: Fields; body: string; problems: readonly Problem[] }>();

/** Puts values in a file and leaves every byte that no change concerns; null where there was no file yet. */
export function writeTracked(path: string, before: string | null, data: Fields): string {
  if (before === null) return `---\n${yamlOf(data)}---\n`;
  const old = readTracked(path, before).data;
  const changes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data))
    if (!Object.hasOwn(old, key) || !sameValue(old[key], value)) changes[key] = value;
  for (const key of Object.keys(old)) if (!Object.hasOwn(data, key)) changes[key] = undefined;
  return Object.keys(changes).length === 0 ? before : writeFrontMatter(before, changes);
}

function yamlOf(data: Fields): string {
  return Object.keys(data).length === 0 ? '' : toYaml(data);
}
