import { BootImages } from './boot-image.ts';
import { compileQuickJs } from './engine-code.ts';
import type { Engine } from './quickjs.ts';
import { SourceCache } from './sources.ts';

/** Caches that one sandbox leaves for the next, so that it opens sooner. Nothing in them changes what clauses do. */
export class SandboxCaches {
  readonly boots = new BootImages();
  readonly sources = new SourceCache();
  /** The last engine that was made: another machine for a moment may share it. */
  last: Engine | null = null;
  #compiled: WebAssembly.Module | null = null;

  quickJs(): WebAssembly.Module {
    return (this.#compiled ??= compileQuickJs());
  }
}
