#!/usr/bin/env node
// Runs the command line on whatever Node is there: on the one that the project brings where this one is too old, and
// from the bundle that set-up made where it is of the sources that are there. It is plain JavaScript and needs no package.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { findBundle, findOverview } from '../scripts/set-up/find-bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const neededMajor = 26;
// An import by name has Node load all that node:fs could give, streams included: that is a third of what starting takes here.
const { existsSync } = (process.getBuiltinModule ?? createRequire(import.meta.url))('node:fs');

async function runOnOwnNode() {
  const windows = process.platform === 'win32';
  const own = join(root, 'node_modules/.bin', windows ? 'node.cmd' : 'node');
  if (!existsSync(own)) {
    process.stderr.write(
      `This is Node ${process.versions.node}, and Gitnomic needs Node ${neededMajor}, which it brings itself.\n` +
        `Run \`npm run set-up\` in ${root}, and then the same command again.\n`,
    );
    process.exitCode = 3;
    return;
  }
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { spawn } = await import('node:child_process');
  const child = spawn(own, words, { stdio: 'inherit', shell: windows });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT']))
    process.on(signal, () => {
      // A terminal interrupts the child by itself, and a second interruption would end it before it has finished.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  process.exitCode = await new Promise((done) => {
    child.once('error', () => done(70));
    child.once('exit', (status) => done(status ?? 70));
  });
}

if (Number(process.versions.node.split('.')[0]) < neededMajor) await runOnOwnNode();
else {
  const isOverview = ['help', '--help', '-h'].includes(process.argv[2] ?? 'help') && process.argv.length <= 3;
  const overview = isOverview ? findOverview(root) : null;
  const bundle = overview === null ? findBundle(root) : null;
  // What was read of a game is kept for the engine that read it, and which one this is is known of the bundle alone.
  if (bundle !== null) Reflect.set(globalThis, Symbol.for('gitnomic.engine'), bundle.fingerprint);
  await import(pathToFileURL(overview ?? bundle?.entry ?? join(root, 'src/main/main.ts')).href);
}
