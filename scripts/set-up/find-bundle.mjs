// Checks whether the bundle of the command line matches the sources. It needs no package.
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Loads only what is needed: importing names makes Node load everything that a module could give, which takes
// as long as checking the dates of all files.
const load = process.getBuiltinModule ?? createRequire(import.meta.url);
const { readFileSync, statSync, writeFileSync } = load('node:fs');

export const bundleFolder = 'node_modules/.cache/gitnomic';
export const bundleRecord = 'made-of.json';
export const overviewRecord = 'overview-made-of.json';

/**
 * Adds the inputs of a bundle that aren't sources: the installed packages and the bundling scripts.
 * @param {readonly string[]} inputs
 */
function allOf(inputs) {
  return [...inputs, 'package-lock.json', 'scripts/set-up/bundle.mjs'];
}

/**
 * Hashes the contents.
 * @param {string} root
 * @param {readonly string[]} inputs
 */
export function fingerprint(root, inputs) {
  const hash = load('node:crypto').createHash('sha256');
  for (const path of allOf(inputs))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Size, dates and inode of each file: a cheap sign that a file may have changed.
 * @param {string} root
 * @param {readonly string[]} inputs
 */
export function datesOf(root, inputs) {
  return allOf(inputs)
    .map((path) => {
      // Joining them as paths would take longer than the look itself.
      const { size, mtimeMs, ctimeMs, ino } = statSync(`${root}/${path}`);
      return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    })
    .join('\n');
}

/**
 * Hashes each file of a bundle, by name.
 * @param {string} folder
 * @param {readonly string[]} names
 */
export function sumsOf(folder, names) {
  const { hash } = load('node:crypto');
  return Object.fromEntries(names.map((name) => [name, hash('sha256', readFileSync(`${folder}/${name}`))]));
}

/**
 * True if each file of a bundle is as it was written, since a damaged bundle would be another engine.
 * @param {string} folder
 * @param {Record<string, string>} files
 */
function isWhole(folder, files) {
  const found = sumsOf(folder, Object.keys(files));
  return Object.entries(files).every(([name, sum]) => found[name] === sum);
}

/**
 * Returns the bundle's entry for the overview, or null if one of the few files behind it has changed.
 * @param {string} root
 * @returns {string | null}
 */
export function findOverview(root) {
  const folder = join(root, bundleFolder);
  try {
    const made = JSON.parse(readFileSync(join(folder, overviewRecord), 'utf8'));
    const isOfNow = made.root === root && datesOf(root, made.inputs) === made.dates;
    return isOfNow && isWhole(folder, made.files) ? join(folder, 'main.mjs') : null;
  } catch {
    return null;
  }
}

/**
 * Returns the bundle's entry, or null if there is none or its sources have changed.
 * @param {string} root
 * @returns {{ entry: string, fingerprint: string } | null}
 */
export function findBundle(root) {
  const folder = join(root, bundleFolder);
  const record = join(folder, bundleRecord);
  try {
    const made = JSON.parse(readFileSync(record, 'utf8'));
    if (made.root !== root || !isWhole(folder, made.files)) return null;
    const found = { entry: join(folder, 'main.mjs'), fingerprint: made.fingerprint };
    const dates = datesOf(root, made.inputs);
    if (dates === made.dates) return found;
    if (fingerprint(root, made.inputs) !== made.fingerprint) return null;
    remember(record, { ...made, dates });
    const overview = join(folder, overviewRecord);
    const few = JSON.parse(readFileSync(overview, 'utf8'));
    remember(overview, { ...few, dates: datesOf(root, few.inputs) });
    return found;
  } catch {
    // There is no bundle or half of one, or a source is missing.
    return null;
  }
}

/**
 * Only the dates differ, so the next command need not read the files again.
 * @param {string} path
 * @param {object} record
 */
function remember(path, record) {
  try {
    writeFileSync(path, `${JSON.stringify(record)}\n`);
  } catch {
    // In a read-only folder each command reads them again.
  }
}
