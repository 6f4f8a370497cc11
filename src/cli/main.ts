#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

import { Caches } from '../cache/caches.ts';
import { runCli } from './run-cli.ts';
import { makeTerminal } from './terminal.ts';

// Commands are loaded when they are called: what was read of them before needs no reading again.
enableCompileCache();

// A reader may stop reading, as `head` does: that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

/** `npm run gitnomic` runs in the project's root, wherever it was typed. */
function folderOfCaller(): string {
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  return script === 'gitnomic' && typedIn !== undefined ? typedIn : process.cwd();
}

async function main(): Promise<void> {
  const caches = new Caches();
  // Not process.exit: what is still to be written to a pipe would be lost.
  process.exitCode = await runCli({
    words: process.argv.slice(2),
    folder: folderOfCaller(),
    environment: process.env,
    caches,
    terminal: makeTerminal(process.stdout, process.stderr, process.env),
  });
  await caches.finish();
}

await main();
