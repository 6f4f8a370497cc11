import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** The oldest Node on which the package runs: locks need `node:sqlite`. A clone brings its own Node, and needs an older one only for npm. */
export const OLDEST_NODE = '22.13';

/** Native packages outside the bundles. Without them only pictures and the types of clauses don't work. */
const WANTED = ['sharp', 'typescript'];

/** Only `gitnomic mcp` needs it, and it is larger than everything else together, so its users install it separately. */
const BESIDE = '@modelcontextprotocol/sdk';

/** Returns the package's package.json: the parts of the project's own that users need. */
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
    engines: { node: `>=${OLDEST_NODE}` },
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
