import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse, type AnyNode } from 'acorn';
import { expect, test } from 'vitest';

import { some } from '../../../test/slowly.ts';
import { stripTypes } from '../strip-types.ts';
import { instrument } from './instrument.ts';
import { KINDS } from './walk.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('every kind of node that the parser makes is listed, to be visited or rejected', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('acorn'), 'utf8');
  const made = [...source.matchAll(/finishNode\(\w+, ([^;]+?)\)[;,\n ]/gu)]
    .flatMap(([, types = '']) => [...types.matchAll(/"([A-Z]\w+)"/gu)])
    .map(([, type]) => type);
  expect(new Set(made).size).toBeGreaterThan(60);
  expect(made.filter((type) => !Object.hasOwn(KINDS, type ?? ''))).toEqual([]);
});

/** The child nodes of a node, in order. */
function allIn(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((part): part is AnyNode => typeof (part as { type?: unknown } | null)?.type === 'string');
}

/** Properties that are not expressions. */
const MEANS_NOTHING = ['label', 'quasis'];

test('visits every part of each node that has no rule of its own', () => {
  const library = join(root, 'content/library');
  const paths = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.d.ts'),
  );
  const sources = some(paths, 8).map((path) => stripTypes(readFileSync(join(library, path), 'utf8')));
  const rare =
    'd?.d?.[`e${f}g`](/h/u, ...(i, (j)), new K(l)); k: for (;;) { continue k; } do { break; } while (n); while (!o) {} p`q`; switch (r) { case s: t; } throw u;';
  const seen = new Set<string>();
  for (const source of [rare, ...sources]) {
    const nodes: AnyNode[] = [
      parse(source, { ecmaVersion: 'latest', sourceType: 'module', preserveParens: true }),
    ];
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      const parts: unknown = KINDS[node.type];
      const all = allIn(node);
      nodes.push(...all);
      if (
        !Array.isArray(parts) ||
        ['ImportSpecifier', 'ImportDefaultSpecifier', 'ImportNamespaceSpecifier', 'ExportSpecifier'].includes(
          node.type,
        )
      )
        continue;
      seen.add(node.type);
      const gone = [...(parts as string[]), ...MEANS_NOTHING].flatMap(
        (key) => (node as unknown as Record<string, AnyNode | AnyNode[] | null>)[key] ?? [],
      );
      if (!all.every((part) => gone.includes(part)))
        expect.fail(`${node.type} at ${source.slice(node.start, node.end)}`);
    }
  }
  const unseen = Object.keys(KINDS).filter(
    (kind) => Array.isArray(KINDS[kind as AnyNode['type']]) && !seen.has(kind) && !kind.endsWith('Specifier'),
  );
  expect(unseen).toEqual(['EmptyStatement'].filter((kind) => !seen.has(kind)));
});

test('instrumenting keeps the line numbers and registers names before they’re needed', () => {
  const code = 'const make = (list) => {\n  let n = 0;\n  return () => list[n++];\n};';
  expect(instrument(code, code, 'a.ts').replace(/^import[^;]*;/u, '')).toBe(
    [
      'const make = (list) => {$$l&&$$k("a.ts",()=>n);var $$1=$$n;$$l&&$$k("a.ts",()=>list);',
      '  let n = 0;',
      '  return () => list[($$n===$$1||$$w("n"),n++)];',
      '};',
    ].join('\n'),
  );
});
