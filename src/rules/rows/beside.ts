/** Joins a handwritten clause beside a rule with the clause made from its tables. */
import type { Call, Clause, Definition } from '../../kernel/definition.ts';
import type { Game } from '../game.ts';

type Group = Readonly<Record<string, unknown>>;

/** Definitions of both are combined. In events and questions the handwritten clause comes first, and its `next()` calls the tables. */
export function beside(own: unknown, tables: Clause): Clause {
  const written = own as Clause | null;
  if (typeof written?.define !== 'function') return { api: 1, define: () => null as unknown as Definition };
  return {
    api: written.api,
    define(g) {
      const [one, other] = [written.define(g), tables.define(g)] as unknown as readonly Record<
        string,
        Group
      >[];
      const keys = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
      return Object.fromEntries(
        [...keys].map((key) => [key, joined(g as Game, key, one?.[key], other?.[key])]),
      );
    },
  };
}

function joined(g: Game, key: string, one: Group | undefined, other: Group | undefined): unknown {
  if (one === undefined || other === undefined || typeof one === 'function') return one ?? other;
  const all: Record<string, unknown> = { ...other, ...one };
  for (const id of Object.keys(one)) {
    if (!(id in other)) continue;
    if (key === 'on' || key === 'hooks') all[id] = inTurn(key, id, one[id] as Call, other[id] as Call);
    else throw new Error(`its table and its clause both define "${id}" in ${key} (${g.rule.title})`);
  }
  return all;
}

function inTurn(key: string, id: string, one: Call, other: Call): Call {
  if (key === 'hooks' && !id.startsWith('may-'))
    return (words, next) =>
      one(words, (changed) => other(changed === undefined ? words : { ...words, ...changed }, next));
  return (words, next) => {
    const answer = one(words, next);
    const second = other(words, next);
    return answer === 'permit' || second === 'permit' ? 'permit' : undefined;
  };
}
