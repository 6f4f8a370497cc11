// Writes test/github/published/openapi.json: of GitHub's published description of its REST interface, the calls that
// the stand-in for GitHub serves, as they are but for prose and examples. The package has 390 MB, for which nobody
// who plays should wait; so it is fetched here alone: `node scripts/write-openapi.ts`, after a call is added below.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@octokit/openapi@23.0.2';
const IN_PACKAGE = 'package/generated/api.github.com.json';

const repository = '/repos/{owner}/{repo}';
const PATHS = [
  ...[
    'actions/workflows/{workflow_id}/dispatches',
    'activity',
    'check-runs',
    'check-runs/{check_run_id}',
    'commits/{ref}/check-runs',
    'issues',
    'issues/comments/{comment_id}',
    'issues/comments/{comment_id}/reactions',
    'issues/comments/{comment_id}/reactions/{reaction_id}',
    'issues/{issue_number}',
    'issues/{issue_number}/comments',
    'issues/{issue_number}/labels',
    'issues/{issue_number}/labels/{name}',
    'issues/{issue_number}/lock',
    'issues/{issue_number}/reactions',
    'issues/{issue_number}/reactions/{reaction_id}',
    'labels',
    'labels/{name}',
    'pulls',
    'pulls/{pull_number}',
    'pulls/{pull_number}/reviews',
    'pulls/{pull_number}/reviews/{review_id}',
    'pulls/{pull_number}/reviews/{review_id}/dismissals',
  ].map((path) => `${repository}/${path}`),
  '/users/{username}',
];

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
const PROSE = new Set(['description', 'example', 'examples', 'externalDocs', 'summary', 'tags']);

/** Without prose. What is called `description` among properties is a property. */
function bare(value: Json, names = false): Json {
  if (Array.isArray(value)) return value.map((one: Json) => bare(one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => names || !(PROSE.has(key) || key.startsWith('x-')))
      .map(([key, one]) => [key, bare(one, !names && key === 'properties')]),
  );
}

function referencesIn(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  const own = '$ref' in value && typeof value['$ref'] === 'string' ? [value['$ref']] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

interface Description {
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

function extract({ paths, components }: Description): { paths: Record<string, Json>; components: object } {
  const kept = Object.fromEntries(PATHS.map((path) => [path, bare(paths[path] ?? missing(path))]));
  const found: Record<string, Record<string, Json>> = {};
  const wanted = Object.values(kept).flatMap(referencesIn);
  for (let reference = wanted.pop(); reference !== undefined; reference = wanted.pop()) {
    const [, , section = '', name = ''] = reference.split('/');
    const there = (found[section] ??= {});
    if (Object.hasOwn(there, name)) continue;
    const component = bare(components[section]?.[name] ?? missing(reference));
    there[name] = component;
    wanted.push(...referencesIn(component));
  }
  return { paths: kept, components: found };
}

function missing(what: string): never {
  throw new Error(`${PACKAGE} has no ${what}.`);
}

/** One call or component a line, so that a newer version can be compared. */
function layOut(record: object): string {
  const lines = Object.entries(record)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-openapi-'));
try {
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', PACKAGE], { cwd: scratch });
  const [{ filename, integrity }] = JSON.parse(packed.toString()) as [
    { filename: string; integrity: string },
  ];
  execFileSync('tar', ['-xzf', filename, IN_PACKAGE], { cwd: scratch });
  const description = JSON.parse(readFileSync(join(scratch, IN_PACKAGE), 'utf8')) as Description;
  const { paths, components } = extract(description);
  const sections = Object.entries(components)
    .map(([name, section]) => `${JSON.stringify(name)}:${layOut(section as object)}`)
    .join(',\n');
  const from = JSON.stringify({ package: PACKAGE, integrity, license: 'MIT', by: 'GitHub' });
  writeFileSync(
    fileURLToPath(new URL('../test/github/published/openapi.json', import.meta.url)),
    `{"from":${from},\n"paths":${layOut(paths)},\n"components":{${sections}}}\n`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
