// Writes test/github/published/recorded.json.br: real answers of GitHub, as far as it publishes any that are used
// here: payloads of events, recorded answers, and the examples of its API description. Only this script fetches
// them: run `node scripts/write-recorded.ts` to take newer ones. All three packages are under the MIT licence.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const PACKAGES = {
  hooks: '@octokit/webhooks-examples@7.6.1',
  answers: '@octokit/fixtures@23.1.2',
  examples: '@octokit/openapi@23.0.2',
} as const;
const EVENTS =
  /^(check_run|issue_comment|issues|label|pull_request(_review(_comment)?)?|push|workflow_run)$/u;
const SCENARIOS = [
  'add-labels-to-issue',
  'errors',
  'get-repository',
  'git-refs',
  'labels',
  'lock-issue',
  'paginate-issues',
];
const PATHS =
  /^\/users\/\{username\}$|^\/repos\/\{owner\}\/\{repo\}(\/(issues|labels|activity|pulls|commits\/\{ref\}\/check-runs|check-runs|pages|actions\/(permissions|workflows)|rulesets)(\/.*)?)?$/u;

interface Hook {
  readonly name: string;
  readonly actions: readonly string[];
  readonly examples: readonly unknown[];
}
interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly example?: unknown;
        readonly examples?: Readonly<Record<string, { $ref?: string; value?: unknown }>>;
      }
    >
  >;
}
interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; responses: Record<string, Described> }>>>
  >;
  readonly components: Readonly<Record<string, Readonly<Record<string, Described & { value?: unknown }>>>>;
}

const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-recorded-'));

/** Returns the folder of an unpacked package. */
function fetched(name: string): string {
  const folder = join(scratch, name.replaceAll(/\W/gu, '-'));
  execFileSync('mkdir', [folder]);
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', name], { cwd: folder });
  const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }];
  execFileSync('tar', ['-xzf', filename, '--exclude=*.enterprise*', '--exclude=*ghes*'], { cwd: folder });
  return join(folder, 'package');
}
const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

function examplesIn({ paths, components }: Description): Record<string, Record<string, unknown[]>> {
  const found: Record<string, Record<string, unknown[]>> = {};
  const named = (reference = ''): (Described & { value?: unknown }) | undefined => {
    const [, , section = '', name = ''] = reference.split('/');
    return components[section]?.[name];
  };
  for (const [path, methods] of Object.entries(paths).filter(([path]) => PATHS.test(path)))
    for (const { operationId, responses } of Object.values(methods))
      for (const [status, response] of Object.entries(responses ?? {})) {
        const { example, examples = {} } =
          (named(response.$ref) ?? response).content?.['application/json'] ?? {};
        const values = Object.values(examples).map((one) => named(one.$ref)?.value ?? one.value);
        const all = [example, ...values].filter((one) => one !== undefined);
        if (all.length > 0) (found[`${operationId} ${path}`] ??= {})[status] = all;
      }
  return found;
}

try {
  const hooks = read<Hook[]>(fetched(PACKAGES.hooks), 'api.github.com/index.json').filter(({ name }) =>
    EVENTS.test(name),
  );
  const fixtures = join(fetched(PACKAGES.answers), 'scenarios/api.github.com');
  const answers = SCENARIOS.flatMap((scenario) =>
    read<{ method: string; path: string; status: number; response: unknown }[]>(
      fixtures,
      scenario,
      'normalized-fixture.json',
    ).map(({ method, path, status, response }) => ({ method: method.toUpperCase(), path, status, response })),
  );
  const description = read<Description>(fetched(PACKAGES.examples), 'generated/api.github.com.json');
  const text = JSON.stringify({ from: PACKAGES, hooks, answers, examples: examplesIn(description) });
  writeFileSync(
    fileURLToPath(new URL('../test/github/published/recorded.json.br', import.meta.url)),
    brotliCompressSync(text),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
