import type { RulesetChange } from './manifest.ts';
import { describe, ruleCalled, RULESET_FOLDER } from './matter-changes.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { MatterChange, PostData } from './state.ts';
import type { StateChange } from './store.ts';

/** If these changes of the state come from an enactment, asks for its changes of rule texts to be undone as well. */
export function restoreRules(runtime: Runtime, changes: readonly StateChange[]): void {
  for (const { path, after } of changes) {
    const [scope, id = '', fact] = path;
    const post =
      scope === 'posts' && fact === 'status' && after === 'enacted'
        ? runtime.store.state.posts[id]
        : undefined;
    if (post !== undefined) runtime.frame.amendments.push(...undoing(runtime, post));
  }
}

function undoing(runtime: Runtime, { title, changes, omitted }: PostData): readonly RulesetChange[] {
  const left = new Set(omitted.map(({ change }) => change));
  const made = changes.filter((change) => !left.has(describe(change)));
  return made.toReversed().flatMap((change) => {
    const undone = undo(runtime, change);
    if (undone !== null) return undone;
    throw new Refusal(
      `“${title}” did “${describe(change)}”, and the earlier text is not on record; a proposal can restore it`,
      { code: 'not-on-record' },
    );
  });
}

/** Null if the record doesn't hold the earlier text. */
function undo(runtime: Runtime, change: MatterChange): readonly RulesetChange[] | null {
  const pathOf = (rule: string): string => ruleCalled(runtime, rule, null).rule.path;
  switch (change.verb) {
    case 'set':
      // Values of the state are put back with the changes of the state.
      return change.path.startsWith('ruleset.') || change.path.startsWith('game.terms.') ? null : [];
    case 'add-rule':
      return [{ type: 'repeal-rule', path: pathOf(change.title) }];
    case 'edit-rule':
      if (change.with === '') return null;
      return [{ type: 'edit-rule', path: pathOf(change.rule), replace: change.with, with: change.replace }];
    case 'transmute': {
      const { path, facts } = ruleCalled(runtime, change.rule, null).rule;
      return [{ type: 'set-facts', path, facts: { mutable: facts['mutable'] !== true } }];
    }
    case 'file': {
      const { base, content } = change;
      const path = change.path.replace(/^\.?\//u, '').slice(RULESET_FOLDER.length);
      // The text may have changed since, so it is merged: `base` is what the enactment wrote.
      return base === undefined ? null : [{ type: 'write-file', path, content: base, base: content }];
    }
    default:
      return null;
  }
}
