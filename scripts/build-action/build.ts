import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { buildPackage } from '../build-package/build.ts';
import { copyNative } from './native.ts';

/**
 * The reusable workflows call the Action beside them in the same commit. So no release rewrites a workflow,
 * which a workflow's token must not push, and a commit that a game names fixes the Action too.
 */
export const OWN_ACTION = '$/action';

/** The most that a runner fetches for a tick, packed as GitHub packs a tag. */
export const mostMegabytes = 25;

export interface Release {
  /** The engine's repository on GitHub, `owner/name`. */
  readonly repository: string;
  /** `0.1.0` */
  readonly version: string;
}

/** The workflows that a game's workflow calls: those with `workflow_call`. */
export function reusableWorkflows(root: string): ReadonlyMap<string, string> {
  const folder = join(root, WORKFLOWS);
  const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  return new Map(texts.filter(([, text]) => text.includes('workflow_call:')));
}

/**
 * Copies all workflows of main, even those that only the engine's repository runs, since a workflow may push a tag
 * only if none differs.
 */
export function copyWorkflows(root: string, folder: string): void {
  cpSync(join(root, WORKFLOWS), join(folder, WORKFLOWS), { recursive: true });
}
const WORKFLOWS = '.github/workflows';

/**
 * Builds the content of a release tag: the package as an Action, including everything that it would otherwise have to install.
 */
export async function buildAction(
  root: string,
  folder: string,
  { repository, version }: Release,
): Promise<void> {
  const fingerprint = await buildPackage(root, folder, repository);
  // Only a command of the package publishes it.
  rmSync(join(folder, 'playground'), { recursive: true });
  const here = (path: string): string => readFileSync(join(root, 'scripts/build-action/files', path), 'utf8');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put('action/action.yml', here('action.yml'));
  put('action/action.mjs', here('action.mjs').replace('FINGERPRINT', fingerprint));
  put('README.md', here('README.md').replace('OWNER/gitnomic', repository).replace('VERSION', version));
  cpSync(join(root, '.github/SECURITY.md'), join(folder, 'SECURITY.md'));
  copyWorkflows(root, folder);
  copyNative(root, folder);
}
