// `npm run build-playground -- --out FOLDER`: writes static files with which a browser plays a whole game by itself.
// `npm run playground` writes them and serves them to this machine.
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

import { serveFolder } from '../src/cli/local/serve-folder.ts';
import { buildPlayground } from './build-playground/build.ts';
import { readOptions } from './read-options.ts';

const FIRST_PORT = 8321;

const root = fileURLToPath(new URL('..', import.meta.url));
const {
  values: { out, serve },
} = readOptions(import.meta.filename, {
  out: { type: 'string', default: 'dist/playground' },
  serve: { type: 'boolean', default: false },
});
const { files } = await buildPlayground(root, resolve(out));
if (serve) {
  const { url } = await serveFolder(resolve(out), FIRST_PORT);
  console.log(`Play at ${url} (Ctrl+C stops the server)`);
} else {
  for (const [path, bytes] of files)
    console.log(`${String(Math.ceil(bytes / 1000)).padStart(7)} kB  ${path}`);
  console.log(`Serve ${out} from any address. \`npm run playground\` does so on this machine.`);
}
