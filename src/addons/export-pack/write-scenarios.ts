import { stringify } from 'yaml';

import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Fields, State } from '../../kernel/state.ts';
import type { StateChange } from '../../kernel/store.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import { define } from '../../kernel/values.ts';

/** Possible scenarios for an action; the first that passes under the final rules is taken. */
export interface Candidates {
  readonly action: string;
  readonly texts: readonly string[];
}

export interface PlayedRules {
  readonly model: ModelDescription;
  readonly core: string;
  readonly name: string;
}

const MOST_TRIED = 4;

/** The latest uses of each action as scenarios: given, step, result. */
export function scenariosOf(
  rules: PlayedRules,
  state: State,
  ledger: readonly LedgerLine[],
): readonly Candidates[] {
  const found = new Map<string, string[]>();
  for (const { line, before } of statesBefore(state, ledger)) {
    const texts = found.get(line.what) ?? [];
    if (texts.length >= MOST_TRIED || !canBeWritten(rules.model, line)) continue;
    found.set(line.what, [...texts, scenarioOf(rules, line, before)]);
  }
  return [...found]
    .map(([action, texts]) => ({ action, texts }))
    .sort((a, b) => (a.action < b.action ? -1 : 1));
}

/** Secret actions can't be shown, and refused ones changed nothing. */
function canBeWritten({ actions }: ModelDescription, { what, draws, refused, stopped }: LedgerLine): boolean {
  const action = Object.hasOwn(actions, what) ? actions[what] : undefined;
  return (
    action !== undefined &&
    !action.private &&
    refused === undefined &&
    stopped === undefined &&
    draws.every(({ kind }) => kind === 'dice')
  );
}

function scenarioOf({ model, core, name }: PlayedRules, line: LedgerLine, before: State): string {
  const { at, by, what, draws, changes } = line;
  const given = line.with ?? {};
  const step = {
    at: '+0h',
    by,
    act: what,
    ...(Object.keys(given).length === 0 ? {} : { with: given }),
    ...(draws.length === 0 ? {} : { dice: draws.map(({ result }) => result) }),
  };
  const title = `${model.actions[what]?.title ?? what}, as it was done on ${at.slice(0, 10)}`;
  return stringify(
    {
      title,
      checks: [what],
      rules: { core, dynasty: name },
      start: at,
      players: Object.fromEntries(Object.keys(before.players).map((id) => [id, {}])),
      given: givenOf(model, before),
      steps: [step],
      // oxlint-disable-next-line unicorn/no-thenable -- a key of the format, and no promise
      then: thenOf(model, changes),
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

type Types = Readonly<Record<string, { readonly type: ValueType }>>;

function givenOf({ fields, collections }: ModelDescription, state: State): Readonly<Record<string, unknown>> {
  const all = (types: Types, entities: Readonly<Record<string, Fields>>): Record<string, Fields> =>
    Object.fromEntries(Object.entries(entities).map(([id, values]) => [id, written(types, values)]));
  const things = Object.entries(state.things).flatMap(([id, entities]) => {
    const collection = Object.hasOwn(collections, id) ? collections[id] : undefined;
    return collection === undefined ? [] : [[id, all(collection.fields, entities)] as const];
  });
  const given = {
    dynasty: written(fields['dynasty'] ?? {}, state.dynasty),
    game: written(fields['game'] ?? {}, state.game),
    players: all(fields['player'] ?? {}, state.players),
    ...Object.fromEntries(things),
  };
  return Object.fromEntries(Object.entries(given).filter(([, values]) => Object.keys(values).length > 0));
}

/** Values that a scenario can set: no secrets, and nothing that names a post. */
function written(types: Types, values: Fields): Fields {
  return Object.fromEntries(
    Object.entries(values).filter(([id]) => {
      const type = Object.hasOwn(types, id) ? types[id]?.type : undefined;
      return type !== undefined && type.private !== true && !namesPosts(type);
    }),
  );
}

function namesPosts(type: ValueType): boolean {
  return JSON.stringify(type).includes('"kind":"post"');
}

function thenOf(model: ModelDescription, changes: readonly StateChange[]): Readonly<Record<string, unknown>> {
  const then: Record<string, Record<string, unknown>> = {};
  const expect = (scope: string, keys: readonly string[], value: unknown): void => {
    const own = (then[scope] ??= {});
    const [id = '', field] = keys;
    if (field === undefined) own[id] = value;
    else own[id] = { ...(own[id] as object | undefined), [field]: value };
  };
  for (const { path, after } of changes) {
    const [scope = '', ...rest] = path;
    const [place = '', keys] = scope === 'things' ? [rest[0], rest.slice(1)] : [scope, rest];
    const types =
      scope === 'things'
        ? model.collections[place]?.fields
        : model.fields[scope === 'players' ? 'player' : scope];
    if (types === undefined || keys.length === 0 || scope === 'posts' || scope === 'emperor') continue;
    const isWhole = (scope === 'players' || scope === 'things') && keys.length === 1;
    if (isWhole && after === null) continue;
    const values = isWhole ? (after as Fields) : { [keys.at(-1) ?? '']: after };
    for (const [field, value] of Object.entries(written(types, values)))
      expect(place, isWhole ? [...keys, field] : keys, value);
  }
  return then;
}

/** Each ledger line, newest first, with the state before it, by undoing its changes. */
function* statesBefore(
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
