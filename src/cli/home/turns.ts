/** One thing after another: each looks at the game as the one before left it. */
export class Turns {
  readonly #failed: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(warn: (text: string) => void) {
    this.#failed = (error) => warn(error instanceof Error ? error.message : String(error));
  }

  take(run: () => Promise<void>, failed = this.#failed): Promise<void> {
    return (this.#last = this.#last.then(run).catch(failed));
  }
}
