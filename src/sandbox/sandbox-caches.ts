import { BootImages, type StoredImages } from './boot-image.ts';
import { compileQuickJs } from './engine-code.ts';
import { MadeAhead } from './made-ahead.ts';
import { isCompiled } from './own-file.ts';
import type { Engine } from './quickjs.ts';
import { SourceCache } from './sources.ts';
import { Work } from './meter.ts';

/** Caches that let the next sandbox open sooner. They don't change what clauses do. */
export class SandboxCaches {
  readonly boots: BootImages;
  readonly sources: SourceCache;
  readonly work: Work;
  /** The last engine made, which a trial's machine may share. */
  last: Engine | null = null;
  #compiled: WebAssembly.Module | null = null;

  /** Without `ready`, each process boots by itself. The published package never writes. */
  constructor(
    ready: MadeAhead | null = isCompiled ? null : new MadeAhead(),
    work = new Work(),
    images: StoredImages | null = ready,
  ) {
    this.work = work;
    this.boots = new BootImages(images);
    this.sources = new SourceCache(ready);
  }

  quickJs(): WebAssembly.Module {
    return (this.#compiled ??= compileQuickJs());
  }
}
