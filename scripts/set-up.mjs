// Runs before every npm script, on whatever Node is there (18 or later parses it), and needs no package:
// brings node_modules to what package-lock.json says, and does nothing where it is there already.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findFailure, oldestNode, tooOld } from './set-up/failures.mjs';
import { isInstalled, writeStamp } from './set-up/installed.mjs';
import { installPackages } from './set-up/install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** @param {{ what: string, next: string }} failure */
function give(failure) {
  process.stderr.write(`\n${failure.what} ${failure.next}\n\n`);
  process.exitCode = 1;
}

async function setUp() {
  if (isInstalled(root)) return;
  if (tooOld(process.versions.node)) {
    give({
      what: `This is Node ${process.versions.node}, and setting up needs Node ${oldestNode} or later.`,
      next: 'Install a newer Node, and run the same command again.',
    });
    return;
  }
  try {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    // npm's own word for a folder that can't be written to is misleading, so that is tried first.
    writeFileSync(join(root, 'node_modules/.installing'), '');
  } catch (error) {
    give(findFailure(String(error)));
    return;
  }
  const outcome = await installPackages(root);
  if (outcome.exitCode !== 0) give(findFailure(outcome.output));
  else writeStamp(root);
}

await setUp();
