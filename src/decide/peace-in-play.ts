import type { Peace } from '../store/peace.ts';

/** Peace at the table, as it is while events are taken in. */
export class PeaceInPlay {
  kept: Peace;

  constructor(kept: Peace) {
    this.kept = kept;
  }
}
