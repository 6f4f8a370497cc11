import type { FieldScope } from '../kernel/model.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { EVERYBODY, type TriedMove, type Explorer } from './moves.ts';

const DAY = 24;
const WAITS = [1, 7, 31, 366, 7305].map((days) => days * DAY);
/** Actions are tried with this many sets of parameters, and by this many people. */
const MOST_PARAMS = 8;
const MOST_ACTORS = 3;
const MOST_VALUES = 6;

/** The moves that are worth trying, with those of suspected rules first. */
export function movesFor(player: Explorer): readonly TriedMove[] {
  const { task, kernel } = player;
  const { model } = kernel.runtime;
  const actors = actorsIn(player);
  const author = authorIn(player, actors);
  const isSuspected = (path: string): boolean => task.rules.length === 0 || task.rules.includes(path);
  const acts = [...model.actions.values()].flatMap(({ id, definition, rule }) => {
    if (definition.private !== undefined && definition.private !== false) return [];
    const first = isSuspected(rule.entry.path);
    const by = first && task.rules.length > 0 ? [...actors, EVERYBODY] : actors;
    const moves = paramsFor(definition.with ?? {}, player).flatMap((given) =>
      by.map((one): TriedMove => ({ do: 'act', by: one, action: id, with: given })),
    );
    return [{ moves, first }];
  });
  const kinds = [...model.kinds.values()].filter(({ definition }) => definition.engineOnly !== true);
  const titles = [
    task.words[0]?.title ?? 'Next',
    ...task.constants.filter((one) => typeof one === 'string').slice(0, 6),
  ];
  const posts = kinds.flatMap(({ id }) =>
    titles.map((title): TriedMove => ({ do: 'post', by: author, kind: id, title })),
  );
  const matters = task.ways.flatMap((way): TriedMove[] => [
    { do: 'enact', way },
    { do: 'reject', way },
  ]);
  const [way] = task.ways;
  const sets =
    way === undefined || task.rules.length === 0
      ? []
      : valuesToSet(player).map((set): TriedMove => ({ do: 'enact', way, set }));
  const firsts = acts.flatMap(({ moves, first }) => (first ? moves : []));
  const others = acts.flatMap(({ moves, first }) => (first ? [] : moves));
  const waits = WAITS.map((hours): TriedMove => ({ do: 'wait', hours }));
  return [...firsts, ...waits, ...matters, ...sets, ...posts, ...others];
}

/** People to try: first one of each sort, then others. */
function actorsIn({ kernel }: Explorer): readonly string[] {
  const players = Object.entries(kernel.state.players);
  const named = JSON.stringify([kernel.state.game, kernel.state.dynasty, kernel.state.emperor]);
  const sorts = new Map<string, string>();
  for (const [id, fields] of players) {
    const plain = JSON.stringify({ ...fields, name: '' }).replaceAll(/"\d{4}-[^"]*"/gu, '""');
    const sort = `${plain}${named.includes(`"${id}"`) ? 'named' : ''}`;
    if (!sorts.has(sort)) sorts.set(sort, id);
  }
  return [...sorts.values()].slice(0, MOST_ACTORS);
}

/** The first who may post a matter now, as it may be one person's turn. */
function authorIn({ task, kernel, now, people }: Explorer, actors: readonly string[]): string {
  const [way] = task.ways;
  const [words = { title: '', text: '' }] = task.words;
  const all = [...new Set([...actors, ...people])];
  if (way === undefined) return all[0] ?? '';
  const refusals = kernel.refusalsOf(
    all.map((by) => ({ type: 'post', at: now, by, id: 'next', kind: way.kind, ...words, changes: [] })),
  );
  return all[Math.max(0, refusals.indexOf(null))] ?? '';
}

type Params = Readonly<Record<string, unknown>>;

function paramsFor(types: Readonly<Record<string, ValueType>>, player: Explorer): readonly Params[] {
  let all: readonly Params[] = [{}];
  for (const [name, type] of Object.entries(types)) {
    const values = valuesOf(type, player);
    all = all.flatMap((one) =>
      values.map((value) => (value === undefined ? one : { ...one, [name]: value })),
    );
    all = all.slice(0, MOST_PARAMS * 4);
  }
  return all.slice(0, MOST_PARAMS);
}

/** Values at the limits of a type, and those that the suspected rules mention. */
function valuesOf(type: ValueType, player: Explorer): readonly unknown[] {
  const { constants } = player.task;
  switch (type.kind) {
    case 'integer': {
      const named = constants.filter((one) => typeof one === 'number');
      const [least, most] = [type.min ?? 0, type.max ?? Number.POSITIVE_INFINITY];
      const all = [...named, least, Math.min(most, 1_000_000), 1].filter(
        (one) => one >= least && one <= most,
      );
      return [...new Set(all)].slice(0, MOST_VALUES);
    }
    case 'boolean':
      return [true, false];
    case 'choice':
      return type.of.slice(0, MOST_VALUES);
    case 'text':
      return [...constants.filter((one) => typeof one === 'string').slice(0, MOST_VALUES - 1), 'fog'];
    case 'player': {
      const { people } = player;
      return [...people.slice(-2).toReversed(), people[0]];
    }
    case 'thing':
      return Object.keys(player.kernel.state.things[type.collection] ?? {}).slice(0, 2);
    case 'post':
      return Object.keys(player.kernel.state.posts).slice(-1);
    case 'optional':
      return [...valuesOf(type.of, player).slice(0, 2), undefined];
    default:
      return [undefined];
  }
}

/** Values of the suspected rules that a matter could set. */
function valuesToSet(player: Explorer): readonly { readonly path: string; readonly value: unknown }[] {
  const { fields } = player.kernel.runtime.model;
  const { rules } = player.task;
  return (['game', 'dynasty', 'player'] satisfies FieldScope[]).flatMap((scope) =>
    [...fields[scope].values()].flatMap(({ id, type, rule }) => {
      if (!rules.includes(rule.entry.path)) return [];
      const places = scope === 'player' ? player.people.slice(0, 2).map((who) => `players.${who}`) : [scope];
      return valuesOf(type, player).flatMap((value) =>
        value === undefined ? [] : places.map((place) => ({ path: `${place}.${id}`, value })),
      );
    }),
  );
}
