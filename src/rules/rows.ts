/**
 * What the tables of a rule do. `src/tables` compiles each row of a mechanic's table to one of these objects, and `tables` makes a clause
 * of them, like one that somebody wrote by hand.
 */
import type { Clause, Definition, Fn } from '../kernel/definition.ts';
import { dayOf, monthsAfter, weekOf } from '../kernel/time.ts';
import { beside } from './beside.ts';
import { compare, divided, whole, type Exact, type Rounding } from './exact.ts';
import type { Game } from './game.ts';
import { about, momentOf, type Moment, type Values } from './moment.ts';
import type { Type } from './types.ts';
import type { Matter, Person } from './world.ts';

export * from './exact.ts';
export * from './moment.ts';

/** A variable that every player, the game or every proposal has. */
interface Variable {
  readonly row: 'variable';
  readonly of: 'player' | 'game' | 'post';
  readonly name: string;
  readonly type: Type;
}

/** A value that is worked out from others whenever somebody asks. */
interface Worth {
  readonly row: 'worth';
  readonly of: 'player' | 'game';
  readonly id: string;
  readonly title: string;
  readonly returns: Type;
  readonly is: (e: Moment) => unknown;
}

/** What a row does to one person, the game or the matter: a variable changes `by` so much, or `to` a value. */
export interface Effect {
  readonly of?: 'game' | 'matter' | ((e: Moment) => Person | null);
  readonly name?: string;
  /** One of these variables, at random. */
  readonly among?: readonly string[];
  readonly by?: (e: Moment) => Exact;
  readonly to?: (e: Moment) => unknown;
  readonly rounded?: Rounding;
  /** All whom the row names share the amount. */
  readonly isShared?: boolean;
  readonly does?: 'win' | 'end-turn';
  /** The least and most that the variable may be. A change stops there. */
  readonly least?: number | null;
  readonly most?: number;
}

interface Limit {
  readonly times: number;
  readonly per: keyof typeof PERIODS;
  /** The variable that counts. */
  readonly count: string;
}

/** What happens when something else does. */
export interface When {
  readonly row: 'when';
  readonly on: string;
  readonly fits?: (e: Moment) => boolean;
  readonly who: (e: Moment) => readonly (Person | null)[];
  readonly holds?: (e: Moment) => boolean;
  readonly gets: readonly Effect[];
  readonly limit?: Limit;
  /** It happens so many times. */
  readonly times?: (e: Moment) => Exact;
  /** It is measured once the other rows have been paid. */
  readonly isLast?: boolean;
  /** Titles of rules whose rows don't count where this one does. */
  readonly instead?: readonly string[];
  /** It counts only with the vote that writes this text. */
  readonly onlyWith?: string;
  /** It happens when a variable gets there, and again after it has been elsewhere. */
  readonly reach?: {
    readonly of: 'player' | 'game';
    readonly is: (e: Moment) => boolean;
    readonly memory: string;
  };
  /** It happens at a set time. */
  readonly time?: { readonly title: string; readonly at: (words: { readonly from: string }) => string };
}

/** Something that people may do. */
interface Move {
  readonly row: 'move';
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly by: 'player' | 'emperor' | 'admin' | 'anybody';
  readonly with: Readonly<Record<string, Type>>;
  readonly needs: readonly { readonly text: string; readonly holds: (e: Moment) => boolean }[];
  readonly pays: readonly {
    readonly name: string;
    readonly title: string;
    readonly by: (e: Moment) => Exact;
  }[];
  readonly gets: readonly Effect[];
  readonly limit?: Limit;
}

/** Something that nobody may do while something is so. */
interface Forbids {
  readonly row: 'forbids';
  readonly hook: 'may-vote' | 'may-alter' | 'may-post' | 'may-take';
  /** The kind of post, or the action. */
  readonly what: string;
  readonly why: string;
  readonly holds: (e: Moment) => boolean;
}

/** How many votes a proposal needs. */
interface Needs {
  readonly row: 'needs';
  readonly votes: (e: Moment) => Exact;
  readonly holds: (e: Moment) => boolean;
}

export type Row = Variable | Worth | When | Move | Forbids | Needs;

/** The clause of a rule with tables. `own` is the one that is written beside the rule, if there is one. */
export function tables(rows: readonly Row[], own?: unknown): Clause {
  const made: Clause = { api: 1, define: (g) => definitionOf(g as Game, rows) };
  return own === undefined ? made : beside(own, made);
}

function definitionOf(g: Game, rows: readonly Row[]): Definition {
  const of = <K extends Row['row']>(kind: K): readonly Extract<Row, { row: K }>[] =>
    rows.filter((row): row is Extract<Row, { row: K }> => row.row === kind);
  const variables = (whose: Variable['of']): Readonly<Record<string, Type>> =>
    Object.fromEntries(
      of('variable').flatMap(({ of: owner, name, type }) => (owner === whose ? [[name, type]] : [])),
    );
  const whens = of('when');
  const handled = whens.filter(({ reach, time }) => reach === undefined && time === undefined);
  const events = new Set(handled.map(({ on }) => on));
  const on = Object.fromEntries(
    [...events].map((id) => [
      id,
      (words: unknown) =>
        settle(
          momentOf(words),
          handled.filter((row) => row.on === id),
        ),
    ]),
  );
  const reaching = whens.filter(({ reach }) => reach !== undefined);
  if (reaching.length > 0) on['changed'] = (words: unknown) => lookForReached(momentOf(words), reaching);
  const timed = Map.groupBy(
    whens.filter(({ time }) => time !== undefined),
    ({ on: id }) => id,
  );
  // Two rules may have rows for the same time.
  const times = [...timed].map(
    ([id, due]) => [`${id}-${g.rule.path.replaceAll('/', '-')}`, timeOf(due)] as const,
  );
  return {
    player: variables('player'),
    game: variables('game'),
    post: variables('post'),
    views: Object.fromEntries(of('worth').map((row) => [row.id, viewOf(g, row)])),
    actions: Object.fromEntries(of('move').map((row) => [row.id, actionOf(row)])),
    times: Object.fromEntries(times),
    on: on as unknown as Record<string, never>,
    hooks: hooksOf(of('forbids'), of('needs'), whens),
  };
}

type Defined<K extends 'actions' | 'times' | 'views'> = NonNullable<Definition[K]>[string];

function timeOf(rows: readonly When[]): Defined<'times'> {
  return {
    ...rows[0]?.time,
    effect: (words: unknown) => settle(momentOf(words), rows),
  } as unknown as Defined<'times'>;
}

function viewOf(g: Game, { of, title, returns, is }: Worth): Defined<'views'> {
  const value = (person: unknown): unknown => {
    const it = of === 'player' ? (person as Person) : null;
    return plain(is({ g, it, person: it, matter: null, chosen: {}, dice: [] }));
  };
  return { of, title, returns, value };
}

/** A formula's result as a variable can hold it. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'under' in value
    ? whole(value as Exact, 'down')
    : value;
}

/** The first moment of the next month: `at: everyMonth`. */
export function everyMonth({ from }: { readonly from: string }): string {
  return monthsAfter(`${from.slice(0, 7)}-01T00:00:00Z`, 1);
}

export function everyQuarter({ from }: { readonly from: string }): string {
  const month = Math.floor((Number(from.slice(5, 7)) - 1) / 3) * 3 + 1;
  return monthsAfter(`${from.slice(0, 4)}-${String(month).padStart(2, '0')}-01T00:00:00Z`, 3);
}

// What is due to whom.

interface Due {
  readonly effect: Effect;
  readonly owner: Values | null;
  readonly amount: unknown;
}

/** Measures all rows before anybody is paid, then pays, then does the same with the rows that come last. */
function settle(e: Moment, rows: readonly When[]): void {
  for (const isLast of [false, true]) {
    const due = rows.flatMap((row) => ((row.isLast ?? false) === isLast ? dueOf(e, row) : []));
    for (const one of due) pay(e, one);
  }
}

/** Nothing, if it needs something that no rule defines any more. */
function dueOf(e: Moment, row: When): readonly Due[] {
  return e.g.maybe(() => measured(e, row), []);
}

function measured(e: Moment, row: When): readonly Due[] {
  if (row.fits?.(e) === false || !isFirst(e, row)) return [];
  const people = row.who(e).filter((person) => counts(about(e, person), row));
  for (const person of people) use(about(e, person), row.limit);
  return people.flatMap((person) => {
    const each = about(e, person);
    const times = row.times === undefined ? 1 : whole(row.times(each), 'down');
    return Array.from({ length: times }, () =>
      row.gets.map((effect) => due(each, effect, people.length)),
    ).flat();
  });
}

function counts(e: Moment, row: When): boolean {
  if (row.holds?.(e) === false || whyUsedUp(e, row.limit) !== null) return false;
  const answer: unknown = e.g.hook(
    'row-counts' as never,
    { rule: e.g.rule.title, on: row.on, e } as never,
    true as never,
  );
  return answer !== false;
}

function isFirst({ g }: Moment, { onlyWith }: When): boolean {
  if (onlyWith === undefined) return true;
  const { before } = g as unknown as { readonly before: Readonly<Record<string, string | null>> };
  const old = before[g.rule.path];
  return old !== undefined && !(old ?? '').includes(onlyWith);
}

function due(e: Moment, effect: Effect, sharers: number): Due {
  const owner = ownerOf(e, effect);
  if (effect.to !== undefined) return { effect, owner, amount: plain(effect.to(e)) };
  const amount = effect.by?.(e) ?? 0;
  const share = effect.isShared === true ? divided(amount, sharers) : amount;
  return { effect, owner, amount: whole(share, effect.rounded ?? 'down') };
}

function ownerOf({ g, it, matter, ...e }: Moment, { of }: Effect): Values | null {
  if (typeof of === 'function') return of({ g, it, matter, ...e }) as unknown as Values | null;
  return (of === 'game' ? g.game : of === 'matter' ? matter : it) as unknown as Values | null;
}

function pay(e: Moment, { effect, owner, amount }: Due): void {
  const { does } = effect;
  const name = effect.among === undefined ? effect.name : e.g.pick(effect.among);
  if (does === 'end-turn') e.g.emit('turn-ends' as never);
  else if (does === 'win') win(e.g, owner as unknown as Person);
  else if (owner !== null && name !== undefined)
    owner[name] =
      effect.to === undefined ? bounded(e.g, effect, Number(owner[name]), Number(amount)) : amount;
}

/** A loss stops at the least that the variable may be, and a gain at the most. */
function bounded(g: Game, effect: Effect, before: number, change: number): number {
  const after = before + change;
  if (change > 0) return Math.min(after, Math.max(before, effect.most ?? after));
  if (after >= 0 && effect.least === undefined) return after;
  const least = effect.least === undefined ? leastOf(g, effect.name ?? '') : effect.least;
  return least === null ? after : Math.max(after, Math.min(before, least));
}

/** The least of a variable that a clause defines. */
function leastOf(g: Game, name: string): number | null {
  const id = name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  const type = g.ruleset.fields('player').find((field) => field.id === id)?.type;
  return type?.kind === 'integer' && type.min !== undefined ? type.min : 0;
}

function win(g: Game, person: Person): void {
  if (g.ruleset.fields('player').some(({ id }) => id === 'victory')) person.set({ victory: true } as never);
  g.emit('won' as never, { person } as never);
}

// Limits.

const PERIODS = {
  turn: ({ g }: Moment) => `turn ${turnOf(g, 'turn')}`,
  round: ({ g }: Moment) => `round ${turnOf(g, 'circuit')}`,
  day: ({ g }: Moment) => dayOf(g.now),
  week: ({ g }: Moment) => weekOf(g.now),
  month: ({ g }: Moment) => g.now.slice(0, 7),
  quarter: ({ g }: Moment) => `${g.now.slice(0, 4)}-${Math.ceil(Number(g.now.slice(5, 7)) / 3)}`,
  game: () => 'game',
};

function turnOf(g: Game, what: 'turn' | 'circuit'): number {
  return g.maybe(() => (g.game as unknown as Record<string, number>)[what], 0) ?? 0;
}

function usesOf(
  e: Moment,
  { count, per }: Limit,
): { readonly owner: Values; readonly period: string; readonly used: number } {
  const owner = (e.it ?? e.g.game) as unknown as Values;
  const period = PERIODS[per](e);
  return { owner, period, used: (owner[count] as Record<string, number>)[period] ?? 0 };
}

function whyUsedUp(e: Moment, limit: Limit | undefined): string | null {
  if (limit === undefined || usesOf(e, limit).used < limit.times) return null;
  const often = ['', 'once', 'twice'][limit.times] ?? `${limit.times} times`;
  return `that is possible ${often} a ${limit.per}`;
}

function use(e: Moment, limit: Limit | undefined): void {
  if (limit === undefined) return;
  const { owner, period, used } = usesOf(e, limit);
  owner[limit.count] = { [period]: used + 1 };
}

// Moves.

function actionOf({
  title,
  about: told,
  by,
  with: params,
  needs,
  pays,
  gets,
  limit,
}: Move): Defined<'actions'> {
  const proposal = Object.keys(params).find((name) => params[name]?.kind === 'post');
  const moment = (words: unknown): Moment => {
    const chosen = Object.fromEntries(Object.keys(params).map((name) => [name, (words as Values)[name]]));
    const matter = proposal === undefined ? null : (chosen[proposal] as Matter);
    return { ...momentOf(words, chosen), matter };
  };
  return {
    title,
    ...(told !== undefined && { about: told }),
    by,
    with: params,
    cost: ((words: unknown) =>
      Object.fromEntries(pays.map(({ name, by: price }) => [name, whole(price(moment(words)), 'up')]))) as Fn,
    check: ((words: unknown) => {
      const e = moment(words);
      const used = whyUsedUp(e, limit);
      if (used !== null) e.g.refuse(used);
      for (const { text, holds } of needs) if (!holds(e)) e.g.refuse(`that is possible only if ${text}`);
      for (const { name, title: what, by: price } of pays) {
        const has = (e.it as unknown as Record<string, number>)[name] ?? 0;
        const amount = whole(price(e), 'up');
        if (amount < 0) e.g.refuse(`nobody pays ${amount} ${what}`);
        if (has < amount) e.g.refuse(`it costs ${amount} ${what}, and you have ${has}`);
      }
    }) as Fn,
    effect: ((words: unknown) => {
      const e = moment(words);
      use(e, limit);
      const dues = gets.map((effect) => due(e, effect, 1));
      const isEnd = (one: Due): boolean => one.effect.does === 'end-turn';
      for (const one of dues) if (!isEnd(one)) pay(e, one);
      if (e.dice.length > 0) {
        e.g.result({ shown: e.dice });
        e.g.emit('rolled' as never, { person: e.person, rolled: e.dice } as never);
      }
      for (const one of dues) if (isEnd(one)) pay(e, one);
    }) as Fn,
  } as Defined<'actions'>;
}

// Variables that reach a number.

/** Rows can make each other true. They get so many passes, and what is reached later counts when something changes next. */
const MOST_PASSES = 20;

function lookForReached(e: Moment, rows: readonly When[]): void {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const reached = [...Map.groupBy(rows, ({ reach }) => reach?.memory)].flatMap(([, same]) =>
      reachedBy(e, same[0]).map((person) => [person, same] as const),
    );
    if (reached.length === 0) return;
    for (const [person, same] of reached) settle({ ...about(e, person), person }, same);
  }
}

function reachedBy(e: Moment, row: When | undefined): readonly (Person | null)[] {
  const reach = row?.reach;
  if (reach === undefined) return [];
  const all = reach.of === 'game' ? [null] : e.g.players.all();
  return e.g.maybe(
    () =>
      all.filter((person) => {
        const owner = (person ?? e.g.game) as unknown as Values;
        const is = reach.is(about(e, person));
        if (owner[reach.memory] === is) return false;
        owner[reach.memory] = is;
        return is;
      }),
    [],
  );
}

// Questions.

type Asked = Readonly<Record<string, unknown>> & { readonly g?: never };
type Hook = (words: Asked, next: () => unknown) => unknown;

function hooksOf(
  forbids: readonly Forbids[],
  needs: readonly Needs[],
  whens: readonly When[],
): Record<string, never> {
  const hooks: Record<string, Hook> = {};
  for (const id of new Set(forbids.map(({ hook }) => hook))) {
    const rows = forbids.filter(({ hook }) => hook === id);
    hooks[id] = (words) => {
      const e = momentOf(words);
      const { action, kind } = words as { action?: { id: string }; kind?: string };
      const what = action?.id ?? kind ?? e.matter?.kind;
      const actor = (words['voter'] ?? words['by'] ?? words['author'] ?? words['actor']) as Person;
      for (const row of rows)
        if (row.what === what && row.holds({ ...e, it: actor, person: actor })) e.g.refuse(row.why);
    };
  }
  if (needs.length > 0)
    hooks['votes-required'] = (words, next) => {
      const e = { ...momentOf(words), it: null };
      const row = needs.find(({ holds }) => holds(e));
      return row === undefined ? next() : whole(row.votes(e), 'up');
    };
  const instead = whens.filter((row) => row.instead !== undefined);
  if (instead.length > 0)
    hooks['row-counts'] = (words, next) => {
      const { rule, on, e } = words as unknown as { rule: string; on: string; e: Moment };
      const replaced = instead.some(
        (row) =>
          row.on === on &&
          row.instead?.includes(rule) === true &&
          row.fits?.(e) !== false &&
          row.who(e).some((person) => person?.is(e.it) === true) &&
          row.holds?.(e) !== false,
      );
      return replaced ? false : next();
    };
  return hooks as Record<string, never>;
}

/** True if `a` is the same as `b`, whatever kind of value they are. */
export function same(a: unknown, b: unknown): boolean {
  if (isExact(a) && isExact(b)) return compare(a, b) === 0;
  const [one, other] = [a, b] as readonly { is?: (other: unknown) => boolean }[];
  return a === b || (typeof one?.is === 'function' && one.is(other));
}

function isExact(value: unknown): value is Exact {
  return typeof value === 'number' || (typeof value === 'object' && value !== null && 'under' in value);
}

export function largest(values: readonly Exact[]): Exact {
  return values.reduce((best, one) => (compare(one, best) > 0 ? one : best));
}

export function least(values: readonly Exact[]): Exact {
  return values.reduce((best, one) => (compare(one, best) < 0 ? one : best));
}
