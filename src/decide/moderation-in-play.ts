import type { Moderation } from '../store/moderation.ts';

export class ModerationInPlay {
  kept: Moderation;

  constructor(kept: Moderation) {
    this.kept = kept;
  }
}
