import { parse, type AnyNode, type Program } from 'acorn';
import { stripTypes } from '../../sandbox/strip-types.ts';

/** The program of a clause or a helper; null if it can't be read, which the command that puts it in force reports. */
export function parseClause(typescript: string): Program | null {
  try {
    return parse(stripTypes(typescript), { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch {
    return null;
  }
}

export function childrenOf(node: AnyNode): readonly AnyNode[] {
  return (Object.values(node).flat() as unknown[]).filter(isNode);
}

/** The nodes inside a node, without the names of properties, which are not names of the module. */
export function nodesIn(node: AnyNode): readonly AnyNode[] {
  const isNamed = !('computed' in node && node.computed) && !('shorthand' in node && node.shorthand);
  return Object.entries(node).flatMap(([key, inner]) =>
    isNamed && (key === 'property' || key === 'key') ? [] : ([inner].flat() as unknown[]).filter(isNode),
  );
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** The names of an object's properties, or of those that a pattern takes, without computed ones. */
export function keysOf(node: AnyNode | undefined): readonly string[] {
  if (node?.type !== 'ObjectExpression' && node?.type !== 'ObjectPattern') return [];
  return node.properties.flatMap((one) =>
    one.type === 'Property' && !one.computed ? [nodeName(one.key)] : [],
  );
}

/** `oil`, and `'oil'` too; empty for what is worked out. */
export function nodeName(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';
}
