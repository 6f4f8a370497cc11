import { headCalled } from './roles.ts';
import type { ActionDefinition } from './definition.ts';
import { fieldAt, type Model, type Owned } from './model.ts';
import { toCamel, toKebab } from './names.ts';
import { cite, Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { factOf } from './store.ts';

/**
 * A private action may publish only what it declares: each public value that it writes must be among its `reveals`, by its name
 * (`rooms.explored`) or its kind (`rooms`).
 */
export function checkReveals(
  runtime: Runtime,
  id: string,
  definition: Pick<ActionDefinition, 'reveals'>,
  mark: number,
): void {
  const declared = new Set((definition.reveals ?? []).map((name) => name.split('.').map(toKebab).join('.')));
  for (const { path } of runtime.store.changesSince(mark)) {
    const kind = kindOf(path);
    if (kind === null || isPrivate(runtime.model, path)) continue;
    const fact = revealedBy(path);
    if (!declared.has(kind) && !declared.has(fact)) throw undeclared(id, fact);
  }
  if (runtime.frame.amendments.length > 0 && !declared.has('ruleset')) throw undeclared(id, 'ruleset');
}

/** The name by which an action declares a fact. Facts about players and posts are named after all players or posts, like those about rooms. */
export function revealedBy(path: readonly string[]): string {
  return factOf(path)
    .replace(/^(player|post)\./, '$1s.')
    .replace(/^things\./, '');
}

/**
 * The reason for refusing a private action, and its result, may tell what it saw. Once it has read anything private, both are withheld
 * unless `reveals` includes `refusals` or `result`.
 */
export function keepingSecrets(
  runtime: Runtime,
  { id, definition, rule }: Owned<Pick<ActionDefinition, 'reveals'>>,
  take: () => void,
): void {
  const declared = new Set(definition.reveals ?? []);
  const { frame, model } = runtime;
  try {
    take();
  } catch (error) {
    const isTellable = !frame.sawPrivate || declared.has('refusals');
    if (!(error instanceof Refusal) || isTellable || error.code === UNDECLARED) throw error;
    const head = headCalled(model.manifest.terms);
    throw new Refusal(
      `refused for a reason that only ${head} may see (to show it, the action has to declare reveals: ['refusals'])`,
      { code: 'private-reason', rule: cite(rule) },
    );
  }
  if (frame.sawPrivate && frame.result !== null && !declared.has('result')) throw undeclared(id, 'result');
}

const UNDECLARED = 'undeclared-reveal';

/** Suggests the narrowest declaration, so that following it reveals no more than needed. */
function undeclared(id: string, fact: string): Refusal {
  return new Refusal(
    `${id} is private but would make ${fact} public, and doesn't say so: reveals: ['${fact.split('.').map(toCamel).join('.')}']`,
    { code: UNDECLARED },
  );
}

/** `players`, `rooms`, `game`, or null for records about actions. */
function kindOf([scope = '', name = '']: readonly string[]): string | null {
  if (scope === 'taken' || scope === 'submissions') return null;
  return scope === 'things' ? name : scope;
}

/** All of the emperor's variables are private. */
export function isPrivate(model: Model, path: readonly string[]): boolean {
  return path[0] === 'emperor' || fieldAt(model, path)?.type.private === true;
}
