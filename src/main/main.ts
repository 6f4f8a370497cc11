#!/usr/bin/env node
import { exitCodes } from '../cli/command.ts';
import { runCli } from './run-cli.ts';
import { makeTerminal } from '../cli/terminal.ts';

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

/** Null if the folder was deleted, since only then the system fails like this. */
function folderThatIsThere(): string | null {
  try {
    return folderOfCaller();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

const folder = folderThatIsThere();
if (folder === null) {
  process.stderr.write(
    'error[no-folder]  The folder that you are in no longer exists.\n  next      Change to another one, and run the same command again.\n',
  );
  process.exitCode = exitCodes.broken.code;
} else {
  // Not process.exit, which would lose output that is still being written to a pipe.
  process.exitCode = await runCli({
    words: process.argv.slice(2),
    folder,
    // The user has been waiting since the process started.
    begunMs: 0,
    environment: process.env,
    // The overview doesn't need caches, which load the sandbox.
    loadCaches: async () => new (await import('../cache/caches.ts')).Caches(),
    terminal: makeTerminal(process.stdout, process.stderr, process.env),
  });
}
