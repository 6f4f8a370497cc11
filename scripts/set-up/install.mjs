// Runs `npm ci`, and shows that something is happening.
import { spawn, spawnSync } from 'node:child_process';
import { join, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const secondsBetweenSigns = 1;
const secondsForOthersToEnd = 3;
const secondsToEnd = 2;

/**
 * Finds the npm that started this script, run by its own Node: `node` on the path may be the one in
 * node_modules, which the install is about to delete.
 */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm !== undefined && npm.endsWith('.js')) return { command: node ?? process.execPath, args: [npm] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/** Shows one line, which is rewritten on a terminal. Elsewhere it prints a line at the start and one at the end. */
function showProgress() {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const line = 'Installing the project’s packages (once; half a minute or so) …';
  const draw = () => process.stderr.write(`\r${line} ${seconds()} s`);
  const timer = process.stderr.isTTY ? setInterval(draw, secondsBetweenSigns * 1000) : undefined;
  if (timer) draw();
  else process.stderr.write(`${line}\n`);
  /** @param {boolean} installed */
  return function stop(installed) {
    clearInterval(timer);
    if (timer) process.stderr.write('\n');
    else if (installed) process.stderr.write(`Installed in ${seconds()} s.\n`);
  };
}

const flags = [
  'ci',
  '--ignore-scripts',
  '--loglevel=error',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/** @param {string} root
 * @returns {Promise<{ exitCode: number, output: string }>} */
function runNpm(root) {
  const { command, args } = npmCommand();
  const child = spawn(command, [...args, ...flags], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  // After Ctrl-C npm would continue unseen, beside the next command, so this stops it and waits for its end.
  const stop = () => {
    output = 'STOPPED';
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), secondsToEnd * 1000).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => {
    child.on('error', () => resolve({ exitCode: 1, output: 'NO_NPM' }));
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  }).finally(() => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
  });
}

/** @param {string} root
 * @returns {Promise<{ exitCode: number, output: string }>} */
export async function installPackages(root) {
  const runsFromHere = process.execPath.startsWith(join(root, 'node_modules') + sep);
  if (process.platform === 'win32' && runsFromHere) return { exitCode: 1, output: 'NODE_IN_USE' };

  const stop = showProgress();
  let outcome = await runNpm(root);
  // An install that was just interrupted may still be writing files. Once it has ended, this succeeds.
  if (/\b(ENOTEMPTY|EEXIST|EBUSY)\b/.test(outcome.output)) {
    await wait(secondsForOthersToEnd * 1000);
    outcome = await runNpm(root);
  }
  stop(outcome.exitCode === 0);
  if (outcome.exitCode === 0 && !hasNode26(root)) return { exitCode: 1, output: 'NO_OWN_NODE' };
  return outcome;
}

/** @param {string} root */
function hasNode26(root) {
  const own = join(root, 'node_modules/.bin/node');
  // It may exist and not run, for example with another C library. On Windows it is a shell script, and the
  // shell splits its path at spaces unless it is quoted.
  const windows = process.platform === 'win32';
  const run = spawnSync(windows ? `"${own}"` : own, ['--version'], { shell: windows });
  return run.status === 0 || Number(process.versions.node.split('.')[0]) >= 26;
}
