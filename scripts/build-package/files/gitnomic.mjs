#!/usr/bin/env node
// Runs the command line of the published package. It is plain JavaScript, so that an old Node can report that it is too old.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `This is Node ${process.versions.node}, and Gitnomic needs Node 22.13 or later.\nInstall a newer Node from nodejs.org, and run the same command again.\n`,
  );
  process.exitCode = 3;
} else {
  // Older Node versions warn that SQLite is experimental, and locks use it.
  const emitWarning = /** @type {(...words: unknown[]) => void} */ (process.emitWarning.bind(process));
  process.emitWarning = (/** @type {unknown[]} */ ...words) => {
    if (words[1] !== 'ExperimentalWarning') emitWarning(...words);
  };
  // Cached reads of a game belong to the engine that made them.
  Reflect.set(globalThis, Symbol.for('gitnomic.engine'), 'FINGERPRINT');
  await import(new URL('../lib/main-main.js', import.meta.url).href);
}
