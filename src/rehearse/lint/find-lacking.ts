import type { AnyNode } from 'acorn';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toKebab } from '../../kernel/names.ts';
import { doesWithout } from '../types/check-types.ts';
import { childrenOf, keysOf, nodeName, parseClause } from '../syntax/nodes.ts';

/** How code names something: `actor.cash`, `({ art }) =>` of the whole clause, or `hook('may-sell')`. */
type Way = 'property' | 'collection' | 'call';

/** The names that rules define, with the ways to use them: `property cash` → the path of its rule. */
type Names = ReadonlyMap<string, string>;

function namesDefined({ fields, collections, views, hooks }: ModelDescription): Names {
  const named = (way: Way, all: Readonly<Record<string, { readonly rule: string }>>): [string, string][] =>
    Object.entries(all).map(([id, { rule }]) => [`${way} ${id}`, rule]);
  return new Map([
    ...Object.entries(hooks).map(([id, rules]): [string, string] => [`call ${id}`, rules[0] ?? '']),
    ...Object.values(fields).flatMap((all) => named('property', all)),
    ...named('collection', collections),
    ...named('call', views),
  ]);
}

interface Defined {
  readonly model: ModelDescription;
  readonly files: ReadonlyMap<string, string>;
}

/** The rules without which a clause fails: it uses what only they defined, outside `maybe(…)` and with no default answer. */
export function findLacking(
  clause: string,
  before: ModelDescription,
  { model, files }: Defined,
): ReadonlySet<string> {
  const left = namesDefined(model);
  const gone = new Map([...namesDefined(before)].filter(([name]) => !left.has(name)));
  if (gone.size === 0) return new Set();
  const helpers = [...files].flatMap(([path, text]) => (path.includes('/helpers/') ? [text] : []));
  const declared = JSON.stringify([model.collections, clause, ...helpers]);
  const found = new Set<string>();
  const isGone = (way: Way, name: string): boolean => gone.has(`${way} ${toKebab(name)}`);
  const note = (way: Way, name: string): void => {
    const owner = gone.get(`${way} ${toKebab(name)}`);
    if (owner !== undefined) found.add(owner);
  };
  /** A part of a record may have the same name, unless somebody is meant. */
  const isOwn = (object: AnyNode, name: string): boolean =>
    !(object.type === 'Identifier' && PEOPLE.has(object.name)) &&
    new RegExp(`\\b${name}\\b\\\\?"?\\??:`, 'u').test(declared);
  const visit = (node: AnyNode, depth: number): void => {
    if (node.type === 'CallExpression' && doesWithout(node.callee, node.arguments.length)) return;
    for (const name of keysOf(patternIn(node, depth))) note('collection', name);
    if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
      const { object, property } = node;
      const by = nodeName(object);
      if (by === 'g' || by === 'game') note('collection', property.name);
      if (by !== 'g' && isGone('property', property.name) && !isOwn(object, property.name))
        note('property', property.name);
    }
    if (node.type === 'Property' && nodeName(node.key) === 'cost')
      for (const name of keysOf(node.value)) note('property', name);
    const called = node.type === 'CallExpression' ? calledIn(node) : null;
    if (called !== null) note(PROPERTIES.has(called.by) ? 'property' : 'call', called.name);
    for (const inner of childrenOf(node)) visit(inner, depth + 1);
  };
  const program = parseClause(clause);
  if (program !== null) visit(program, 0);
  return found;
}

/** The program, its export, the call of `rule`, its function, and the pattern. */
const OF_CLAUSE = 4;
const PROPERTIES = new Set(['gain', 'lose', 'spend', 'transfer', 'reset']);
const PEOPLE = new Set(['actor', 'author', 'by', 'person', 'player', 'game', 'dynasty', 'emperor']);
const ASKS = new Set(['hook', 'view', ...PROPERTIES]);

/** `({ art }) =>` of the whole clause, or `const { art } = g`. */
function patternIn(node: AnyNode, depth: number): AnyNode | undefined {
  if (node.type === 'ObjectPattern') return depth <= OF_CLAUSE ? node : undefined;
  const isOfGame =
    node.type === 'VariableDeclarator' && node.init?.type === 'Identifier' && node.init.name === 'g';
  return isOfGame ? node.id : undefined;
}

function calledIn({ callee, arguments: [first] }: AnyNode & { type: 'CallExpression' }) {
  const by = nodeName(callee.type === 'MemberExpression' ? callee.property : callee);
  return ASKS.has(by) && first?.type === 'Literal' && typeof first.value === 'string'
    ? { by, name: first.value }
    : null;
}
