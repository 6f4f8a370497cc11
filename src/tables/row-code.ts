import type { Cell } from './cell.ts';
import type { TriggerScene } from './events.ts';

/** The context in which a row is compiled. */
export interface RowContext extends TriggerScene {
  /** The meaning of the first heading: whose variables they are, or who may move. */
  readonly whose: string;
  /** The row as it is written in the rule. */
  readonly source: string;
}

/** A row's cells by the headings of their columns. One that is left empty is missing. */
export type Cells = Readonly<Record<string, Cell | undefined>>;

export interface RowCode {
  /** Objects of `src/rules/rows/row.ts`, as source. */
  readonly rows: readonly string[];
  /** The questions that the words leave open, with their answers. */
  readonly told: readonly string[];
  readonly link?: RowLink;
}

/** The trigger of a row, and its effect. */
export interface RowLink {
  /** The words of its event. */
  readonly when: string;
  /** The variable that has to reach something; null if it waits for something else. */
  readonly heeds: string | null;
  /** The variables that it may raise. */
  readonly raises: readonly string[];
}
