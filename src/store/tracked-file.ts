import { BOUNDS } from '../kernel/bounds.ts';
import type { Fields } from '../kernel/state.ts';
import { sameValue } from '../kernel/values.ts';
import { readMarkdownFile } from '../ruleset/front-matter.ts';
import { toYaml, writeFrontMatter } from '../ruleset/front-matter-write.ts';
import { madeOnce, type Memo } from '../ruleset/memo.ts';
import type { Problem } from '../ruleset/problem.ts';

/** The kernel limits what is tracked, so all of it can be read. */
const WRITTEN_BY_ENGINE = { file: BOUNDS.tracked.read, matter: BOUNDS.tracked.read, asTyped: true };

interface Tracked {
  readonly data: Fields;
  readonly body: string;
  readonly problems: readonly Problem[];
}

/** A file's front matter with the tracked values, and the text below it, which anybody may write. */
export function readTracked(path: string, text: string, memo?: Memo): Tracked {
  return madeOnce(memo, 'tracked', path, text, () => {
    const { data, body, problems } = readMarkdownFile(path, text, WRITTEN_BY_ENGINE);
    return { data: { ...data }, body, problems };
  });
}

/** Writes values to a file and leaves all other bytes unchanged. `before` is null for a new file. */
export function writeTracked(path: string, before: string | null, data: Fields, memo?: Memo): string {
  // A file that hasn't been committed is written again at each look.
  if (before === null)
    return madeOnce(memo, 'front-matter', '', JSON.stringify(data), () => `---\n${yamlOf(data)}---\n`);
  const old = readTracked(path, before, memo).data;
  const changes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data))
    if (!Object.hasOwn(old, key) || !sameValue(old[key], value)) changes[key] = value;
  for (const key of Object.keys(old)) if (!Object.hasOwn(data, key)) changes[key] = undefined;
  if (Object.keys(changes).length === 0) return before;
  // A change that hasn't been committed is applied again at each look.
  const asked = `${JSON.stringify(changes, unsetToo)}\n${before}`;
  return madeOnce(memo, 'changed-front-matter', '', asked, () => writeFrontMatter(before, changes));
}

function yamlOf(data: Fields): string {
  return Object.keys(data).length === 0 ? '' : toYaml(data);
}

/** JSON omits undefined, which removes a key here. */
function unsetToo(_key: string, value: unknown): unknown {
  return value === undefined ? { unset: null } : value;
}
