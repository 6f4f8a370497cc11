import { splitMarks } from './marks.ts';
import { parseBody } from './markdown.ts';
import type { BodyParse } from './markdown.ts';
import { readMarkdownFile } from './front-matter.ts';
import type { Problem } from './problem.ts';
import { FREE_KEY, ruleSchema } from './schema/rule.ts';
import type { RuleMatter } from './schema/rule.ts';
import { validate } from './schema/validate.ts';

/** One rule file, read: nothing in it depends on other files or on the terms in force, so it can be kept. */
export interface RuleFile {
  readonly path: string;
  readonly matter: RuleMatter;
  /** The keys that are the group's own: `x-…`. */
  readonly free: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bodyLine: number;
  readonly parse: BodyParse;
  readonly problems: readonly Problem[];
}

/**
 * Keeps what was read of a file for as long as its text is the same. A map from the text itself would do; the path
 * is in the key because problems name it.
 */
export interface ReadCache {
  get(key: string): RuleFile | undefined;
  set(key: string, value: RuleFile): void;
}

/** A cache of the last `limit` files read, the least recently used leaving first. */
export function createReadCache(limit = 5_000): ReadCache {
  const kept = new Map<string, RuleFile>();
  return {
    get(key) {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      }
      return found;
    },
    set(key, value) {
      kept.set(key, value);
      const oldest = kept.size > limit ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}

export function readRuleFile(path: string, text: string, cache?: ReadCache): RuleFile {
  const key = `${path}\n${text}`;
  const known = cache?.get(key);
  if (known) return known;
  const read = parseRuleFile(path, text);
  cache?.set(key, read);
  return read;
}

function parseRuleFile(path: string, text: string): RuleFile {
  const { data, body, bodyLine, keyLines, problems } = readMarkdownFile(path, text);
  const keys = Object.entries(data);
  const free = Object.fromEntries(keys.filter(([key]) => FREE_KEY.test(key)));
  const known = Object.fromEntries(keys.filter(([key]) => !FREE_KEY.test(key)));
  const validated = validate(ruleSchema, known, path, keyLines);
  // Where the YAML itself can't be read, that its keys are missing is no news.
  const all = [...problems, ...(problems.length > 0 ? [] : validated.problems)];
  const parse = parseBody(path, body, bodyLine);
  const matter = validated.value ?? { title: titleFor(path, data['title']) };
  return { path, matter, free, body, bodyLine, parse, problems: [...all, ...parse.problems] };
}

function titleFor(path: string, title: unknown): string {
  if (typeof title === 'string' && title.trim() !== '') return splitMarks(title).title;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return name.replace(
    /(?:^|-)([a-z])/g,
    (found, letter: string) => (found.startsWith('-') ? ' ' : '') + letter.toUpperCase(),
  );
}
