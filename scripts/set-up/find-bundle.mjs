// Whether the bundle of the command line is of what is there now. It needs no package.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const bundleFolder = 'node_modules/.cache/gitnomic';

/** By content, not by date: of each file, and of the packages that are installed.
 * @param {string} root
 * @param {readonly string[]} inputs */
export function fingerprint(root, inputs) {
  const hash = createHash('sha256');
  for (const path of [...inputs, 'package-lock.json', 'scripts/set-up/bundle.mjs'])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** The bundle's entry, or null where there is none, or one of other sources.
 * @param {string} root
 * @returns {{ entry: string, fingerprint: string } | null} */
export function findBundle(root) {
  const folder = join(root, bundleFolder);
  try {
    const made = JSON.parse(readFileSync(join(folder, 'made-of.json'), 'utf8'));
    if (made.root !== root || made.fingerprint !== fingerprint(root, made.inputs)) return null;
    return { entry: join(folder, 'main.mjs'), fingerprint: made.fingerprint };
  } catch {
    // None, half of one, or a source that is gone.
    return null;
  }
}
