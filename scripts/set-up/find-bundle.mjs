// Whether the bundle of the command line is of what is there now. It needs no package.
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Loaded as far as it is needed: an import by name has Node load all that a module could give, which takes as long as to
// look at the dates of all files.
const load = process.getBuiltinModule ?? createRequire(import.meta.url);
const { readFileSync, statSync, writeFileSync } = load('node:fs');

export const bundleFolder = 'node_modules/.cache/gitnomic';
export const bundleRecord = 'made-of.json';
export const overviewRecord = 'overview-made-of.json';

/** What is no source, and yet part of what a bundle is made from: the packages that are installed, and how it is made.
 * @param {readonly string[]} inputs */
function allOf(inputs) {
  return [...inputs, 'package-lock.json', 'scripts/set-up/bundle.mjs'];
}

/** By content.
 * @param {string} root
 * @param {readonly string[]} inputs */
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

/** What changes whenever somebody writes into one of them, and sometimes without that.
 * @param {string} root
 * @param {readonly string[]} inputs */
export function datesOf(root, inputs) {
  return allOf(inputs)
    .map((path) => {
      // To join them as paths takes longer than to look.
      const { size, mtimeMs, ctimeMs, ino } = statSync(`${root}/${path}`);
      return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    })
    .join('\n');
}

/** The hash of each file of a bundle, by name.
 * @param {string} folder
 * @param {readonly string[]} names */
export function sumsOf(folder, names) {
  const { hash } = load('node:crypto');
  return Object.fromEntries(names.map((name) => [name, hash('sha256', readFileSync(`${folder}/${name}`))]));
}

/** Whether each file of a bundle is as it was written: a damaged one would be another engine.
 * @param {string} folder
 * @param {Record<string, string>} files */
function isWhole(folder, files) {
  const found = sumsOf(folder, Object.keys(files));
  return Object.entries(files).every(([name, sum]) => found[name] === sum);
}

/** The bundle's entry for the overview alone, which takes few files: only they are looked at. Null where one of them is another now.
 * @param {string} root
 * @returns {string | null} */
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

/** The bundle's entry, or null where there is none, or one of other sources.
 * @param {string} root
 * @returns {{ entry: string, fingerprint: string } | null} */
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
    // None, half of one, or a source that is gone.
    return null;
  }
}

/** Only their dates are others: the next command need not read them.
 * @param {string} path
 * @param {object} record */
function remember(path, record) {
  try {
    writeFileSync(path, `${JSON.stringify(record)}\n`);
  } catch {
    // In a folder that may only be read, each command reads them again.
  }
}
