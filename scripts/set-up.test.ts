import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { findFailure, tooOld } from './set-up/failures.mjs';
import { isInstalled, sameInstall, stampFor, writeStamp } from './set-up/installed.mjs';

const lockFile = (version: string): string =>
  JSON.stringify({
    packages: {
      '': { name: 'x' },
      'node_modules/a': { version },
      'node_modules/b': { version: '1.0.0', optional: true },
    },
  });

function inProject(lock: string, run: (root: string) => void): void {
  const root = mkdtempSync(join(tmpdir(), 'set-up-'));
  try {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'package-lock.json'), lock);
    run(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('whether the packages are installed', () => {
  test('an interrupted install left no stamp, and is repeated', () => {
    inProject(lockFile('1.0.0'), (root) => expect(isInstalled(root)).toBe(false));
  });

  test('a finished install is known by its stamp', () => {
    inProject(lockFile('1.0.0'), (root) => {
      writeStamp(root);
      expect(isInstalled(root)).toBe(true);
    });
  });

  test('another lock file asks for another install', () => {
    inProject(lockFile('1.0.0'), (root) => {
      writeStamp(root);
      writeFileSync(join(root, 'package-lock.json'), lockFile('2.0.0'));
      expect(isInstalled(root)).toBe(false);
    });
  });

  test('an install by hand counts if it is the same except for optional packages', () => {
    const record = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });
    expect(sameInstall(lockFile('1.0.0'), record)).toBe(true);
    expect(sameInstall(lockFile('2.0.0'), record)).toBe(false);
  });

  test('the stamp names the platform, since a shared folder holds the binaries of only one', () => {
    expect(stampFor('{}')).toContain(`${process.platform}-${process.arch} `);
  });
});

test('stopping an install ends npm with it, and says to run the same again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'set-up-'));
  const here = fileURLToPath(new URL('.', import.meta.url));
  cpSync(join(here, 'set-up.mjs'), join(root, 'scripts/set-up.mjs'));
  cpSync(join(here, 'set-up'), join(root, 'scripts/set-up'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), lockFile('1.0.0'));
  // Like npm, it ignores whatever signal reaches it first, here the one that a terminal sends to all processes.
  const npm = join(root, 'npm.js');
  const begun = join(root, 'begun');
  writeFileSync(
    npm,
    `process.on('SIGINT', () => {}); require('fs').writeFileSync(${JSON.stringify(begun)}, String(process.pid)); setInterval(() => {}, 1000);`,
  );
  try {
    const child = spawn(process.execPath, [join(root, 'scripts/set-up.mjs')], {
      env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise<number | null>((done) => child.on('close', done));
    await expect.poll(() => existsSync(begun) && readFileSync(begun, 'utf8') !== '').toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(said).toContain('was stopped before it was done. Run the same command again');
    expect(() => process.kill(Number(readFileSync(begun, 'utf8')), 0)).toThrow('ESRCH');
    expect(existsSync(join(root, 'node_modules/.set-up'))).toBe(false);
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('if installing fails', () => {
  test.each([
    ['npm error code ENOTFOUND\nnpm error request to a registry failed', 'could not be reached'],
    ['npm error code EROFS\nnpm error rofs EROFS: read-only file system', 'can’t be written to'],
    ["Error: EACCES: permission denied, mkdir 'node_modules'", 'can’t be written to'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EUSAGE', 'don’t match'],
    ['npm error code E404', 'does not have'],
    [' NO_NPM', 'npm could not be started'],
  ])('explains %j', (output, expected) => {
    const { what, next } = findFailure(output);
    expect(what).toContain(expected);
    expect(what).toMatch(/\.$/);
    expect(next).toMatch(/\.$/);
  });

  test('passes on an unknown failure, without npm’s decoration', () => {
    const { what } = findFailure(
      'npm error code EODD\nnpm error odd things\nnpm error A complete log of this run …',
    );
    expect(what).toBe('Installing the packages that the project needs failed: code EODD odd things.');
  });

  test('recognizes a Node that is too old', () => {
    expect(tooOld('18.19.0')).toBe(true);
    expect(tooOld('20.0.0')).toBe(false);
    expect(tooOld('26.10.0')).toBe(false);
  });
});
