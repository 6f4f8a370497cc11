import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitIn } from '#platform/run-git.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { shellWord } from '../../language/shell-word.ts';
import { RULESET } from '../../store/paths.ts';
import type { Finding } from './finding.ts';

/** Compares the folder with its own Git. Earlier commits of a game that goes on may hold rules that were repealed by votes. */
export function checkDeleted(folder: string, isStopped: boolean): readonly Finding[] {
  const git = (...words: readonly string[]): readonly string[] => {
    try {
      return gitIn(folder)(...words)
        .split('\n')
        .filter(Boolean);
    } catch {
      return [];
    }
  };
  const deleted = ['--diff-filter=D', '--', RULESET];
  const before = isStopped ? git('log', '-1', '--format=%h~1', ...deleted) : [];
  const found = ['origin/main', 'HEAD', ...before].flatMap((from) => {
    const paths = git('diff', '--name-only', '--relative', from, ...deleted);
    const lacking = paths.filter((path) => !existsSync(join(folder, path)));
    return rulesDeleted(lacking, { from, git: `git -C ${shellWord(folder)}` });
  });
  return found.slice(0, 1);
}

/** Files of one folder that a commit has and the game's folder hasn't, and the command that brings them back. */
export function rulesDeleted(
  paths: readonly string[],
  { from, git, folder = RULESET }: { readonly from: string; readonly git: string; readonly folder?: string },
): readonly Finding[] {
  if (paths.length === 0) return [];
  const back = paths.length > 3 ? folder.slice(0, -1) : paths.map(shellWord).join(' ');
  const [code, what, repeal] =
    folder === RULESET ? ['rule-deleted', 'rules', 'repeal it'] : ['state-deleted', 'files', 'delete it'];
  return [
    {
      code,
      level: 'note',
      what: `The folder lacks ${what} that ${from} has: ${fewOf(paths, 3).join(', ')}.`,
      next: `\`${git} restore --source=${from} -- ${back}\` brings back what was deleted by mistake; \`gitnomic propose\` proposes to ${repeal}.`,
    },
  ];
}
