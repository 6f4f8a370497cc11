import { isPlainObject } from '../kernel/values.ts';

/** A number or notice that the rules want shown at the top. */
export interface ShownFigure {
  readonly title: string;
  readonly value?: number | string;
  readonly notice?: string;
}

/** How many votes a matter needs, and the name of that number. */
export interface Needed {
  readonly title: string;
  readonly count: number;
}

/** Keeps the parts of the rules' answer that can be shown. */
export function readFigures(answer: unknown): readonly ShownFigure[] {
  return (Array.isArray(answer) ? answer : []).flatMap((one: unknown): ShownFigure[] => {
    if (!isPlainObject(one) || typeof one['title'] !== 'string') return [];
    const { title, value, notice } = one as Record<'title' | 'value' | 'notice', unknown>;
    if (typeof notice === 'string') return [{ title: String(title), notice }];
    return typeof value === 'number' || typeof value === 'string' ? [{ title: String(title), value }] : [];
  });
}

export function readNeeded(answer: unknown): Needed | null {
  if (!isPlainObject(answer)) return null;
  const { title, count } = answer as Record<'title' | 'count', unknown>;
  return typeof title === 'string' && typeof count === 'number' ? { title, count } : null;
}

/** `quorum 4`, or `the game rests: there are too few players` */
export function sayFigure({ title, value, notice }: ShownFigure): string {
  const name = `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
  return notice === undefined ? `${name} ${value ?? ''}` : `${name}: ${notice}`;
}
