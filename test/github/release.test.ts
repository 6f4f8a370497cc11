// A release, as far as it goes without GitHub: the steps of its workflow that handle what was built, run on repositories of this machine.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { commitOf, treeOf } from '../../scripts/release/commit.ts';
import { jobOf } from './run-job.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'released-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (cwd: string, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...words], {
    cwd,
    encoding: 'utf8',
  }).trim();

/** The steps of a job that are a script with this in it, in the shell that a runner has. */
function runSteps(job: string, part: RegExp, cwd: string, own: Readonly<Record<string, string>> = {}): void {
  const steps = jobOf('release.yml', job).steps.filter(({ run = '' }) => part.test(run));
  expect(steps.length).toBeGreaterThan(0);
  for (const { run = '' } of steps)
    execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        TOKEN: 'token',
        SERVER: `file://${folder}`,
        REPOSITORY: 'o/r',
        GITHUB_OUTPUT: join(folder, 'output'),
        ...own,
      },
      stdio: 'pipe',
    });
}

/** What `scripts/release.ts` leaves, made small: what matters here is what becomes of it. */
function build(source: string): { commit: string; tree: string } {
  const out = join(source, 'dist/release');
  for (const [path, text] of Object.entries({
    'action/action.yml': 'name: x\n',
    'action/node_modules/x/index.js': '1;\n',
    'action/.gitignore': 'node_modules/\n',
    'template/README.md': '# A nomic\n',
    'gitnomic-0.1.0.tgz': 'packed',
    'gitnomic-0.1.0.cdx.json': '{}',
    'notes.md': '- First.\n',
    version: '0.1.0\n',
  })) {
    mkdirSync(join(out, path, '..'), { recursive: true });
    writeFileSync(join(out, path), text);
  }
  const gitdir = join(source, '.git');
  const about = { gitdir, source: git(source, 'rev-parse', 'HEAD'), message: 'Gitnomic 0.1.0' };
  const commit = commitOf(join(out, 'action'), about);
  expect(commitOf(join(out, 'action'), about)).toBe(commit);
  writeFileSync(join(out, 'commit'), `${commit}\n`);
  return { commit, tree: treeOf(join(out, 'action')) };
}

test('what was built becomes two tags of one commit on top of its source, whole and unaltered', () => {
  const [source, bare] = [join(folder, 'source'), join(folder, 'o/r.git')];
  git(folder, 'init', '-q', '-b', 'main', source);
  writeFileSync(join(source, 'README.md'), '# Gitnomic\n');
  writeFileSync(join(source, '.gitignore'), 'dist/\n');
  git(source, 'add', '-A');
  git(source, 'commit', '-qm', 'Source');
  git(folder, 'clone', '-q', '--bare', source, bare);
  const { commit, tree } = build(source);
  runSteps('build', /git bundle/u, source);

  const publisher = join(folder, 'publisher');
  git(folder, 'clone', '-q', '--depth', '1', `file://${bare}`, publisher);
  const released = join(publisher, 'release');
  cpSync(join(source, 'dist/release'), released, { recursive: true });
  for (const gone of ['action', 'template', 'commit']) rmSync(join(released, gone), { recursive: true });
  runSteps('publish', /sha256sum/u, publisher);
  runSteps('publish', /git fetch/u, publisher);
  for (const tag of ['v0.1.0', 'v0']) expect(git(bare, 'rev-parse', tag)).toBe(commit);
  expect(git(bare, 'rev-parse', 'v0^{tree}')).toBe(tree);
  expect(git(bare, 'ls-tree', '-r', '--name-only', 'v0')).toContain('node_modules/x/index.js');
  expect(git(bare, 'rev-parse', 'v0~1')).toBe(git(source, 'rev-parse', 'main'));
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('version=0.1.0\n');
  // A version is published once: what is another can't take its name.
  writeFileSync(join(source, 'README.md'), '# Other\n');
  git(source, 'commit', '-qam', 'Other');
  git(source, 'tag', '-d', 'v0.1.0');
  expect(build(source).commit).not.toBe(commit);
  runSteps('build', /git bundle/u, source);
  git(source, 'push', '-q', bare, 'main');
  const other = join(folder, 'other');
  git(folder, 'clone', '-q', '--depth', '1', '--no-tags', `file://${bare}`, other);
  cpSync(join(source, 'dist/release'), join(other, 'release'), { recursive: true });
  expect(() => runSteps('publish', /git fetch/u, other)).toThrow(/rejected/u);
  expect(git(bare, 'rev-parse', 'v0.1.0')).toBe(commit);
});

test('the template repository has what this version makes and nothing else, in a commit of its own', () => {
  const released = join(folder, 'publisher/release');
  const bare = join(folder, 'o/template.git');
  git(folder, 'init', '-q', '--bare', '-b', 'main', bare);
  const temp = join(folder, 'temp');
  const publish = (version: string, files: Readonly<Record<string, string>>): void => {
    rmSync(released, { recursive: true, force: true });
    rmSync(temp, { recursive: true, force: true });
    mkdirSync(temp);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(released, 'template', path, '..'), { recursive: true });
      writeFileSync(join(released, 'template', path), text);
    }
    execFileSync('tar', ['-C', released, '-czf', join(released, 'template.tar.gz'), 'template']);
    runSteps('publish', /template\.tar\.gz"/u, join(folder, 'publisher'), {
      RUNNER_TEMP: temp,
      GITHUB_WORKSPACE: join(folder, 'publisher'),
      KEY: '',
      PLACE: `file://${folder}/`,
      TEMPLATE: 'o/template',
      VERSION: version,
    });
  };
  const log = (): string => git(bare, 'log', '--format=%s', 'main');
  const held = (): string => git(bare, 'ls-tree', '-r', '--name-only', 'main');
  publish('0.1.0', { 'README.md': '# A nomic\n', '.gitignore': 'old\n', 'old/gone.yml': 'x\n' });
  expect([log(), held()]).toEqual(['Gitnomic 0.1.0', '.gitignore\nREADME.md\nold/gone.yml']);
  publish('0.2.0', { 'README.md': '# A nomic\n', '.github/workflows/tick.yml': 'on: {}\n' });
  expect([log(), held()]).toEqual([
    'Gitnomic 0.2.0\nGitnomic 0.1.0',
    '.github/workflows/tick.yml\nREADME.md',
  ]);
  publish('0.2.0', { 'README.md': '# A nomic\n', '.github/workflows/tick.yml': 'on: {}\n' });
  expect(log()).toBe('Gitnomic 0.2.0\nGitnomic 0.1.0');
});

test('what was altered on its way is not published', () => {
  const source = join(folder, 'source');
  git(folder, 'init', '-q', '-b', 'main', source);
  git(source, 'commit', '-q', '--allow-empty', '-m', 'Source');
  build(source);
  runSteps('build', /git bundle/u, source);
  cpSync(join(source, 'dist/release'), join(folder, 'release'), { recursive: true });
  runSteps('publish', /sha256sum/u, folder);
  writeFileSync(join(folder, 'release/gitnomic-0.1.0.tgz'), 'other');
  expect(() => runSteps('publish', /sha256sum/u, folder)).toThrow(/did NOT match/u);
});
