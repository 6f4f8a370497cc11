import type { AnyNode } from 'acorn';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toCamel } from '../../kernel/names.ts';
import { rulesThatRun } from '../../ruleset/rules-that-run.ts';
import type { LintProblem } from './lint-rules.ts';
import { childrenOf, keysOf, nodeName, parseClause } from '../syntax/nodes.ts';

/**
 * Finds collections of other rules that a handler takes from its parameters: `effect({ rooms }) { … }`. After a repeal of such a rule the
 * parameter is missing and the clause fails. A collection that is taken in the definition, `rule(({ rooms }) => …)`, is empty then.
 */
export function findTaken(
  files: ReadonlyMap<string, string>,
  { collections }: ModelDescription,
): readonly LintProblem[] {
  const owners = new Map(Object.entries(collections).map(([id, { rule }]) => [toCamel(id), rule]));
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.ts')) return [];
    return takenIn(text).flatMap(({ name, line }) => {
      const rule = owners.get(name);
      if (rule === undefined || rulesThatRun(path, files).includes(rule)) return [];
      return [
        {
          code: 'taken-late',
          where: `${path}:${line}`,
          what: `A handler takes ${name} from its parameters, which belong to ${rule}: without that rule the clause fails.`,
          next: `Take it where the rule is defined, as in rule(({ ${name} }) => …): it is empty there if no rule defines it.`,
        },
      ];
    });
  });
}

/** The places where an action or a submission declares its parameters. */
const PARAMETERS: ReadonlySet<string> = new Set(['with', 'open']);
const HANDLERS: ReadonlySet<string> = new Set(['actions', 'times', 'submissions']);

function takenIn(typescript: string): readonly { readonly name: string; readonly line: number }[] {
  const program = parseClause(typescript);
  if (program === null) return [];
  const found: { name: string; line: number }[] = [];
  const parameters = new Set<string>();
  const visit = (node: AnyNode, isHandler: boolean): void => {
    // `({ actor, rooms }) => …` takes `actor` and `rooms`.
    if (isHandler && (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'))
      for (const name of keysOf(node.params[0])) found.push({ name, line: node.loc?.start.line ?? 0 });
    if (node.type === 'Property' && PARAMETERS.has(nodeName(node.key)))
      for (const name of keysOf(node.value)) parameters.add(name);
    const isInside = isHandler || (node.type === 'Property' && HANDLERS.has(nodeName(node.key)));
    for (const inner of childrenOf(node)) visit(inner, isInside);
  };
  visit(program, false);
  return found.filter(({ name }) => !parameters.has(name));
}
