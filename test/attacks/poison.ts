// Puts into a repository, and beside it, everything by which Git and the tools around it start programs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const HOOKS = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'commit-msg',
  'prepare-commit-msg',
  'post-commit',
  'pre-rebase',
  'post-checkout',
  'post-merge',
  'pre-push',
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'reference-transaction',
  'push-to-checkout',
  'pre-auto-gc',
  'post-rewrite',
  'fsmonitor-watchman',
  'post-index-change',
];

/** Names of drivers: what sets a driver back by its name may read the second as another. */
const DRIVERS = ['x', 'x=y'];

/** Settings that start `program`, in Git's own format. */
function settings(program: string, hooks: string): string {
  const sections: Readonly<Record<string, readonly string[]>> = {
    core: [
      ...['fsmonitor', 'sshCommand', 'askPass', 'editor', 'pager', 'gitProxy', 'alternateRefsCommand'].map(
        (key) => `${key} = ${program}`,
      ),
      `hooksPath = ${hooks}`,
    ],
    sequence: [`editor = ${program}`],
    ...Object.fromEntries(
      DRIVERS.flatMap((name) => [
        [`filter "${name}"`, ['clean', 'smudge', 'process'].map((key) => `${key} = ${program}`)],
        [`diff "${name}"`, [`command = ${program}`, `textconv = ${program}`]],
        [`merge "${name}"`, [`driver = ${program}`]],
      ]),
    ),
    diff: [`external = ${program}`],
    log: ['showSignature = true'],
    merge: ['verifySignatures = true'],
    fetch: ['recurseSubmodules = true'],
    submodule: ['recurse = true'],
    credential: [`helper = !${program}`],
    gpg: [`program = ${program}`],
    commit: ['gpgSign = true'],
    push: ['gpgSign = if-asked'],
    uploadpack: [`packObjectsHook = ${program}`],
    gc: [`recentObjectsHook = ${program}`, 'auto = 1', 'autoDetach = false'],
    alias: [`status = !${program}`, `cat-file = !${program}`],
    interactive: [`diffFilter = ${program}`],
    protocol: ['allow = always'],
    'protocol "ext"': ['allow = always'],
    'remote "origin"': [`uploadpack = ${program}`, `receivepack = ${program}`, 'promisor = true'],
    extensions: ['partialClone = origin'],
  };
  return Object.entries(sections)
    .map(([name, lines]) => `[${name}]\n${lines.map((line) => `\t${line}\n`).join('')}`)
    .join('');
}

const MARKED = '* filter=x diff=x merge=x\n*.md filter=x=y diff=x=y merge=x=y\n';

/** Everything that this Git can be set to, with the program for each value, and a yes where it takes nothing else. */
export function everySetting(program: string): string {
  const keys = execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
    .split('\n')
    .filter((key) =>
      /^(?!advice|color|core|include|pager)\w+\.(?:[<*].*|\w*(?:command|editor|external|filter|gpg|helper|hook|pager|program|proxy|recurse|sign|tool)\w*)$/iu.test(
        key,
      ),
    );
  return keys
    .flatMap((key) => DRIVERS.map((name) => key.replace(/<[^>]*>|\*/gu, name)))
    .map((key) => {
      const [section = '', ...rest] = key.split('.');
      const name = rest.pop() ?? '';
      if (!/^[a-z][a-z\d-]*$/iu.test(name)) return '';
      const value = /sign|recurse|verify/iu.test(name) ? 'true' : program;
      return `[${section}${rest.length === 0 ? '' : ` "${rest.join('.')}"`}]\n\t${name} = ${value}\n`;
    })
    .join('');
}

/** Signs the newest commit, so that a Git that is told to looks at the signature. */
export function sign(folder: string): void {
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', input }).trim();
  const signed = git(['cat-file', 'commit', 'HEAD']).replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
  );
  git(['update-ref', 'HEAD', git(['hash-object', '-t', 'commit', '-w', '--stdin'], `${signed}\n`)]);
}

export class Poison {
  readonly #folder: string;
  /** Each program that started has its line here. */
  readonly log: string;
  readonly program: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.log = join(folder, 'started.txt');
    this.program = this.#script('program');
  }

  started(): readonly string[] {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8').split('\n').filter(Boolean) : [];
  }

  #script(name: string, path = join(this.#folder, name)): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${this.log}'\nexit 0\n`);
    chmodSync(path, 0o755);
    return path;
  }

  /** Hooks and attributes of a repository: what Git finds there without any setting. */
  hooks(gitdir: string): void {
    for (const name of HOOKS) this.#script(name, join(gitdir, 'hooks', name));
    mkdirSync(join(gitdir, 'info'), { recursive: true });
    writeFileSync(join(gitdir, 'info/attributes'), `* filter=x diff=x merge=x ident\n${MARKED}`);
  }

  /** The settings of a repository. `by`: in its own file, or in one that this includes. */
  settings(gitdir: string, by: 'itself' | 'include' = 'itself'): void {
    const text = settings(this.program, join(gitdir, 'hooks'));
    const config = join(gitdir, 'config');
    if (by === 'itself') return appendFileSync(config, text);
    writeFileSync(join(this.#folder, 'included'), text);
    appendFileSync(config, `[include]\n\tpath = ${join(this.#folder, 'included')}\n`);
  }

  /** Files in a folder that tools of JavaScript and Git's attributes pick up. */
  files(folder: string): void {
    const start = `require('node:fs').appendFileSync(${JSON.stringify(this.log)}, __filename + '\\n');\n`;
    const module = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(this.log)}, import.meta.url + '\\n');\nexport default {};\n`;
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    for (const name of ['astro', 'vite', 'vitest', 'prettier', 'svelte']) put(`${name}.config.mjs`, module);
    for (const name of ['postcss.config.cjs', '.postcssrc.cjs', '.prettierrc.cjs']) put(name, start);
    for (const name of [
      'typescript',
      'sharp',
      'gitnomic',
      'zod',
      'quickjs-emscripten',
      'nodemailer',
      'acorn',
      'astro',
    ]) {
      put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '9.9.9', main: 'index.js' }));
      put(`node_modules/${name}/index.js`, start);
      put(`node_modules/.bin/${name}`, `#!/bin/sh\necho "bin ${name}" >> '${this.log}'\n`);
      chmodSync(join(folder, `node_modules/.bin/${name}`), 0o755);
    }
    put('.env', `NODE_OPTIONS=--require=${join(folder, 'node_modules/gitnomic/index.js')}\n`);
    put(
      '.npmrc',
      `script-shell=${this.program}\nnode-options=--require=${join(folder, 'node_modules/gitnomic/index.js')}\n`,
    );
    put('git', `#!/bin/sh\necho 'git of the folder' >> '${this.log}'\n`);
    chmodSync(join(folder, 'git'), 0o755);
    for (const path of ['.gitattributes', 'content/.gitattributes', '.gitnomic/.gitattributes'])
      put(path, MARKED);
  }
}

/** Makes the folder a working tree whose files are committed, with origin beside it. */
export function committed(folder: string, origin: string): void {
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  git('remote', 'add', 'origin', origin);
}
