// `node scripts/release.ts --repository OWNER/NAME [FOLDER]`: builds everything that a release of this commit
// publishes, but publishes nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { templateFiles } from '../src/host/github/template/thin-files.ts';
import { buildAction } from './build-action/build.ts';
import { buildPackage } from './build-package/build.ts';
import { commitOf } from './release/commit.ts';
import { notesOf } from './release/notes.ts';
import { readOptions, refuse } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const { values, positionals } = readOptions(import.meta.filename, {
  repository: { type: 'string' },
  rehearse: { type: 'boolean', default: false },
});
const { repository } = values;
if (repository === undefined)
  refuse(
    import.meta.filename,
    'Say where the engine lies on GitHub, which the release names: --repository OWNER/NAME.',
  );
const out = resolve(positionals[0] ?? join(root, 'dist/release'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, values.rehearse);
const release = { repository, version };

function run(name: string, words: readonly string[], cwd = root): string {
  // On Windows npm is a script.
  return execFileSync(name, words, { cwd, encoding: 'utf8', shell: process.platform === 'win32' }).trim();
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await buildAction(root, join(out, 'action'), release);
await buildPackage(root, join(out, 'package'), repository);
run('npm', ['pack', './package', '--loglevel=error'], out);
for (const [path, text] of templateFiles(release)) {
  mkdirSync(dirname(join(out, 'template', path)), { recursive: true });
  writeFileSync(join(out, 'template', path), text);
}
writeFileSync(join(out, 'notes.md'), notes);
const bill = run('npm', ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx']);
writeFileSync(join(out, `gitnomic-${version}.cdx.json`), bill);
const gitdir = resolve(root, run('git', ['rev-parse', '--git-common-dir']));
const source = run('git', ['rev-parse', 'HEAD']);
const message = `Gitnomic ${version}\n\nBuilt from ${source}.`;
writeFileSync(join(out, 'commit'), `${commitOf(join(out, 'action'), { gitdir, source, message })}\n`);
writeFileSync(join(out, 'version'), `${version}\n`);
console.log(`Release ${version} of ${repository} is in ${out}, made of ${source}.`);
