import type { ProgramChange } from '../../decide/program-changes.ts';
import type { PostSummary } from './site-data.ts';
import { sayStatus } from '../../decide/say-status.ts';
import { say } from './say.ts';

/** The status of a post in the language of the pages. */
export function statusInWords(status: string | null): string {
  return sayStatus(status, { say });
}

/** `3 for`, `1 against`, `quorum 4` */
export function tallyInWords({
  counts,
  needed,
  stands,
  status,
}: Pick<PostSummary, 'counts' | 'needed' | 'stands' | 'status'>): readonly string[] {
  return [
    ...counts.map(({ title, count }) => `${count} ${title}`),
    ...(needed === null ? [] : [`${needed.title.toLowerCase()} ${needed.count}`]),
    ...(stands === null || stands === status || stands === 'undecided' ? [] : [statusInWords(stands)]),
  ];
}

/** `Votes`, `The clause of Votes` */
export function nameOfChange({ kind, title }: Pick<ProgramChange, 'kind' | 'title'>): string {
  return kind === 'clause' ? say`The code of ${title}` : title;
}

/** A file of code that several rules use is titled by its path. */
const OF_SEVERAL_RULES = /\/helpers\/.+\.ts$/u;

/** How many rules and values a short description of a matter names. */
const MOST_NAMED = 4;

/** `It would add Candles.`, `It changed Votes; Ana: Oil 3.`: a matter’s changes, without their words. */
export function changesInWords(
  { status, diffs, changes }: Pick<PostSummary, 'status' | 'diffs' | 'changes'>,
  most = MOST_NAMED,
): readonly string[] {
  const texts = diffs.filter(({ kind }) => kind !== 'value');
  const named = (does: ProgramChange['does']): readonly string[] => {
    const some = texts.filter((diff) => diff.does === does);
    const words = new Set(some.flatMap(({ kind, rule }) => (kind === 'text' ? [rule] : [])));
    // A rule that is added or repealed brings or takes its code along.
    const told = some.filter(({ kind, rule }) => does === 'changes' || kind === 'text' || !words.has(rule));
    return [
      ...new Set(
        told.map((diff) => (OF_SEVERAL_RULES.test(diff.title) ? say`shared code` : nameOfChange(diff))),
      ),
    ];
  };
  const isDone = status === 'enacted';
  const list = (some: readonly string[]): string => some.slice(0, most).join('; ');
  const [added, changed, repealed] = [named('adds'), [...named('changes'), ...changes], named('repeals')];
  return [
    ...(added.length === 0
      ? []
      : [isDone ? say`It added ${list(added)}.` : say`It would add ${list(added)}.`]),
    ...(changed.length === 0
      ? []
      : [isDone ? say`It changed ${list(changed)}.` : say`It would change ${list(changed)}.`]),
    ...(repealed.length === 0
      ? []
      : [isDone ? say`It repealed ${list(repealed)}.` : say`It would repeal ${list(repealed)}.`]),
  ];
}
