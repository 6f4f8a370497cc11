import { RULESET, type ContentFiles } from '../../src/store/paths.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { describeProblem } from '../../src/ruleset/problem.ts';
import type { Changes } from './draft.ts';

interface Choice {
  readonly core: string;
  readonly dynasty?: string;
}

/** Returns the changes that replace the core rules in force with those of an era. Dynastic rules stay as they are. */
export function coreRulesOf(content: ContentFiles, library: ContentFiles, core: string): Changes {
  return changesTo(content, compose(library, { core }), (path) => !path.startsWith('dynastic/'));
}

/** Returns the changes that bring a dynasty's rules in, with the special cases that the dynasty wants. */
export function dynasticRulesOf(
  content: ContentFiles,
  library: ContentFiles,
  choice: Required<Choice>,
): Changes {
  return changesTo(
    content,
    compose(library, choice),
    (path) => !path.startsWith('core/') || path.startsWith('core/helpers/'),
  );
}

function compose(library: ContentFiles, choice: Choice): ContentFiles {
  const { files, problems } = composeRuleset(library, choice);
  if (problems.length > 0) throw new Error(problems.map(describeProblem).join('; '));
  return files;
}

function changesTo(
  content: ContentFiles,
  wanted: ContentFiles,
  concerns: (path: string) => boolean,
): Changes {
  const changes = new Map<string, string | null>();
  for (const path of content.keys()) {
    if (!path.startsWith(RULESET)) continue;
    const below = path.slice(RULESET.length);
    if (concerns(below) && !wanted.has(below)) changes.set(path, null);
  }
  for (const [below, text] of wanted) {
    const path = `${RULESET}${below}`;
    if (concerns(below) && content.get(path) !== text) changes.set(path, text);
  }
  return changes;
}
