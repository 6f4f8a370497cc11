import { define } from '../../kernel/values.ts';
import type { State } from '../../kernel/state.ts';
import type { LedgerLine } from '../../play/ledger-line.ts';

/** Each ledger line, newest first, with the state before it, by undoing its changes. */
export function* statesBefore(
  state: State,
  ledger: readonly LedgerLine[],
): Generator<{ readonly line: LedgerLine; readonly before: State }> {
  const now = structuredClone(state);
  for (const line of ledger.toReversed()) {
    for (const { path, before } of line.changes.toReversed()) putBack(now, path, before);
    yield { line, before: now };
  }
}

function putBack(state: State, path: readonly string[], value: unknown): void {
  let target = state as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    const inner = Object.hasOwn(target, key) ? target[key] : undefined;
    // Archived posts are no longer in the state.
    if (typeof inner !== 'object' || inner === null) return;
    target = inner as Record<string, unknown>;
  }
  const last = path.at(-1) ?? '';
  if (value === null) delete target[last];
  else define(target, last, structuredClone(value));
}
