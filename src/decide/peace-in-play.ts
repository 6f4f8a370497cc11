import type { Peace } from '../store/peace.ts';

export class PeaceInPlay {
  kept: Peace;

  constructor(kept: Peace) {
    this.kept = kept;
  }
}
