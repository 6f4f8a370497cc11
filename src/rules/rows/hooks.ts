/** Hooks for rows that forbid something, state the number of votes needed, or replace other rows. */
import type { Person } from '../world.ts';
import { whole } from './exact.ts';
import { momentOf, type RowMoment } from './moment.ts';
import type { Forbids, Needs, When } from './row.ts';

type Asked = Readonly<Record<string, unknown>> & { readonly g?: never };
type Hook = (words: Asked, next: () => unknown) => unknown;

export function hooksOf(
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
      const what = askedFor(words, id) ?? action?.id ?? kind ?? e.matter?.kind;
      const actor = (words['voter'] ?? words['by'] ?? words['author'] ?? words['actor']) as Person;
      for (const row of rows)
        if (
          (row.what === what || (row.what === 'mutable-rule' && what === 'rule')) &&
          row.holds({ ...e, it: actor, person: actor })
        )
          e.g.refuse(row.why);
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
      const { rule, on, e } = words as unknown as { rule: string; on: string; e: RowMoment };
      const replaced = instead.some(
        (row) =>
          // An enactment has two events, and a matter's changes are in force only at the second.
          momentNamed(row.on) === momentNamed(on) &&
          row.instead?.includes(rule) === true &&
          row.fits?.(e) !== false &&
          row.who(e).some((person) => person?.is(e.it) === true) &&
          row.holds?.(e) !== false,
      );
      return replaced ? false : next();
    };
  return hooks as Record<string, never>;
}

const momentNamed = (on: string): string => (on === 'took-effect' ? 'enacted' : on);

/** The kind of a change in the words of tables: it adds a rule, makes one mutable, or is any other change. */
function askedFor({ change }: Asked, hook: string): string | null {
  if (hook !== 'may-change') return null;
  const { verb, rule, words } = change as {
    verb: string;
    rule: { facts: Record<string, unknown> } | null;
    words: string;
  };
  const isNew = rule === null && (verb === 'add-rule' || (verb === 'file' && words.endsWith('.md')));
  if (isNew) return 'rule';
  return verb === 'transmute' && rule?.facts['mutable'] === false ? 'mutable-rule' : 'change';
}
