// `npm run build-action -- --repository OWNER/NAME`: builds dist/action, the content of a release's tag.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { buildAction } from './build-action/build.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const { values, positionals } = readOptions(import.meta.filename, {
  repository: { type: 'string', default: 'OWNER/gitnomic' },
});
const folder = positionals[0] ?? `${root}/dist/action`;
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { readonly version: string };
await buildAction(root, folder, { repository: values.repository, version });
console.log(`What the tag v${version} holds is in ${folder}.`);
