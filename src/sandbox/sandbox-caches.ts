import { BootImages } from './boot-image.ts';
import { compileQuickJs } from './engine-code.ts';
import { MadeAhead } from './made-ahead.ts';
import { isCompiled } from './own-file.ts';
import type { Engine } from './quickjs.ts';
import { SourceCache } from './sources.ts';
import { Work } from './work.ts';

/** Caches that one sandbox leaves for the next, so that it opens sooner. Nothing in them changes what clauses do. */
export class SandboxCaches {
  readonly boots: BootImages;
  /** Kept for other processes; null where nothing is. */
  readonly kept: MadeAhead | null;
  readonly sources: SourceCache;
  /** Of all sandboxes that were made with these. */
  readonly work: Work;
  /** The last engine that was made: another machine for a moment may share it. */
  last: Engine | null = null;
  #compiled: WebAssembly.Module | null = null;

  /** Without `kept`, which says where boots are kept for other processes, each process boots by itself: the published package writes nothing. */
  constructor(kept: MadeAhead | null = isCompiled ? null : new MadeAhead(), work = new Work()) {
    this.work = work;
    this.kept = kept;
    this.boots = new BootImages(kept);
    this.sources = new SourceCache(kept);
  }

  quickJs(): WebAssembly.Module {
    return (this.#compiled ??= compileQuickJs());
  }
}
