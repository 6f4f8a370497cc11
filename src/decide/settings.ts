import { writeYamlKeys } from '../ruleset/front-matter-write.ts';
import { GAME_FILE } from '../store/paths.ts';

/** An Admin's changes to game.yml that have not been written yet. */
export class Settings {
  #changed: Readonly<Record<string, unknown>> = {};

  get changed(): Readonly<Record<string, unknown>> {
    return this.#changed;
  }

  change(values: Readonly<Record<string, unknown>>): void {
    this.#changed = { ...this.#changed, ...values };
  }

  /** Empty if nothing was changed. */
  written(text = ''): ReadonlyMap<string, string> {
    const changed = this.#changed;
    this.#changed = {};
    return new Map(Object.keys(changed).length === 0 ? [] : [[GAME_FILE, writeYamlKeys(text, changed)]]);
  }
}
