import { whyBadName } from '../ruleset/file-names.ts';
import { RepositoryError } from './repository-error.ts';

/** Splits a path into its names. Throws `bad-path`, because writing there would be a bug of the engine. */
export function segmentsOf(path: string): readonly string[] {
  const names = path.split('/');
  for (const name of names) {
    const why = whyBadName(name);
    if (why === null) continue;
    throw new RepositoryError('bad-path', `Nothing is written to ${JSON.stringify(path)}: ${name} ${why}.`, {
      path,
    });
  }
  return names;
}

/** Whether `path` is `folder` or lies in it. Everything lies in ''. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
