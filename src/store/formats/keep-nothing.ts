import { CodedError } from '../../kernel/coded-error.ts';
import { rulesThatRun } from '../../play/rules-that-run.ts';
import { isSwitchedOff, switchOff } from '../../ruleset/switched-off.ts';
import { SourceCache } from '../../sandbox/sources.ts';
import { readLibrary } from '../library.ts';
import { RULESET, type ContentFiles } from '../paths.ts';
import { patched, readPatches } from './patches.ts';

/**
 * Rewrites clauses of older libraries that kept something between calls, also where a group has amended other lines of
 * them. Any other clause that this engine would refuse is switched off, so that the game goes on and its players can
 * propose another one. Core rules can't be switched off.
 */
export function keepNothing(files: ContentFiles): ReadonlyMap<string, string> {
  const patches = readPatches(readLibrary().get('format-3.diff') ?? '');
  const rules = new Map<string, string>();
  for (const [path, text] of files)
    if (path.startsWith(RULESET)) rules.set(path.slice(RULESET.length), patched(text, patches));
  const off = [...rules].flatMap(([path, text]) =>
    path.endsWith('.ts') && isRefused(path, text) ? rulesThatRun(path, rules) : [],
  );
  const dynastic = [...new Set(off)].filter(
    (rule) => rule.startsWith('dynastic/') && !isSwitchedOff(`${rule}.md`, rules.get(`${rule}.md`) ?? ''),
  );
  return new Map(
    [...switchOff(rules, dynastic)]
      .map(([path, text]): [string, string] => [`${RULESET}${path}`, text])
      .filter(([path, text]) => files.get(path) !== text),
  );
}

function isRefused(path: string, text: string): boolean {
  try {
    new SourceCache().clause(text, path);
    return false;
  } catch (error) {
    if (error instanceof CodedError) return true;
    throw error;
  }
}
