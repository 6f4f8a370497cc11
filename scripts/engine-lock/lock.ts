/** What a tick imports, and TypeScript, by which clauses are checked; `test/github/engine-install.test.ts` holds it. */
export const ENGINE_PACKAGES: readonly string[] = [
  '@noble/curves',
  '@octokit/core',
  '@octokit/plugin-paginate-rest',
  '@octokit/plugin-retry',
  '@octokit/plugin-throttling',
  'acorn',
  'age-encryption',
  'amaro',
  'diff',
  'gray-matter',
  'isomorphic-git',
  'node-diff3',
  'quickjs-emscripten',
  'remark-gfm',
  'remark-parse',
  'sharp',
  'typescript',
  'unified',
  'yaml',
  'zod',
];

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly [key: string]: unknown;
}

export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** A lock of these packages and what they need, cut out of a larger one: the same versions, the same hashes. */
export function lockOf(whole: Lock, names: readonly string[]): { manifest: object; lock: object } {
  const found = new Map<string, Locked>();
  const take = (name: string, from: string): void => {
    const path = placeOf(whole, name, from);
    if (path === null || found.has(path)) return;
    // What only tests need in the larger one is needed here.
    const { dev: _dev, ...entry } = whole.packages[path] ?? {};
    found.set(path, entry);
    for (const dependency of dependenciesOf(entry)) take(dependency, path);
  };
  for (const name of names) take(name, '');
  const dependencies = Object.fromEntries(
    names.map((name) => [name, whole.packages[`node_modules/${name}`]?.version ?? missing(name)]),
  );
  const about = { name: 'gitnomic-engine', version: '0.0.0' };
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const packages = { '': { ...about, dependencies }, ...Object.fromEntries(sorted) };
  return {
    manifest: { ...about, private: true, type: 'module', dependencies },
    lock: { ...about, lockfileVersion: whole.lockfileVersion, requires: true, packages },
  };
}

function missing(name: string): never {
  throw new Error(`package-lock.json has no ${name}.`);
}

/** Where a package finds another: beside its own, or further out. */
function placeOf({ packages }: Lock, name: string, from: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return null;
  }
}

function dependenciesOf(entry: Locked): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const peers = Object.keys(peerDependencies).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}
