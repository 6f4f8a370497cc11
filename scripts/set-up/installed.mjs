// Checks whether node_modules matches package-lock.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Inside node_modules, so that deleting node_modules also deletes the claim that it is complete.
const stampPath = 'node_modules/.set-up';
// npm writes this last, so after an interrupted install it is missing or older.
const npmsOwnRecord = 'node_modules/.package-lock.json';

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * The platform counts, because a folder that two systems share (a container's mount) holds the binaries of one of them.
 * @param {string} lockFile
 */
export function stampFor(lockFile) {
  const hash = createHash('sha256').update(lockFile).digest('hex');
  return `${process.platform}-${process.arch} ${hash}\n`;
}

/**
 * True if npm's record of the install has everything in the lock file. Optional packages are ignored, since
 * the platform decides which of those belong here.
 * @param {string} lockFile
 * @param {string} record
 */
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
    // The stamp only saves time. If it can't be written, as in a read-only folder, the next run looks again.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? ''))
      throw error;
  }
}
