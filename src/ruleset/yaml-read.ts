import type { Problem } from './problem.ts';

export interface YamlRead {
  readonly data: Readonly<Record<string, unknown>>;
  readonly keyLines: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}
