import type { MatterChange } from '../../kernel/state.ts';
import { segmentsOf, RepositoryError } from '../../repository/repository-error.ts';
import { changeSchema, type Step } from './format.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';

/** A file that a branch changes. All other changes of a scenario are requested in words. */
interface FileChange {
  readonly path: string;
  readonly content: string | null;
}

export type AskedChange = MatterChange | FileChange;

/** Changes as a scenario writes them, in order. */
export function changesOf(given: Step['changes']): readonly AskedChange[] {
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).flatMap(changesIn);
}

const NAMED = new Set(Object.keys(changeSchema.shape));

function changesIn(given: Readonly<Record<string, unknown>>): AskedChange[] {
  const { data: verbs, error } = changeSchema.safeParse(
    Object.fromEntries(Object.entries(given).filter(([key]) => NAMED.has(key))),
    { error: plainIssue },
  );
  if (verbs === undefined)
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return Object.keys(given).flatMap((key): AskedChange[] => {
    switch (key) {
      case 'add-rule':
      case 'edit-rule':
        return [{ verb: key, ...verbs[key] } as MatterChange];
      case 'repeal-rule':
      case 'transmute':
        return [{ verb: key, rule: verbs[key] ?? '' }];
      case 'set':
        return Object.entries(verbs.set ?? {}).map(([path, value]) => ({ verb: 'set', path, value }));
      default:
        return [fileChange(key, given[key])];
    }
  });
}

function fileChange(given: string, content: unknown): AskedChange {
  if (!given.includes('/'))
    throw new Error(`"${given}" is neither a content path nor one of ${[...NAMED].join(', ')}`);
  if (content !== null && typeof content !== 'string')
    throw new Error(`the new text of ${given} must be text, or null to delete it`);
  const path = given.replace(/^(\.?\/)+/u, '').replace(/^gamestate\//u, 'content/gamestate/');
  // Git can't store this path, so the change is requested in words and refused when it is judged.
  return isPath(path) ? { path, content } : { verb: 'file', path: given, content };
}

function isPath(path: string): boolean {
  try {
    return segmentsOf(path).length > 0;
  } catch (error) {
    if (error instanceof RepositoryError) return false;
    throw error;
  }
}
