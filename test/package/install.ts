import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildPackage } from '../../scripts/build-package/build.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '');

/** What is installed beside the package where everything is wanted; where nothing native is, it stands alone. */
export const ALL = ['sharp', 'typescript'];

/** Builds and packs the package, and gives the file that would be published. */
export async function packPackage(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  await buildPackage(root, join(folder, 'package'));
  const packed = execFileSync('npm', ['pack', './package', '--json', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  });
  const [, name = ''] = /"filename": "([^"]+)"/u.exec(packed) ?? [];
  return { folder, file: join(folder, name) };
}

/** An empty folder with what was packed installed in it, beside these packages as the project has them. */
export function installIn(folder: string, file: string, packages: readonly string[]): string {
  const installed = join(folder, 'node_modules/gitnomic');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', installed]);
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'junction');
  }
  return join(installed, 'bin/gitnomic.mjs');
}

/** An older Node, as `npm run test:nodes` fetches it. */
export function olderNode(major: number): string {
  return join(root, `test/package/nodes/node_modules/node-${major}/bin/node`);
}

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(node: string, folder: string, words: readonly string[]): Said {
  const { status, stdout, stderr } = spawnSync(node, [...words], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}
