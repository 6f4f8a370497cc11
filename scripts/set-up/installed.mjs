// Whether node_modules is what package-lock.json asks for.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Inside node_modules, so that deleting node_modules also deletes the claim that it is complete.
const stampPath = 'node_modules/.set-up';
// npm writes this last, after everything else is in place: an interrupted install has none, or an older one.
const npmsOwnRecord = 'node_modules/.package-lock.json';

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The platform counts: a folder that two systems share (a container's mount) holds the binaries of one of them.
 * @param {string} lockFile */
export function stampFor(lockFile) {
  const hash = createHash('sha256').update(lockFile).digest('hex');
  return `${process.platform}-${process.arch} ${hash}\n`;
}

/** Whether npm's record of what it installed has all that the lock file asks for, optional packages aside:
 * which of those belong here depends on the platform.
 * @param {string} lockFile
 * @param {string} record */
export function sameInstall(lockFile, record) {
  const wanted = JSON.parse(lockFile).packages;
  const installed = JSON.parse(record).packages;
  return Object.keys(wanted).every((path) => {
    if (path === '') return true;
    if (installed[path] === undefined) return wanted[path].optional === true;
    return installed[path].version === wanted[path].version;
  });
}

/** @param {string} root */
export function isInstalled(root) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (readIfThere(join(root, stampPath)) === stampFor(lockFile)) return true;
  // Somebody who ran `npm ci` by hand shouldn't wait for a second one.
  const record = readIfThere(join(root, npmsOwnRecord));
  if (record === undefined || !sameInstall(lockFile, record) || !hasOwnNode(root)) return false;
  writeStamp(root);
  return true;
}

/** @param {string} root */
function hasOwnNode(root) {
  return existsSync(join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node'));
}

/** @param {string} root */
export function writeStamp(root) {
  try {
    writeFileSync(join(root, stampPath), stampFor(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  } catch (error) {
    // Only saves time: if it can't be written (a read-only folder), the next run looks again.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? ''))
      throw error;
  }
}
