import type { Problem } from './problem.ts';

/** What was read of a block of YAML. */
export interface YamlRead {
  readonly data: Readonly<Record<string, unknown>>;
  /** The line at which each key stands. */
  readonly keyLines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}
