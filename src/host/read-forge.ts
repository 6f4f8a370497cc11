import { z } from 'zod';
import { readYamlFile } from '../ruleset/front-matter.ts';
import type { Problem } from '../ruleset/problem.ts';
import { validate } from '../ruleset/schema/validate.ts';
import { GAME_FILE, type ContentFiles } from '../store/paths.ts';
import { hostOf, type Host } from './host.ts';
import { existsSync } from 'node:fs';
import { CodedError } from '../kernel/coded-error.ts';

export function forgeSchemas(hosts: readonly Host[]): Promise<readonly z.ZodObject[]> {
  return Promise.all(hosts.map((host) => host.schema()));
}

/** Lets the host of that kind check the `forge:` keys in game.yml. */
export async function forgeProblems(
  hosts: readonly Host[],
  files: ContentFiles,
): Promise<readonly Problem[]> {
  const { data, keyLines } = readYamlFile(GAME_FILE, files.get(GAME_FILE) ?? '');
  const { forge } = (data ?? {}) as { readonly forge?: { readonly kind?: unknown } };
  // Reading the file already reports a missing kind.
  if (typeof forge?.kind !== 'string') return [];
  const host = hostOf(hosts, { kind: forge.kind });
  if (host !== null)
    return validate(z.object({ forge: await host.schema() }), { forge }, GAME_FILE, keyLines).problems;
  const [known = ''] = hosts.map(({ kind }) => kind);
  return [
    {
      code: 'unknown-forge',
      file: GAME_FILE,
      line: keyLines['forge'],
      field: 'forge.kind',
      message: `It is ${JSON.stringify(forge.kind)}.`,
      expected: `one of ${hosts.map(({ kind }) => kind).join(', ')}`,
      example: `kind: ${known}`,
    },
  ];
}

export class GitMissingError extends CodedError<'no-git'> {
  constructor(cause: unknown) {
    super('no-git', 'This needs Git, which is not installed or not on the path.', {
      next: 'Install Git, and run the same command again.',
      cause,
    });
  }
}

/**
 * Throws if a call failed because Git isn't installed, since any other message would mislead. The system reports a missing working folder
 * in the same way.
 */
export function assertGitRan(error: unknown, folder = '.'): void {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  const isMissing = code === 'ENOENT' && typeof syscall === 'string' && syscall.startsWith('spawn');
  if (isMissing && existsSync(folder)) throw new GitMissingError(error);
}
