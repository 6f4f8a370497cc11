import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { isCompiled } from '../../sandbox/own-file.ts';
import type { Check, Finding } from './finding.ts';
import { codeOf, putFile } from '#platform/files.ts';

const PROBE = new Uint8Array(64 * 1024);

/** Detects full folders by writing to them, since that is the only way to see a quota. */
function checkRoom(folders: readonly string[], write: typeof putFile): readonly Finding[] {
  return folders.filter(existsSync).flatMap((path): readonly Finding[] => {
    const probe = join(path, `.room-${process.pid}`);
    try {
      write(probe, PROBE);
      rmSync(probe);
      return [];
    } catch (error) {
      if (!['ENOSPC', 'EDQUOT', 'EIO'].includes(codeOf(error))) return [];
      const full = codeOf(error) !== 'EIO';
      return [
        {
          code: full ? 'disk-full' : 'disk-failed',
          level: 'problem',
          what: full
            ? 'The disk with this folder is full, so no move can be saved. Nothing done before is lost.'
            : 'The disk with this folder reports a failure, so no move can be saved.',
          where: path,
          next: full
            ? 'Free some space, then try again.'
            : 'Copy the whole folder to a working disk, and continue there.',
        },
      ];
    }
  });
}

export interface SetUp {
  /** The project's folder. */
  readonly root: string;
  readonly nodeVersion: string;
  /** The site's port by default. */
  readonly port: number;
}

export function setUpChecks(setUp: SetUp): readonly Check[] {
  return [
    { title: `Node ${setUp.nodeVersion}`, check: async () => Promise.resolve(checkNode(setUp)) },
    { title: 'the packages', check: () => checkPackages(setUp) },
    { title: `port ${setUp.port}`, check: () => checkPort(setUp.port) },
  ];
}

const NEEDED_NODE = 26;

/** A checkout has its own Node; the published package uses the installed one. */
function checkNode({ root, nodeVersion }: SetUp): readonly Finding[] {
  if (isCompiled) return [];
  const own = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const found: Finding[] = [];
  if (Number(nodeVersion.split('.')[0]) < NEEDED_NODE)
    found.push({
      code: 'old-node',
      level: 'problem',
      what: `This runs on Node ${nodeVersion}, but needs Node ${NEEDED_NODE}, which comes with the project.`,
      next: 'Run it as `npm run -s gitnomic -- …`, or by bin/gitnomic.mjs: both use that Node.',
    });
  const answer = existsSync(own)
    ? spawnSync(own, ['--version'], { shell: process.platform === 'win32' })
    : null;
  if (answer?.status !== 0)
    found.push({
      code: 'no-own-node',
      level: found.length > 0 ? 'problem' : 'note',
      what:
        answer === null
          ? 'The project’s own Node is not installed.'
          : 'The project’s own Node does not run on this system.',
      where: own,
      next: `Install the packages again (\`npm run set-up\`), or install Node ${NEEDED_NODE} yourself.`,
      fix: installFix(root),
    });
  return found;
}

async function checkPackages({ root }: SetUp): Promise<readonly Finding[]> {
  if (!existsSync(join(root, 'package-lock.json'))) return [];
  const place = pathToFileURL(join(root, 'scripts/set-up/installed.mjs')).href;
  const { isInstalled } = (await import(place)) as { isInstalled: (root: string) => boolean };
  if (isInstalled(root)) return [];
  return [
    {
      code: 'packages-missing',
      level: 'problem',
      what: 'The installed packages differ from package-lock.json: an installation was interrupted, or the project was updated.',
      where: join(root, 'node_modules'),
      next: 'Run `npm run set-up`.',
      fix: installFix(root),
    },
  ];
}

function installFix(root: string): NonNullable<Finding['fix']> {
  return {
    does: 'install the packages',
    run: async () => {
      const { status } = spawnSync(process.execPath, [join(root, 'scripts/set-up.mjs')], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error('The packages could not be installed; the reason is above.');
      return Promise.resolve();
    },
  };
}

async function checkPort(port: number): Promise<readonly Finding[]> {
  const free = await new Promise<boolean>((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, 'localhost', () => server.close(() => done(true)));
  });
  if (free) return [];
  return [
    {
      code: 'port-taken',
      level: 'note',
      what: `Port ${port} is in use, perhaps by \`npm start\` in another window.`,
      next: '`npm start` uses the next free port. To choose one: `npm start -- --port N`.',
    },
  ];
}

/** Whether the folder is writable; tests replace `may` and `write`. */
export function folderCheck(folder: string, may = mayWrite, write = putFile): Check {
  const own = join(folder, '.gitnomic');
  return {
    title: 'the folder',
    check: async () =>
      Promise.resolve([
        ...checkRoom([folder, own], write),
        ...[folder, own, join(own, 'forge'), join(folder, 'content')]
          .filter((path) => existsSync(path) && !may(path))
          .map((path): Finding => ({
            code: 'read-only',
            level: 'problem',
            what: 'The folder can’t be written to, so no move can be saved.',
            where: path,
            next: 'Make it writable, or copy the whole folder to a place where you can write.',
          })),
      ]),
  };
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
