#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

import { runCli } from './run-cli.ts';
import { makeTerminal } from './terminal.ts';

// Commands are loaded on demand, and their compiled code is cached.
enableCompileCache();

// A reader may close the pipe early, as `head` does; that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

/** `npm run gitnomic` changes to the project's root, so the caller's folder is restored. */
function folderOfCaller(): string {
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  return script === 'gitnomic' && typedIn !== undefined ? typedIn : process.cwd();
}

async function main(): Promise<void> {
  // Not process.exit, which would lose output that is still being written to a pipe.
  process.exitCode = await runCli({
    words: process.argv.slice(2),
    folder: folderOfCaller(),
    // They have been waiting since the process began.
    begunMs: 0,
    environment: process.env,
    // The overview needs none, and with them comes the sandbox.
    loadCaches: async () => new (await import('../cache/caches.ts')).Caches(),
    terminal: makeTerminal(process.stdout, process.stderr, process.env),
  });
}

await main();
