import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { buildPackage } from '../build-package/build.ts';
import { copyNative } from './native.ts';

/** How this repository's own workflows call the Action, until a release says where it is and which one. */
export const UNRELEASED = 'OWNER/gitnomic@v0';

/** A runner fetches no more than that for a tick, packed as GitHub packs a tag. */
export const mostMegabytes = 25;

export interface Release {
  /** The engine's repository on GitHub, `owner/name`. */
  readonly repository: string;
  /** `0.1.0` */
  readonly version: string;
}

/** Workflows that are called by the workflow of a game: all that have `workflow_call`. */
export function reusableWorkflows(root: string): ReadonlyMap<string, string> {
  const folder = join(root, '.github/workflows');
  const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  return new Map(texts.filter(([, text]) => text.includes('workflow_call:')));
}

/** Makes what a release tag holds: the package, run as an Action, with all that it would otherwise have to install. */
export async function buildAction(
  root: string,
  folder: string,
  { repository, version }: Release,
): Promise<void> {
  const fingerprint = await buildPackage(root, folder, repository, { isForAction: true });
  const here = (path: string): string => readFileSync(join(root, 'scripts/build-action/files', path), 'utf8');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put('action.yml', here('action.yml'));
  put('bin/action.mjs', here('action.mjs').replace('FINGERPRINT', fingerprint));
  put('README.md', here('README.md').replaceAll(UNRELEASED, `${repository}@v${version}`));
  cpSync(join(root, '.github/SECURITY.md'), join(folder, 'SECURITY.md'));
  for (const [name, text] of reusableWorkflows(root))
    put(`.github/workflows/${name}`, text.replaceAll(UNRELEASED, `${repository}@v${version}`));
  copyNative(root, folder);
}
