import type { Problem } from './problem.ts';

/** A parsed block of YAML. */
export interface YamlRead {
  readonly data: Readonly<Record<string, unknown>>;
  /** The line at which each key stands. */
  readonly keyLines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}
