import { splitMarks } from './marks.ts';
import type { BodyParse } from './body-parse.ts';
import { parseBody } from './markdown.ts';
import { readMarkdownFile, WRITTEN_BY_PEOPLE } from './front-matter.ts';
import { madeOnce, type Memo } from './memo.ts';
import type { Problem } from './problem.ts';
import { FREE_KEY, ruleSchema, type RuleMatter } from './schema/rule.ts';
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

/** A parsed file is kept for as long as its text is the same; the path is part of the key because problems name it. */
export function readRuleFile(path: string, text: string, memo?: Memo): RuleFile {
  return madeOnce(memo, 'rule', path, text, () => parseRuleFile(path, text));
}

/** A group may number a rule 3.10, which is not 3.1; of its own keys nobody else knows what they mean. */
export const LIMITS = {
  ...WRITTEN_BY_PEOPLE,
  asTyped: (key: string): boolean => key === 'number' || FREE_KEY.test(key),
};

function parseRuleFile(path: string, text: string): RuleFile {
  const { data, body, bodyLine, keyLines, problems } = readMarkdownFile(path, text, LIMITS);
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
