import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Packages outside the bundles: one checks the types of clauses, the other makes pictures. */
const WANTED = ['typescript', 'sharp'];
/** The runners named in the workflows: `ubuntu-24.04`. */
const RUNNER = { os: 'linux', cpu: 'x64', libc: 'glibc' };

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

function runsThere({ os = [RUNNER.os], cpu = [RUNNER.cpu], libc = [RUNNER.libc] }: Locked): boolean {
  return os.includes(RUNNER.os) && cpu.includes(RUNNER.cpu) && libc.includes(RUNNER.libc);
}

/** The wanted packages and their dependencies on a runner. */
export function nativePackages(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = new Set<string>();
  for (const names = [...WANTED]; names.length > 0;) {
    const name = names.pop() ?? '';
    const about = packages[`node_modules/${name}`];
    if (about === undefined || found.has(name) || !runsThere(about)) continue;
    found.add(name);
    names.push(...Object.keys({ ...about.dependencies, ...about.optionalDependencies }));
  }
  return [...found].sort();
}

/** Copies these packages to where the bundles look for them, without files for people, C compilers or browsers. */
export function copyNative(root: string, folder: string): void {
  for (const name of nativePackages(root)) {
    const from = join(root, 'node_modules', name);
    if (!existsSync(from))
      throw new Error(
        `${name} is not installed here. What a runner needs is taken from this machine: build on Linux, x64.`,
      );
    cpSync(from, join(folder, 'node_modules', name), {
      recursive: true,
      dereference: true,
      filter: (path) =>
        !/^(?:README|CHANGELOG)|\.(?:map|cc|h)$|^lib\.(?:dom|webworker)\./iu.test(basename(path)),
    });
  }
}
