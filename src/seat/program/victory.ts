import { inWords } from '../../decide/naming.ts';
import { kindFor } from '../../kernel/describe-model.ts';
import type { StateChange } from '../../kernel/store.ts';
import type { Play } from '../../play/play.ts';

/** The aim of a machine that wants to win, by the rules' own words. */
export interface Aim {
  /** The kind of post by which somebody says that they have won; null where the rules have none. */
  readonly claim: string | null;
  /** The variable of a player that says whether they have. */
  readonly flag: string | null;
  /** Numbers of a player that bring them nearer to it. */
  readonly fields: readonly string[];
}

/** The words of a title that tell it from others: all but the shortest. */
const LETTERS = 5;

/**
 * A paragraph of the rules that speaks of what the claim is called, and names a number of players, says how one wins. Where
 * none does, more of every number is taken for better.
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

/** The distance that changes bring somebody nearer to winning. */
export function worthOf({ fields, flag }: Aim, who: string, changes: readonly StateChange[]): number {
  const isOwn = ({ path: [scope, id, field = ''] }: StateChange, some: readonly string[]): boolean =>
    scope === 'players' && id === who && some.includes(field);
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return changes.reduce((worth, change) => {
    if (flag !== null && isOwn(change, [flag]) && change.after === true) return worth + 1_000_000;
    return isOwn(change, fields) ? worth + number(change.after) - number(change.before) : worth;
  }, 0);
}
