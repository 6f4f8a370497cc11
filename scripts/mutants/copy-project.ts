import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies the project so that its files can be changed. Everything that reads them from disk, such as the
 * sandbox's build, sees the changes.
 */
export function copyProject(root: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const gone = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split(
    '\0',
  );
  for (const path of listed.split('\0').filter((one) => one !== '' && !gone.includes(one))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path));
  }
  mkdirSync(join(to, 'node_modules'));
  // Caches that were made from the sources are not shared.
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !/^\.(?:cache|vite)/u.test(one)))
    symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name));
}
