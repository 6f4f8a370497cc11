import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** What is native, and so no part of the bundles. Without it everything works but pictures and the types of clauses. */
const WANTED = ['sharp', 'typescript'];

/** What only `gitnomic mcp` needs, and is larger than all the rest: whoever wants it installs it beside. */
const BESIDE = '@modelcontextprotocol/sdk';

/** The package's own package.json: of the project's, what whoever installs it needs. */
export function manifestOf(root: string, repository?: string): object {
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const { name, version, description, license, type, bin } = whole;
  const versionsOf = (names: readonly string[]): object =>
    Object.fromEntries(
      names.map((one) => {
        const locked = whole.dependencies[one];
        if (locked === undefined) throw new Error(`package.json has no ${one}.`);
        return [one, locked];
      }),
    );
  return {
    name,
    version,
    description,
    keywords: ['nomic', 'game', 'git'],
    license,
    ...(repository === undefined ? {} : { repository: `github:${repository}` }),
    type,
    engines: { node: '>=22.13' },
    bin,
    exports: {
      './rules': { types: './src/rules/index.d.ts', default: './lib/rules-index.js' },
      './package.json': './package.json',
    },
    imports: { '#amaro': './lib/amaro.cjs' },
    optionalDependencies: versionsOf(WANTED),
    peerDependencies: { [BESIDE]: whole.devDependencies[BESIDE] },
    peerDependenciesMeta: { [BESIDE]: { optional: true } },
  };
}
