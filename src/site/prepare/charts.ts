import type { LedgerLine } from '../../store/ledger-line.ts';
import type { State } from '../../kernel/state.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import type { ChartData } from '../data/record-data.ts';
import { labelOf, wordsFor, type Naming } from '../../wording/naming.ts';
import { textOr } from './harmless-text.ts';

/** Something that the rules track: of players, of the game, or of a collection’s things. */
export interface Variable {
  /** `players`, `game`, or a collection. */
  readonly owner: string;
  readonly id: string;
  readonly title: string;
  readonly type: ValueType;
}

/** The most lines in a chart; if there are more, those that changed most are shown. */
const MOST_LINES = 16;
const LONGEST = 40;

/** A value in a chart: a number, or a word. */
type Drawn = number | string;
type Point = { readonly at: string; readonly value: Drawn };

/**
 * Everything that is tracked over time, found by undoing the ledger from the present. A value that never changed since
 * it came into being gets no chart.
 */
export function chartsOf(
  {
    ledger,
    state,
    now,
    naming,
  }: {
    readonly ledger: readonly LedgerLine[];
    readonly state: State;
    readonly now: string;
    /** Names things whose name is a number: `Run 11`. */
    readonly naming: Pick<Naming, 'label'>;
  },
  variables: readonly Variable[],
): readonly ChartData[] {
  const past = pastOf(ledger, state, new Map(variables.map((one) => [`${one.owner}.${one.id}`, one])));
  const from = ledger[0]?.at ?? now;
  return variables.flatMap(({ owner, id, title, type }): ChartData[] => {
    const own = [...(past.get(`${owner}.${id}`) ?? [])]
      .filter(([one, course]) => hasChanged(course, type) && stillThere(state, owner, one))
      .sort(([, a], [, b]) => b.points.length - a.points.length)
      .slice(0, MOST_LINES);
    if (own.length === 0) return [];
    const lines = own.map(([one, { first, points }]) => {
      const last = points.at(-1) ?? { at: from, value: first };
      const all = [{ at: from, value: first }, ...points, { at: now, value: last.value }];
      return { name: nameOf(state, owner, one, naming), points: all };
    });
    return [drawn({ id: `${owner}-${id}`, owner, title }, lines)];
  });
}

function drawn(
  about: Pick<ChartData, 'id' | 'owner' | 'title'>,
  lines: readonly { readonly name: string; readonly points: readonly Point[] }[],
): ChartData {
  const numbers = lines.map(({ name, points }) => ({ name, points: points.filter(isNumber) }));
  if (numbers.every(({ points }, at) => points.length === lines[at]?.points.length))
    return { ...about, kind: 'lines', lines: numbers };
  const words = lines.map(({ name, points }) => ({
    name,
    points: points.map(({ at, value }) => ({ at, value: String(value) })),
  }));
  return { ...about, kind: 'bands', lines: words };
}

function isNumber(point: Point): point is { at: string; value: number } {
  return typeof point.value === 'number';
}

/** A value that begins with its rule or thing hasn't changed. */
function hasChanged({ began, points }: Course, type: ValueType): boolean {
  return points.length > (began && type.kind !== 'optional' ? 1 : 0);
}

interface Course {
  /** Whether there was none at first. */
  readonly began: boolean;
  readonly first: Drawn;
  readonly points: readonly Point[];
}

/** For each variable and owner, the first value and each later change. */
function pastOf(
  ledger: readonly LedgerLine[],
  state: State,
  variables: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, ReadonlyMap<string, Course>> {
  const found = new Map<string, Map<string, { value: unknown; points: Point[] }>>();
  for (const { at, changes } of [...ledger].reverse())
    for (const { path, before } of [...changes].reverse()) {
      const place = placeOf(path);
      const variable = place === null ? undefined : variables.get(`${place.owner}.${place.field}`);
      if (place === null || variable === undefined) continue;
      const key = `${place.owner}.${place.field}`;
      const own = found.get(key) ?? new Map<string, { value: unknown; points: Point[] }>();
      found.set(key, own);
      const course = own.get(place.one) ?? {
        value: ownerOf(state, place.owner, place.one)?.[place.field],
        points: [],
      };
      own.set(place.one, course);
      const after = asDrawn(course.value, state);
      course.value = put(course.value, place.rest, before);
      if (asDrawn(course.value, state) !== after) course.points.push({ at, value: after });
    }
  return new Map(
    [...found].map(([key, own]) => [
      key,
      new Map(
        [...own].map(([one, { value, points }]) => [
          one,
          {
            began: value === null || value === undefined,
            first: asDrawn(value, state),
            points: points.reverse(),
          },
        ]),
      ),
    ]),
  );
}

interface Place {
  readonly owner: string;
  readonly one: string;
  readonly field: string;
  readonly rest: readonly string[];
}

/** `players.ana.oil`, `game.fed`, `things.rooms.D4.lit.0` */
function placeOf([head, ...path]: readonly string[]): Place | null {
  const [a = '', b = '', c = ''] = path;
  if (head === 'game' && path.length >= 1) return { owner: 'game', one: '', field: a, rest: path.slice(1) };
  if (head === 'players' && path.length >= 2)
    return { owner: 'players', one: a, field: b, rest: path.slice(2) };
  if (head === 'things' && path.length >= 3) return { owner: a, one: b, field: c, rest: path.slice(3) };
  return null;
}

function ownerOf(state: State, owner: string, one: string): Readonly<Record<string, unknown>> | undefined {
  if (owner === 'game') return state.game;
  return owner === 'players' ? state.players[one] : state.things[owner]?.[one];
}

/** A player who left or a thing that is gone gets no line. */
function stillThere(state: State, owner: string, one: string): boolean {
  const found = ownerOf(state, owner, one);
  return found !== undefined && (owner !== 'players' || found['state'] === 'active');
}

/** A copy of a value with the part at a path replaced. */
function put(value: unknown, [step, ...rest]: readonly string[], inside: unknown): unknown {
  if (step === undefined) return inside;
  // Charts draw no parts of lists.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: put(fields[step], rest, inside) };
}

/** A list is charted by its length; anything that is no number is charted as a word. */
function asDrawn(value: unknown, state: State): Drawn {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  if (value === null || value === undefined || value === '') return 0;
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'object') return Object.keys(value).length;
  const text = textOr(value);
  return textOr(state.players[text]?.['name'], wordsFor(text)).slice(0, LONGEST);
}

function nameOf(state: State, owner: string, one: string, naming: Pick<Naming, 'label'>): string {
  if (owner === 'game') return '';
  return owner === 'players' ? labelOf(one, ownerOf(state, owner, one)) : naming.label(owner, one);
}
