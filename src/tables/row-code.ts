import type { Cell } from './cell.ts';
import type { TriggerScene } from './events.ts';

export interface RowContext extends TriggerScene {
  /** The meaning of the first heading: the owner of the variables, or the people who may act. */
  readonly whose: string;
  /** The row's text in the rule. */
  readonly source: string;
  /** What the rows above define: their names, and the variables that count their uses, by their first letters. */
  readonly above: Map<string, string>;
}

/** A row's cells by their columns' headings, without empty cells. */
export type Cells = Readonly<Record<string, Cell | undefined>>;

export interface RowCode {
  /** Objects of `src/rules/rows/row.ts`, as source. */
  readonly rows: readonly string[];
  /** The questions that the words leave open, with their answers. */
  readonly notes: readonly string[];
  readonly link?: RowLink;
}

/** The trigger of a row, and its effect. */
export interface RowLink {
  /** The words of its event. */
  readonly when: string;
  /** The variable that has to reach something; null if it waits for something else. */
  readonly heeds: string | null;
  readonly raises: readonly string[];
}

export function objectOf(parts: Readonly<Record<string, string | undefined>>): string {
  return `{ ${Object.entries(parts)
    .flatMap(([key, value]) => (value === undefined || value === '' ? [] : [`${key}: ${value}`]))
    .join(', ')} }`;
}
