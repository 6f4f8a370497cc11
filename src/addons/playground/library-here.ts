import { pathOf } from '../../platform/web/paths.ts';
import { putFile } from '../../platform/web/files.ts';
import { loadJson } from '../../site/worker/engine.ts';
import { CLAUSES_FILE } from '../../sandbox/ready-clauses.ts';
import { LIBRARY_FILE } from '../../store/library.ts';
import type { LibraryPart } from '../../store/library-parts.ts';

/** The parts of the library that this worker's game uses, at the places where the engine reads all of it. */
export class LibraryHere {
  readonly #loaded = new Set<string>();
  #texts: LibraryPart['texts'] = {};
  #clauses: LibraryPart['clauses'] = {};

  async bring(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      // Packs from elsewhere are not part of the library.
      const isKnown =
        this.#loaded.size === 0 || `${name.replace(/^core-/u, 'core/')}/pack.yml` in this.#texts;
      if (this.#loaded.has(name) || !isKnown) continue;
      const { texts, clauses } = await loadJson<LibraryPart>(`library/${name}.json`);
      this.#loaded.add(name);
      this.#texts = { ...this.#texts, ...texts };
      this.#clauses = { ...this.#clauses, ...clauses };
    }
    putFile(pathOf(LIBRARY_FILE), JSON.stringify(this.#texts));
    putFile(pathOf(CLAUSES_FILE), JSON.stringify(this.#clauses));
  }
}
