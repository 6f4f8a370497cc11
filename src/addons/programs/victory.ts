import { inWords } from '../../decide/naming.ts';
import { kindFor } from '../../kernel/describe-model.ts';
import type { StateChange } from '../../kernel/store.ts';
import type { Play } from '../../play/play.ts';

/** The aim of a machine player who wants to win, derived from the rules' text. */
export interface Aim {
  /** The kind of post that claims victory; null if the rules have none. */
  readonly claim: string | null;
  /** The player's variable that marks them as the winner. */
  readonly flag: string | null;
  /** Numbers of a player that bring them closer to winning. */
  readonly fields: readonly string[];
}

/** Words of a title that are long enough to identify it. */
const LETTERS = 5;

/**
 * Looks for a paragraph of the rules that mentions the claim by name and a number of players: it says how one wins.
 * Without such a paragraph, more of any number counts as better.
 */
export function aimOf({ model, files }: Pick<Play, 'model' | 'files'>, wanted: string | null = null): Aim {
  const claim = kindFor(model, 'win');
  const title = claim === null ? '' : (model.kinds[claim]?.title ?? '');
  const words = title
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= LETTERS);
  const own = Object.entries(model.fields['player'] ?? {}).filter(([, { type }]) => type.private !== true);
  const flag = own.find(([id, { type }]) => type.kind === 'boolean' && words.includes(id))?.[0] ?? null;
  const numbers = own.flatMap(([id, { type }]) => (type.kind === 'integer' ? [id] : []));
  if (wanted !== null) return { claim, flag, fields: numbers.filter((id) => id === wanted) };
  const paragraphs = [...files].flatMap(([path, text]) =>
    path.endsWith('.md') ? text.toLowerCase().split(/\n\s*\n/u) : [],
  );
  const told = paragraphs.filter((text) => words.some((word) => text.includes(word)));
  const named = numbers.filter((id) => told.some((text) => text.includes(inWords(id).toLowerCase())));
  return { claim, flag, fields: named.length > 0 ? named : numbers };
}

/** Measures how much closer to winning these changes bring somebody. */
export function worthOf({ fields, flag }: Aim, who: string, changes: readonly StateChange[]): number {
  const isOwn = ({ path: [scope, id, field = ''] }: StateChange, some: readonly string[]): boolean =>
    scope === 'players' && id === who && some.includes(field);
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return changes.reduce((worth, change) => {
    if (flag !== null && isOwn(change, [flag]) && change.after === true) return worth + 1_000_000;
    return isOwn(change, fields) ? worth + number(change.after) - number(change.before) : worth;
  }, 0);
}
