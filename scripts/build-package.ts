// `npm run build-package`: builds dist/package, which is published as `gitnomic`: compiled JavaScript and the
// files that it reads, without anything that only this project needs. Nothing in the project depends on it.
import { fileURLToPath } from 'node:url';

import { buildPackage } from './build-package/build.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const folder = readOptions(import.meta.filename, {}).positionals[0] ?? `${root}/dist/package`;
await buildPackage(root, folder);
console.log(`The package is in ${folder}. \`npm pack ${folder}\` makes the file that is published.`);
