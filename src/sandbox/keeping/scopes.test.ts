import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse, type AnyNode } from 'acorn';
import { expect, test } from 'vitest';

import { stripTypes } from '../strip-types.ts';
import { childrenOf, PARTS } from './scopes.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** All that a node has that is a node, in its order. */
function allIn(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((part): part is AnyNode => typeof (part as { type?: unknown } | null)?.type === 'string');
}

test('of each node all parts are gone through, in their order', () => {
  const sources = ['content/library', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => stripTypes(readFileSync(join(root, folder, path), 'utf8'))),
  );
  const rare =
    '[, ...a]; (class { static { this.b; } #c = 1n; })?.d?.[`e${f}g`](/h/u, ...(i, (j))); k: for (;;) break k;';
  const seen = new Set<string>();
  for (const source of [rare, ...sources]) {
    const nodes: AnyNode[] = [
      parse(source, { ecmaVersion: 'latest', sourceType: 'module', preserveParens: true }),
    ];
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      seen.add(node.type);
      const children = childrenOf(node);
      const all = allIn(node);
      if (children.length !== all.length || all.some((part, at) => part !== children[at]))
        expect.fail(`${node.type} at ${source.slice(node.start, node.end)}`);
      nodes.push(...all);
    }
  }
  expect(Object.keys(PARTS).filter((type) => !seen.has(type))).toEqual([]);
});
