import { globSync, readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { publishedSchemas } from '../../scripts/published-schemas.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const find = (patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map((path) => path.replaceAll('\\', '/'));

describe('schemas', async () => {
  const published = await publishedSchemas();
  const editor = z
    .object({ 'yaml.schemas': z.record(z.string(), z.array(z.string())) })
    .parse(JSON.parse(read('.vscode/settings.json')))['yaml.schemas'];

  test('the published JSON Schemas are current; if not, run: node scripts/write-schemas.ts', () => {
    expect(readdirSync(join(root, 'schemas')).sort()).toEqual([...published.keys()].sort());
    for (const [name, text] of published) expect(read(`schemas/${name}`), name).toBe(text);
  });

  test.each(Object.entries(editor))('an editor accepts what the engine accepts: %s', (path, patterns) => {
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
      JSON.parse(read(path)) as Record<string, unknown>,
    );
    // Of hundreds of scenarios each fifth, which spares seconds.
    const files = find(patterns).filter((_, index, all) => all.length < 100 || index % 5 === 0);
    for (const file of files)
      expect(
        validate(parse(read(file), { schema: 'core' })),
        `${file}: ${JSON.stringify(validate.errors)}`,
      ).toBe(true);
    // A schema that refuses nothing helps nobody.
    expect(validate({ 'no-such-key': true })).toBe(false);
  });

  test('the editor has a schema for each YAML file of the library', () => {
    const known = new Set(find(Object.values(editor).flat()));
    expect(find(['content/library/*/**/*.yml']).filter((path) => !known.has(path))).toEqual([]);
  });
});

test('decisions are numbered from 1 without gaps, and each has its number in its heading', () => {
  const names = readdirSync(join(root, 'docs/decisions')).sort();
  names.forEach((name, index) => {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`, 'u'));
    expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${index + 1}\\. `, 'u'));
  });
});

test('no page and no golden file contains a path of the machine that wrote it', () => {
  const pages = find(['*.md', 'docs/**/*.md', '.github/**/*.md', 'src/**/__golden__/*', 'schemas/*.json']);
  expect(pages.length).toBeGreaterThan(100);
  // A console of a page shows errors of the engine's own sources by a way out of the game.
  const leading = pages.filter((page) => /(?:\.\.\/){4}/u.test(read(page)) || read(page).includes(root));
  expect(leading).toEqual([]);
});

test('in what contributors read, links work and the paths in CONTRIBUTING exist', () => {
  const pages = find(['*.md', 'docs/**/*.md', '.github/**/*.md']);
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)[^)]*\)/gu)].flatMap(([, to = '']) =>
      to.endsWith('…') || existsSync(join(root, dirname(page), to)) ? [] : [`${page}: ${to}`],
    ),
  );
  const named = [
    ...read('CONTRIBUTING.md').matchAll(/`((?:src|test|scripts|docs|schemas|\.github)\/[^`\s]*)`/gu),
  ];
  const absent = named.flatMap(([, path = '']) =>
    /[<*…]/u.test(path) || existsSync(join(root, path)) ? [] : [path],
  );
  expect([...broken, ...absent]).toEqual([]);
});

test('each form asks for something, and each has its own identity', () => {
  const formSchema = z.strictObject({
    name: z.string().min(4).max(80),
    description: z.string().max(200),
    body: z
      .array(
        z.strictObject({
          type: z.enum(['textarea', 'input', 'checkboxes', 'dropdown', 'markdown']),
          id: z.string().regex(/^[a-z-]+$/u),
          attributes: z.object({ label: z.string() }).loose(),
          validations: z.strictObject({ required: z.boolean() }).optional(),
        }),
      )
      .min(1),
  });
  const forms = find(['.github/ISSUE_TEMPLATE/engine-*.yml']).map((path) =>
    formSchema.parse(parse(read(path))),
  );
  expect(new Set(forms.map(({ name }) => name)).size).toBe(2);
  for (const { body } of forms) {
    expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
    expect(body.some(({ validations }) => validations?.required === true)).toBe(true);
  }
});

test('an editor on this machine and one in a container have the same extensions', () => {
  const { recommendations } = z
    .object({ recommendations: z.array(z.string()) })
    .parse(JSON.parse(read('.vscode/extensions.json')));
  const { customizations } = z
    .object({ customizations: z.object({ vscode: z.object({ extensions: z.array(z.string()) }) }) })
    .parse(JSON.parse(read('.devcontainer/devcontainer.json')));
  expect(customizations.vscode.extensions).toEqual(recommendations);
});
