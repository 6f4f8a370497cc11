// `npm run build-playground -- --out FOLDER`: writes static files with which a browser plays a whole game by itself.
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

import { buildPlayground } from './build-playground/build.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const {
  values: { out },
} = readOptions(import.meta.filename, { out: { type: 'string', default: 'dist/playground' } });
const { files } = await buildPlayground(root, resolve(out));
for (const [path, bytes] of files) console.log(`${String(Math.ceil(bytes / 1000)).padStart(7)} kB  ${path}`);
console.log(`Serve ${out} from the root of an address, for example: npx serve ${out}`);
