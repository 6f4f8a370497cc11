// `node scripts/make-template.ts --repository OWNER/NAME [FOLDER]`: builds the repository for “Use this
// template”, which a release pushes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { templateFiles } from '../src/host/github/template/thin-files.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = readOptions(import.meta.filename, {
  repository: { type: 'string', default: 'OWNER/gitnomic' },
});
const folder = positionals[0] ?? join(root, 'dist/template');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of templateFiles({ repository: values.repository, version })) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
console.log(`The template is in ${folder}.`);
