import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));

/** Returns a package to compare with. It is installed on first use. */
export function requirePeer<T>(name: string): T {
  install(name);
  return createRequire(`${folder}package.json`)(name) as T;
}

/** Returns the path of a file in such a package. */
export function peerFile(name: string, path: string): string {
  install(name);
  return `${folder}node_modules/${name}/${path}`;
}

function install(name: string): void {
  if (existsSync(`${folder}node_modules/${name}`)) return;
  console.error('Fetching what the benchmarks measure against …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
