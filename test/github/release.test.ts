// A release: the steps of its workflow that handle what was built, against the stand-in for GitHub, and against a registry that answers npm as npm's own does.
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { copyWorkflows } from '../../scripts/build-action/build.ts';
import { commitOf, treeOf } from '../../scripts/release/commit.ts';
import { startWithEngine } from './game-at.ts';
import { startRegistry, type Registry } from './published/registry.ts';
import { jobOf } from './run-job.ts';
import type { StandIn } from './stand-in/server.ts';

const run = promisify(execFile);
let folder = '';
let standIn: StandIn;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'released-'));
  standIn = await startWithEngine();
  standIn.world.permissions = jobOf('release.yml', 'publish').permissions;
});
afterEach(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

const git = (cwd: string, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', ...words], {
    cwd,
    encoding: 'utf8',
  }).trim();

/** The steps of a job that are a script with this in it, in the shell that a runner has. */
async function runSteps(
  job: string,
  part: RegExp,
  cwd: string,
  own: Readonly<Record<string, string>> = {},
): Promise<string> {
  const steps = jobOf('release.yml', job).steps.filter(({ run: script = '' }) => part.test(script));
  expect(steps.length).toBeGreaterThan(0);
  let said = '';
  for (const { run: script = '' } of steps) {
    const { stdout } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        TOKEN: 'token-of-github-actions[bot]',
        SERVER: standIn.api,
        REPOSITORY: 'o/r',
        GITHUB_OUTPUT: join(folder, 'output'),
        GIT_TERMINAL_PROMPT: '0',
        ...own,
      },
    }).catch((error: unknown) => {
      const { stdout: out, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${out}${stderr}`, { cause: error });
    });
    said += stdout;
  }
  return said;
}

/** What `scripts/release.ts` leaves, made small: what matters here is what becomes of it. */
function build(source: string): { commit: string; tree: string } {
  const out = join(source, 'dist/release');
  for (const [path, text] of Object.entries({
    'action/action/action.yml': 'name: x\n',
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
  if (existsSync(join(source, '.github/workflows'))) copyWorkflows(source, join(out, 'action'));
  const gitdir = join(source, '.git');
  const about = { gitdir, source: git(source, 'rev-parse', 'HEAD'), message: 'Gitnomic 0.1.0' };
  const commit = commitOf(join(out, 'action'), about);
  expect(commitOf(join(out, 'action'), about)).toBe(commit);
  writeFileSync(join(out, 'commit'), `${commit}\n`);
  return { commit, tree: treeOf(join(out, 'action')) };
}

/** The engine's repository with its own workflows on main, and a working tree of it. */
function beginSource(): string {
  const source = join(folder, 'source');
  git(folder, 'init', '-q', '-b', 'main', source);
  writeFileSync(join(source, 'README.md'), '# Gitnomic\n');
  writeFileSync(join(source, '.gitignore'), 'dist/\n');
  copyWorkflows(join(import.meta.dirname, '../..'), source);
  commitAndPush(source, 'Source');
  return source;
}

function commitAndPush(source: string, message: string): void {
  git(source, 'add', '-A');
  git(source, 'commit', '-qm', message);
  git(source, 'push', '-q', standIn.world.gitdir, 'main');
}

/** The machine of the second job: main as the run began with it, and the artifact of the first job. */
async function publisherFor(source: string, name: string): Promise<string> {
  await runSteps('build', /git bundle/u, source);
  const publisher = join(folder, name);
  git(folder, 'clone', '-q', '--depth', '1', '--no-tags', `file://${source}`, publisher);
  const released = join(publisher, 'release');
  cpSync(join(source, 'dist/release'), released, { recursive: true });
  for (const gone of ['action', 'template', 'commit']) rmSync(join(released, gone), { recursive: true });
  await runSteps('publish', /sha256sum/u, publisher);
  return publisher;
}

test('a build becomes two tags of one commit on top of its source, whole and unaltered', async () => {
  const source = beginSource();
  const bare = standIn.world.gitdir;
  const { commit, tree } = build(source);
  const publisher = await publisherFor(source, 'publisher');
  await runSteps('publish', /git fetch/u, publisher);
  for (const tag of ['v0.1.0', 'v0']) expect(git(bare, 'rev-parse', tag)).toBe(commit);
  expect(git(bare, 'rev-parse', 'v0^{tree}')).toBe(tree);
  expect(git(bare, 'ls-tree', '-r', '--name-only', 'v0')).toContain('node_modules/x/index.js');
  expect(git(bare, 'rev-parse', 'v0~1')).toBe(git(source, 'rev-parse', 'main'));
  expect(git(bare, 'diff', '--name-only', 'main', 'v0', '--', '.github/workflows')).toBe('');
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('version=0.1.0\n');
  // Once more finds all done.
  await runSteps('publish', /git fetch/u, publisher);
  expect(git(bare, 'rev-parse', 'v0.1.0')).toBe(commit);
  // A version is published once: what is another can't take its name.
  writeFileSync(join(source, 'README.md'), '# Other\n');
  commitAndPush(source, 'Other');
  git(source, 'tag', '-d', 'v0.1.0');
  expect(build(source).commit).not.toBe(commit);
  const other = await publisherFor(source, 'other');
  await expect(runSteps('publish', /git fetch/u, other)).rejects.toThrow(
    /::error::v0\.1\.0[^]*already exists/u,
  );
  expect(git(bare, 'rev-parse', 'v0.1.0')).toBe(commit);
});

test('GitHub accepts no tag from a workflow that contains a workflow which is on no branch', async () => {
  const source = beginSource();
  build(source);
  const file = join(source, 'dist/release/action/.github/workflows/tick.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('$/action', 'o/r@v0.1.0'));
  const about = { gitdir: join(source, '.git'), source: git(source, 'rev-parse', 'HEAD'), message: 'x' };
  writeFileSync(join(source, 'dist/release/commit'), commitOf(join(source, 'dist/release/action'), about));
  const rewritten = await publisherFor(source, 'rewritten');
  await expect(runSteps('publish', /git fetch/u, rewritten)).rejects.toThrow(
    /without `workflows` permission/u,
  );
  git(source, 'tag', '-d', 'v0.1.0');
  // So it is where main has other workflows by now.
  build(source);
  const late = await publisherFor(source, 'late');
  writeFileSync(join(source, '.github/workflows/tick.yml'), 'on: {}\n');
  commitAndPush(source, 'Another tick');
  await expect(runSteps('publish', /git fetch/u, late)).rejects.toThrow(/run Release again/u);
  expect(git(standIn.world.gitdir, 'tag')).toBe('');
});

/** A package of this version, as `npm pack` lays it out, in the folder `release` of a runner. */
function pack(version: string, text: string): void {
  const own = join(folder, 'package');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name: 'gitnomic', version, description: text }));
  mkdirSync(join(folder, 'release'), { recursive: true });
  execFileSync('tar', ['-czf', join(folder, 'release', `gitnomic-${version}.tgz`), '-C', folder, 'package']);
}

test('npm takes the first version from a person and later ones from the workflow, and a repeated run finds it there', async () => {
  const registry: Registry = await startRegistry();
  try {
    const configure = (token: string): void =>
      writeFileSync(
        join(folder, '.npmrc'),
        `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=${token}\ncache=${folder}/npm\nupdate-notifier=false\n`,
      );
    const publish = (version: string): Promise<string> =>
      runSteps('publish', /npm publish/u, folder, { VERSION: version });
    configure('workflow');
    pack('0.1.0', 'one');
    await expect(publish('0.1.0')).rejects.toThrow(/::error::npm did not take it[^]*The first time/u);
    configure('person');
    await run('npm', ['publish', './release/gitnomic-0.1.0.tgz', '--access', 'public'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    configure('workflow');
    expect(await publish('0.1.0')).toContain('already');
    pack('0.2.0', 'two');
    expect(await publish('0.2.0')).not.toContain('already');
    expect(registry.published()).toEqual(['0.1.0 by person', '0.2.0 by workflow']);
    pack('0.2.0', 'other');
    await expect(publish('0.2.0')).rejects.toThrow(/::error::npm has another gitnomic 0\.2\.0/u);
  } finally {
    await registry.close();
  }
});

test('makes the release once, and a repeated run completes it', async () => {
  // GitHub's own command line, as far as it is asked: `release view` knows what `release create` has made.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'gh'),
    `#!/bin/sh\necho "$1 $2 $3" >> ${folder}/asked\ncase "$2" in view) test -f ${folder}/there ;; create) touch ${folder}/there ;; esac\n`,
  );
  chmodSync(join(bin, 'gh'), 0o755);
  const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  for (let n = 0; n < 2; n += 1) await runSteps('publish', /gh release/u, folder, { VERSION: '0.1.0', PATH });
  expect(readFileSync(join(folder, 'asked'), 'utf8').split('\n').filter(Boolean)).toEqual([
    'release view v0.1.0',
    'release create v0.1.0',
    'release view v0.1.0',
    'release upload v0.1.0',
    'release edit v0.1.0',
  ]);
});

test('the registry has a version before its release says so, and the tag exists before both', () => {
  const scripts = jobOf('release.yml', 'publish').steps.map(({ run: script = '' }) => script);
  const at = (part: string): number => scripts.findIndex((script) => script.includes(part));
  const order = ['git fetch', 'npm publish', 'gh release', 'template.tar.gz"'].map(at);
  expect(order).toEqual(order.toSorted((one, two) => one - two));
  expect(order).not.toContain(-1);
});

test('the template repository has exactly what this version makes, in a commit of its own', async () => {
  const released = join(folder, 'publisher/release');
  const bare = join(folder, 'o/template.git');
  git(folder, 'init', '-q', '--bare', '-b', 'main', bare);
  const temp = join(folder, 'temp');
  const publish = async (version: string, files: Readonly<Record<string, string>>): Promise<void> => {
    rmSync(released, { recursive: true, force: true });
    rmSync(temp, { recursive: true, force: true });
    mkdirSync(temp);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(released, 'template', path, '..'), { recursive: true });
      writeFileSync(join(released, 'template', path), text);
    }
    execFileSync('tar', ['-C', released, '-czf', join(released, 'template.tar.gz'), 'template']);
    await runSteps('publish', /template\.tar\.gz"/u, join(folder, 'publisher'), {
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
  await publish('0.1.0', { 'README.md': '# A nomic\n', '.gitignore': 'old\n', 'old/gone.yml': 'x\n' });
  expect([log(), held()]).toEqual(['Gitnomic 0.1.0', '.gitignore\nREADME.md\nold/gone.yml']);
  await publish('0.2.0', { 'README.md': '# A nomic\n', '.github/workflows/tick.yml': 'on: {}\n' });
  expect([log(), held()]).toEqual([
    'Gitnomic 0.2.0\nGitnomic 0.1.0',
    '.github/workflows/tick.yml\nREADME.md',
  ]);
  await publish('0.2.0', { 'README.md': '# A nomic\n', '.github/workflows/tick.yml': 'on: {}\n' });
  expect(log()).toBe('Gitnomic 0.2.0\nGitnomic 0.1.0');
});

test('doesn’t publish what was altered on its way', async () => {
  const source = join(folder, 'source');
  git(folder, 'init', '-q', '-b', 'main', source);
  git(source, 'commit', '-q', '--allow-empty', '-m', 'Source');
  build(source);
  await runSteps('build', /git bundle/u, source);
  cpSync(join(source, 'dist/release'), join(folder, 'release'), { recursive: true });
  await runSteps('publish', /sha256sum/u, folder);
  writeFileSync(join(folder, 'release/gitnomic-0.1.0.tgz'), 'other');
  await expect(runSteps('publish', /sha256sum/u, folder)).rejects.toThrow(/did NOT match/u);
});
