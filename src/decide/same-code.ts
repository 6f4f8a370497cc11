import { parse } from 'acorn';

import { stripTypes } from '../sandbox/strip-types.ts';

/** Whether two modules do the same as far as their syntax shows: comments, layout and types don't count. */
export function isSameCode(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [treeOf(one), treeOf(other)];
  return first !== null && first === second;
}

function treeOf(text: string): string | null {
  try {
    const program = parse(stripTypes(text), { ecmaVersion: 'latest', sourceType: 'module' });
    return JSON.stringify(program, (key, value: unknown) =>
      key === 'start' || key === 'end' || key === 'raw'
        ? undefined
        : typeof value === 'bigint'
          ? `${value}n`
          : value,
    );
  } catch {
    return null;
  }
}
