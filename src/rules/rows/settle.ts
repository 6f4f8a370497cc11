/** Measures the effects of rows, then pays them. */
import { dayOf, hoursBetween, weekOf } from '../../kernel/time.ts';
import type { Game } from '../game.ts';
import type { Person } from '../world.ts';
import { compare, divided, times, whole } from './exact.ts';
import { about, momentOf, type RowMoment, type Chosen } from './moment.ts';
import type { Effect, UseLimit, When } from './row.ts';
import { plain } from './values.ts';

export interface DueEffect {
  readonly effect: Effect;
  readonly owner: Chosen | null;
  readonly giver?: Chosen | null;
  readonly amount: unknown;
}

/** Measures all rows before anybody is paid, then pays, then does the same with the rows that come last. */
export function settle(e: RowMoment, rows: readonly When[]): void {
  for (const isLast of [false, true]) {
    const due = rows.flatMap((row) => ((row.isLast ?? false) === isLast ? dueOf(e, row) : []));
    payAll(e, due);
  }
}

/** Sums of the same variable are written once, since a write costs as much as a row. */
function payAll(e: RowMoment, all: readonly DueEffect[]): void {
  const open = new Map<Chosen, Map<string, number>>();
  const write = (): void => {
    for (const [owner, values] of open) for (const [name, value] of values) owner[name] = value;
    open.clear();
  };
  for (const one of all) {
    const { effect, owner, amount } = one;
    const { name } = effect;
    const isPlain = effect.to === undefined && effect.does === undefined && effect.from === undefined;
    if (owner === null || name === undefined || !isPlain) {
      write();
      // If no rule says any more what happens to somebody, it doesn't happen.
      if (effect.asks === undefined || e.g.hasHook(effect.asks)) pay(e, one);
      continue;
    }
    const values = open.get(owner) ?? new Map<string, number>();
    open.set(
      owner,
      values.set(name, bounded(e.g, effect, values.get(name) ?? Number(owner[name]), Number(amount))),
    );
  }
  write();
}

/** Returns nothing if the row needs something that no rule defines any more. */
function dueOf(e: RowMoment, row: When): readonly DueEffect[] {
  return e.g.maybe(() => measured(e, row), []);
}

function measured(e: RowMoment, row: When): readonly DueEffect[] {
  if (row.fits?.(e) === false || !isFirst(e, row)) return [];
  // If the event isn't about a player, “that player” is whom the row is about.
  const all = row
    .who(e)
    .map((person) => (person === null || e.isNamed ? about(e, person) : { ...about(e, person), person }));
  const moments = all.filter((each) => counts(each, row));
  if (row.limit !== undefined) for (const each of moments) use(each, row.limit);
  const found: DueEffect[] = [];
  for (const each of moments) {
    const times = row.times === undefined ? 1 : whole(row.times(each), 'down');
    for (let n = 0; n < times; n++)
      for (const effect of row.gets) found.push(...dues(each, effect, moments.length));
  }
  return found;
}

function counts(e: RowMoment, row: When): boolean {
  if (row.holds?.(e) === false || whyUsedUp(e, row.limit) !== null) return false;
  return !isMomentReplaced(e, row.on);
}

/** True if a row of another rule replaces this rule's effect. */
function isMomentReplaced(e: RowMoment, on: string): boolean {
  if (!e.g.hasHook('row-counts')) return false;
  const words = { rule: e.g.rule.title, on, e };
  return (e.g.hook('row-counts' as never, words as never, true as never) as unknown) === false;
}

/**
 * True if a row of another rule replaces what this rule gives a person at an event: `failed(event) { if (!isReplaced(event, 'failed',
 * event.matter.author)) … }`.
 */
export function isReplaced(words: object, on: string, person: Person): boolean {
  return isMomentReplaced(about(momentOf(words), person), on);
}

function isFirst({ g }: RowMoment, { onlyWith }: When): boolean {
  if (onlyWith === undefined) return true;
  const { before } = g as unknown as { readonly before: Readonly<Record<string, string | null>> };
  const old = before[g.rule.path];
  return old !== undefined && !(old ?? '').includes(onlyWith);
}

/** One for each of the people whom it affects, and who gives it. Its formulas read the giver, or whom it affects. */
export function dues(e: RowMoment, effect: Effect, sharers: number): readonly DueEffect[] {
  const people = effect.who?.(e) ?? [e.it];
  const givers = effect.from?.(e) ?? [null];
  const sharing = effect.who === undefined ? sharers : people.length;
  return people.flatMap((person) =>
    givers.map((giver) => ({
      effect,
      owner: ownerOf(about(e, person), effect),
      giver: giver as unknown as Chosen | null,
      amount: amountOf(about(e, giver ?? person), effect, sharing),
    })),
  );
}

function amountOf(e: RowMoment, effect: Effect, sharers: number): unknown {
  if (effect.to !== undefined) return plain(effect.to(e));
  const amount = effect.by?.(e) ?? 0;
  const share = effect.isShared === true ? divided(amount, sharers) : amount;
  // A loss is rounded like a gain of the same size.
  const sign = compare(share, 0) < 0 ? -1 : 1;
  return sign * whole(times(share, sign), effect.rounded ?? 'down') + 0;
}

function ownerOf({ g, it, matter }: RowMoment, { of }: Effect): Chosen | null {
  return (of === 'game' ? g.game : of === 'matter' ? matter : it) as unknown as Chosen | null;
}

export function pay(e: RowMoment, { effect, owner, giver = null, amount: asked }: DueEffect): void {
  const { does } = effect;
  const amount = giver === null ? asked : taken(effect, giver, Number(asked));
  const name = effect.among === undefined ? effect.name : e.g.pick(effect.among);
  if (does === 'end-turn') e.g.emit('turn-ends' as never);
  else if (does === 'win') win(e.g, owner as unknown as Person);
  else if (effect.asks !== undefined) e.g.hook(effect.asks as never, { person: owner } as never);
  else if (owner !== null && name !== undefined)
    owner[name] =
      effect.to === undefined ? bounded(e.g, effect, Number(owner[name]), Number(amount)) : amount;
}

/** Takes as much of it as the giver has. */
function taken({ name = '', least }: Effect, giver: Chosen, asked: number): number {
  const before = Number(giver[name]);
  const amount = Math.max(0, Math.min(asked, before - (least ?? 0)));
  giver[name] = before - amount;
  return amount;
}

/** A loss stops at the variable's minimum, and a gain at its maximum. */
function bounded(g: Game, effect: Effect, before: number, change: number): number {
  const after = before + change;
  if (change > 0) return Math.min(after, Math.max(before, effect.most ?? after));
  if (after >= 0 && effect.least === undefined) return after;
  const least = effect.least === undefined ? leastOf(g, effect.name ?? '') : effect.least;
  return least === null ? after : Math.max(after, Math.min(before, least));
}

/** The minimum of a variable that a clause defines. */
function leastOf(g: Game, name: string): number | null {
  const id = name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  const type = g.ruleset.fields('player').find((field) => field.id === id)?.type;
  return type?.kind === 'integer' && type.min !== undefined ? type.min : 0;
}

function win(g: Game, person: Person): void {
  if (g.ruleset.fields('player').some(({ id }) => id === 'victory')) person.set({ victory: true } as never);
  g.emit('won' as never, { person } as never);
}

const PERIODS: Readonly<Record<UseLimit['per'], (e: RowMoment) => string>> = {
  turn: ({ g }: RowMoment) => `turn ${turnOf(g, 'turn')}`,
  round: ({ g }: RowMoment) => `round ${turnOf(g, 'circuit')}`,
  day: ({ g }: RowMoment) => dayOf(g.now),
  week: ({ g }: RowMoment) => weekOf(g.now),
  month: ({ g }: RowMoment) => g.now.slice(0, 7),
  quarter: ({ g }: RowMoment) => `${g.now.slice(0, 4)}-${Math.ceil(Number(g.now.slice(5, 7)) / 3)}`,
  game: () => 'game',
};

function turnOf(g: Game, what: 'turn' | 'circuit'): number {
  return g.maybe(() => (g.game as unknown as Record<string, number>)[what], 0) ?? 0;
}

/** The number of the current period. The one after it has the next number. */
function numberOf(e: RowMoment, per: UseLimit['per']): number {
  const [year = 0, month = 1] = e.g.now.split('-').map(Number);
  if (per === 'turn' || per === 'round') return turnOf(e.g, per === 'turn' ? 'turn' : 'circuit');
  if (per === 'month') return year * 12 + month;
  if (per === 'quarter') return year * 4 + Math.ceil(month / 3);
  const days = (day: string): number =>
    Math.floor(hoursBetween('1970-01-01T00:00:00Z', `${day}T00:00:00Z`) / 24);
  if (per === 'week') return Math.floor(days(weekOf(e.g.now)) / 7);
  return per === 'day' ? days(dayOf(e.g.now)) : 0;
}

interface Uses {
  readonly owner: Chosen;
  /** How many uses are left now. */
  readonly left: number;
  /** What the variable counts after one more. */
  readonly next: Readonly<Record<string, number>>;
}

function usesOf(e: RowMoment, { count, per, times, isCarriedOver, isInAll = false }: UseLimit): Uses {
  const owner = ((isInAll ? null : e.it) ?? e.g.game) as unknown as Chosen;
  const known = owner[count] as Record<string, number>;
  if (isCarriedOver === true) {
    const now = numberOf(e, per);
    const { since = now, used = 0 } = known;
    return { owner, left: times * (now - since + 1) - used, next: { since, used: used + 1 } };
  }
  const period = PERIODS[per](e);
  const used = known[period] ?? 0;
  return { owner, left: times - used, next: { [period]: used + 1 } };
}

export function whyUsedUp(e: RowMoment, limit: UseLimit | undefined): string | null {
  if (limit === undefined || usesOf(e, limit).left > 0) return null;
  const often = ['', 'once', 'twice'][limit.times] ?? `${limit.times} times`;
  return `you can do that ${often} a ${limit.per}`;
}

export function use(e: RowMoment, limit: UseLimit | undefined): void {
  if (limit === undefined) return;
  const { owner, next } = usesOf(e, limit);
  owner[limit.count] = next;
}
