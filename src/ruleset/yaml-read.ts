import type { Problem } from './problem.ts';

/** A parsed block of YAML. */
export interface YamlRead {
  readonly data: Readonly<Record<string, unknown>>;
  /** The line of each key. */
  readonly keyLines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}
