import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { filesBelow, isFreeFolder, isThere, putFile, readBytes } from '#platform/files.ts';
import { isCompiled } from '../../sandbox/own-file.ts';
import { defineCommand, type Ending, failure } from '../../cli/command.ts';
import { untilStopped } from '../../cli/local/listen.ts';
import { serveFolder } from '../../cli/local/serve-folder.ts';
import { portGiven } from '../../cli/read-arguments.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILD = join(ROOT, 'scripts/build-playground/build.ts');
const FIRST_PORT = 8321;
/** In the package these are files of the reader too, and lie only there. */
const OF_READER = ['type-stripper.js', 'quickjs.wasm'];

export const command = defineCommand({
  usage: 'playground [options]',
  details:
    'Serves static files with which a browser plays a whole game by itself, to this machine only. With --out it writes them instead, for a host of static pages: they work below any address with HTTPS. A newer version is written over an older one.',
  examples: [
    { line: 'playground', does: 'play in a browser on this machine' },
    { line: 'playground --out public/play', does: 'then publish public/play like any other pages' },
  ],
  options: {
    out: { type: 'string', value: 'FOLDER', summary: 'write the files there, and serve nothing' },
    port: { type: 'string', value: 'N', summary: `the port (default: ${FIRST_PORT} or the next free one)` },
  },
  async run({ values, folder, give, say, serves }): Promise<Ending> {
    if (values.out !== undefined) {
      const out = resolve(folder, values.out);
      assertReplaceable(out);
      await writePlayground(out);
      give({ folder: out }, () => `The playground is in ${out}. Serve it by HTTPS, from any address.\n`);
      return 'ok';
    }
    const made = mkdtempSync(join(tmpdir(), 'gitnomic-playground-'));
    try {
      await writePlayground(made);
      const [port, tries] = values.port === undefined ? [FIRST_PORT, 20] : [portGiven(values.port), 1];
      const stopped = untilStopped();
      const served = await serveFolder(made, port, tries);
      say(`Play at ${served.url} (Ctrl+C stops the server)`);
      serves();
      await stopped;
      await served.close();
      return 'ok';
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  },
});

/** Only an earlier playground is overwritten. */
function assertReplaceable(out: string): void {
  if (isThere(join(out, 'playground/files.json')) || isFreeFolder(out)) return;
  throw failure('usage', 'folder-not-empty', `There is something else in ${out}.`, {
    next: 'Name a new folder with --out.',
  });
}

/** The package contains the files; a clone builds them. */
async function writePlayground(out: string): Promise<void> {
  if (!isCompiled) {
    const { buildPlayground } = (await import(pathToFileURL(BUILD).href)) as {
      buildPlayground(root: string, out: string): Promise<unknown>;
    };
    await buildPlayground(ROOT, out);
    return;
  }
  const made = join(ROOT, 'playground');
  for (const name of filesBelow(made))
    putFile(join(out, name), readBytes(join(made, name)), { durable: false });
  for (const name of OF_READER)
    putFile(join(out, 'playground', name), readBytes(join(ROOT, 'reader', name)), { durable: false });
}
