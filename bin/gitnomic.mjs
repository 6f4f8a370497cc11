#!/usr/bin/env node
// Runs the command line on any Node: if this Node is too old, on the one that the project brings; and from
// the bundle that set-up made, if that matches the sources. It is plain JavaScript and needs no package.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { findBundle, findOverview } from '../scripts/set-up/find-bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const neededMajor = 26;
// Importing names from node:fs makes Node load everything that it could give, including streams, which is a
// third of the start time here.
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
      // A terminal interrupts the child by itself, and a second interrupt would end it before it has finished.
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
  // Cached reads of a game belong to the engine that made them, and only the bundle knows which engine this is.
  if (bundle !== null) Reflect.set(globalThis, Symbol.for('gitnomic.engine'), bundle.fingerprint);
  await import(pathToFileURL(overview ?? bundle?.entry ?? join(root, 'src/main/main.ts')).href);
}
