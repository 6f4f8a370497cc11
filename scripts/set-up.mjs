// Runs before every npm script, on whatever Node is there (18 or later parses it), and needs no package:
// brings node_modules to what package-lock.json says, and does nothing where it is there already.
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

/** The scripts that run the command line, or what it starts: only they gain by its bundle. */
const scriptsWithBundle = ['set-up', 'pregitnomic', 'prestart', 'prebench', 'pretest', 'pretest:long'];
/** Those after which pages are asked for: the first is there sooner. */
const scriptsWithShell = ['set-up', 'prestart', 'pretest', 'pretest:long'];

async function setUp() {
  const done = isInstalled(root) || (await install());
  const script = process.env['npm_lifecycle_event'] ?? '';
  const compiled = done && scriptsWithShell.includes(script) ? compilePages() : undefined;
  if (done && scriptsWithBundle.includes(script)) await makeBundle(root);
  // It takes less time than the pages do.
  if (compiled !== undefined) await readySandbox();
  await compiled;
}

/** Beside what else set-up does, has Astro compile the site’s source, in a moment where it is compiled already. Whoever shows a page tries again, and says what failed. */
function compilePages() {
  const shell = JSON.stringify(pathToFileURL(join(root, 'src/site/render/shell.ts')).href);
  return evaluate(`await (await import(${shell})).compiledShell()`);
}

/** Makes ready what games load into their sandboxes, where that is not there already. Where this fails, each game that begins makes it. */
function readySandbox() {
  return evaluate(
    `await import(${JSON.stringify(pathToFileURL(join(root, 'scripts/set-up/ready-sandbox.ts')).href)})`,
  );
}

/** By the Node that the project brings, which reads TypeScript.
 * @param {string} code */
function evaluate(code) {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  /** @type {Promise<unknown>} */
  const ended = new Promise((done) => {
    const child = spawn(node, ['--input-type=module', '--eval', code], { cwd: root, stdio: 'ignore' });
    child.on('close', done).on('error', done);
  });
  // Windows starts no script so.
  return ended.catch(() => undefined);
}

/** Whether it went well; where it did not, that is said. */
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
    // npm's own word for a folder that can't be written to is misleading, so that is tried first.
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
