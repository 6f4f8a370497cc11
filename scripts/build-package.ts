// `npm run build-package`: makes dist/package, which is what is published as `gitnomic`: compiled JavaScript with what it
// reads, and nothing that only this project needs. Nothing of the project itself depends on it.
import { fileURLToPath } from 'node:url';

import { buildPackage } from './build-package/build.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const folder = readOptions(import.meta.filename, {}).positionals[0] ?? `${root}/dist/package`;
await buildPackage(root, folder);
console.log(`The package is in ${folder}. \`npm pack ${folder}\` makes the file that is published.`);
