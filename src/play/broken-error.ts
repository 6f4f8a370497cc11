/** What holds whatever rules and people do, and doesn't: the engine is at fault. Nothing of it may be written. */
export class BrokenError extends Error {
  readonly code = 'assertion';
  readonly next =
    'Nothing was written of it. Whoever reports this names the game’s commit: from there `gitnomic replay` plays it again.';

  constructor(what: string) {
    super(`the engine is at fault: ${what}`);
    this.name = 'BrokenError';
  }
}
