import { splitMarks } from './marks.ts';
import type { BodyParse } from './parse-markdown.ts';
import { parseBody } from './markdown.ts';
import { readMarkdownFile, WRITTEN_BY_PEOPLE } from './front-matter.ts';
import { madeOnce, type Memo } from './memo.ts';
import type { Problem } from './problem.ts';
import { FREE_KEY, ruleSchema, type RuleMatter } from './schema/rule.ts';
import { validate } from './schema/validate.ts';

/** A parsed rule file. It depends neither on other files nor on the terms in force, so it can be cached. */
export interface RuleFile {
  readonly path: string;
  readonly matter: RuleMatter;
  /** The group's own keys: `x-…`. */
  readonly free: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bodyLine: number;
  readonly parse: BodyParse;
  readonly problems: readonly Problem[];
}

/** Returns the cached file if the text is the same. The path is part of the key because problems mention it. */
export function readRuleFile(path: string, text: string, memo?: Memo): RuleFile {
  return madeOnce(memo, 'rule', path, text, () => parseRuleFile(path, text));
}

/** A group may number a rule 3.10, which isn't 3.1, and only the group knows what its own keys mean. */
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
  // If the YAML itself is unreadable, missing keys aren't reported.
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
