import { readYamlFile } from '../../ruleset/front-matter.ts';
import { parseYaml } from '../../ruleset/parse-yaml.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import type { DisplayFile } from './find-display.ts';
import { displaySchema, type DisplayData } from '../data/display-schema.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';

export const PLAIN_DISPLAY = displaySchema.parse({});

/** Reads display settings. Unreadable ones are reported and keep their defaults. */
export function readDisplay(file: DisplayFile | undefined): {
  readonly display: DisplayData;
  readonly problems: readonly string[];
} {
  if (file === undefined) return { display: PLAIN_DISPLAY, problems: [] };
  const { path, text } = file;
  const { data, problems: unread } = readYamlFile(path, text);
  if (unread.length > 0) return { display: PLAIN_DISPLAY, problems: unread.map(describeProblem) };
  const parsed = displaySchema.safeParse(data, { error: plainIssue });
  if (!parsed.success) {
    return {
      display: PLAIN_DISPLAY,
      problems: parsed.error.issues.map(({ path: field, message }) => {
        return `${path}:${lineOf(text, field)}: ${field.join('.')}: ${message}`;
      }),
    };
  }
  if (!file.core) return { display: parsed.data, problems: [] };
  const { display, problems } = readDisplay(file.core);
  return { display: { ...parsed.data, pages: [...parsed.data.pages, ...display.pages] }, problems };
}

/** The line of a field in the file, or of the nearest enclosing one. */
function lineOf(text: string, field: readonly PropertyKey[]): number {
  const { document, lineAt } = parseYaml(text);
  for (let depth = field.length; depth > 0; depth--) {
    const node = document?.getIn(field.slice(0, depth), true) as
      { readonly range?: readonly number[] } | undefined;
    if (node?.range?.[0] !== undefined) return lineAt(node.range[0]);
  }
  return 1;
}
