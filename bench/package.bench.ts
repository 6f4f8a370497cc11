// The published package: its size, packed and installed, and its speed. npm installs it into empty folders,
// with and without optional packages, so that it asks registry and cache as a stranger's npm does.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { packPackage } from '../test/package/install.ts';
import { serveRegistry } from './loopback-registry.ts';
import { compareRuns, report, timed } from './measure.ts';

const run = promisify(execFile);
const MB = 1_000_000;
const ROUNDS = 9;
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

const { folder, file } = await packPackage();
try {
  report({ bench: 'package tarball', megabytes: statSync(file).size / MB, bar: 8 });
  for (const [name, bar, words] of [
    ['with everything', 90, []],
    ['without what is optional', 25, ['--omit=optional']],
  ] as const) {
    const home = join(folder, name);
    mkdirSync(home);
    execFileSync('npm', ['install', '--prefix', home, ...QUIET, ...words, file], { stdio: 'ignore' });
    report({ bench: `package installed, ${name}`, megabytes: sizeOf(join(home, 'node_modules')) / MB, bar });
  }
  const registry = await serveRegistry(file);
  // Empties npx's own folder, but keeps npm's cache as the first run left it.
  const beginAs = async (name: string, from: readonly string[]): Promise<number> => {
    const begins = ['gitnomic', 'init', name, '--player', 'ana', '--player', 'bo', '--player', 'cy'];
    const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
    rmSync(join(folder, 'cache/_npx'), { recursive: true, force: true });
    return timed(() => run('npx', ['--yes', ...from, '--', ...begins], { cwd: folder, env }));
  };
  for (const [name, from] of [
    ['by its name', [`--registry=${registry.address}`, `--package=gitnomic`]],
    ['by its file', [`--package=${file}`]],
  ] as const) {
    await beginAs(`first ${name}`, from);
    const seconds = (await beginAs(name, from)) / 1000;
    report({ bench: `package, from npx to a game begun, ${name}`, seconds, bar: 10 });
  }
  registry.end();
  const bin = join(folder, 'with everything/node_modules/gitnomic/bin/gitnomic.mjs');
  const status = (): unknown =>
    execFileSync(process.execPath, [bin, 'status', '--game', join(folder, 'by its name')]);
  status();
  const { ours, theirs, ratio } = await compareRuns(
    status,
    () => execFileSync(process.execPath, ['-e', '0']),
    ROUNDS,
  );
  report({ bench: 'package: status against node -e 0', ours_ms: ours, theirs_ms: theirs, ratio, bar: 4 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
