// Starts threads and processes from their bundles, as the command line does. From sources, they would load
// hundreds of files, and the benchmark would measure loading.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBundle } from '../test/starter/bundled-threads.ts';

const started = fromBundle(dirname(import.meta.dirname));

registerHooks({
  load(url, context, next) {
    const source =
      url.endsWith('.ts') && url.includes('/src/') ? startsThread(fileURLToPath(url)) : undefined;
    return source === undefined
      ? next(url, context)
      : { format: 'module-typescript', source, shortCircuit: true };
  },
});

function startsThread(path: string): string | undefined {
  return started(path, readFileSync(path, 'utf8'));
}
