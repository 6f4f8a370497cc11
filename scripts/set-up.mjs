// Runs before every npm script, on any Node (18 or later can parse it), and needs no package. It brings
// node_modules to the state in package-lock.json, and does nothing if that is so already.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { makeBundle } from './set-up/bundle.mjs';
import { findFailure, oldestNode, tooOld } from './set-up/failures.mjs';
import { isInstalled, writeStamp } from './set-up/installed.mjs';
import { installPackages } from './set-up/install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** @param {{ what: string, next: string }} failure */
function give(failure) {
  process.stderr.write(`\n${failure.what} ${failure.next}\n\n`);
  process.exitCode = 1;
}

/** Only these scripts run the command line or start it, so only they need its bundle. */
const scriptsWithBundle = ['set-up', 'pregitnomic', 'prestart', 'prebench', 'pretest', 'pretest:long'];
/** These scripts show pages afterwards, so the first one comes sooner. */
const scriptsWithShell = ['set-up', 'prestart', 'pretest', 'pretest:long'];

async function setUp() {
  const done = isInstalled(root) || (await install());
  const script = process.env['npm_lifecycle_event'] ?? '';
  const compiled = done && scriptsWithShell.includes(script) ? compilePages() : undefined;
  if (done && scriptsWithBundle.includes(script)) await makeBundle(root);
  // This takes less time than the pages.
  if (compiled !== undefined) await readySandbox();
  await compiled;
}

/**
 * Has Astro compile the site’s source while the rest of set-up runs; this takes a moment if nothing has
 * changed. If it fails, showing a page tries again and reports the failure.
 */
function compilePages() {
  const shell = JSON.stringify(pathToFileURL(join(root, 'src/site/render/shell.ts')).href);
  return evaluate(`await (await import(${shell})).compiledShell()`);
}

/** Prepares what games load into their sandboxes, unless that exists. If this fails, each new game does it itself. */
function readySandbox() {
  return evaluate(
    `await import(${JSON.stringify(pathToFileURL(join(root, 'scripts/set-up/ready-sandbox.ts')).href)})`,
  );
}

/**
 * Runs code on the Node that the project brings, which reads TypeScript.
 * @param {string} code
 */
function evaluate(code) {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  /** @type {Promise<unknown>} */
  const ended = new Promise((done) => {
    const child = spawn(node, ['--input-type=module', '--eval', code], { cwd: root, stdio: 'ignore' });
    child.on('close', done).on('error', done);
  });
  // Windows can't start a script like this, so failures are ignored.
  return ended.catch(() => undefined);
}

/** Returns whether it succeeded, and reports a failure. */
async function install() {
  if (tooOld(process.versions.node)) {
    give({
      what: `This is Node ${process.versions.node}, and setting up needs Node ${oldestNode} or later.`,
      next: 'Install a newer Node, and run the same command again.',
    });
    return false;
  }
  try {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    // npm's own message about a folder that can't be written is misleading, so this tries it first.
    writeFileSync(join(root, 'node_modules/.installing'), '');
  } catch (error) {
    give(findFailure(String(error)));
    return false;
  }
  const outcome = await installPackages(root);
  if (outcome.exitCode !== 0) {
    give(findFailure(outcome.output));
    return false;
  }
  writeStamp(root);
  return true;
}

await setUp();
