import { sayHidden } from '../../decide/program-changes.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { hiddenIn } from '../../ruleset/hidden-text.ts';
import { hiddenValues } from '../../ruleset/hidden-values.ts';

/** Finds what people who read the rules and their clauses would miss, or take for something else. */
export function findHidden(
  files: ReadonlyMap<string, string>,
): readonly { readonly code: string; readonly what: string; readonly where: string }[] {
  return [...files].flatMap(([path, text]) => {
    const { body } = splitFrontMatter(text);
    const firstLine = text.slice(0, text.length - body.length).split('\n').length;
    const values = path.endsWith('.md') ? hiddenValues(body, firstLine) : [];
    return [...hiddenIn(text, path.endsWith('.ts')), ...values].map((one) => ({
      code: `hidden-${one.kind}`,
      what: sayHidden(one, IN_ENGLISH),
      where: `${path}:${one.line}`,
    }));
  });
}
