import type { PostData } from '../../kernel/state.ts';
import {
  keyOfChanges,
  programChanges,
  type ChangeShown,
  type NamesInDiff,
  type ProgramChange,
} from '../../wording/program-changes.ts';
import { wordDiff, type WordChange } from '../../ruleset/word-diff.ts';
import type { HistoryData } from '../data/record-data.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { withLazy } from '../data/lazy-property.ts';

/** The length of unchanged text shown on each side of a change. */
const NEAR = 160;

/**
 * The changes that a matter asks for, against the text that its author had. They are compared only when a
 * page shows them, since pages show few of a game's changes.
 */
export function diffsOf(
  { changes }: Pick<PostData, 'changes'>,
  names: NamesInDiff,
  cache: RenderedCache,
): readonly ProgramChange[] {
  let at = 0;
  return programChanges(changes, names, (about, show) => {
    const place = String(at);
    at += 1;
    const shown = (): ChangeShown => {
      const key = ['program', place, keyOfChanges(changes, names)] as const;
      const cached = cache.get(key, () => {
        const { words, ...rest } = show();
        return JSON.stringify({ ...rest, words: shortened(words) });
      });
      return JSON.parse(cached) as ChangeShown;
    };
    // A text that is not, or no longer, a rule has no page to link to.
    const rule = names.pathOf(about.rule) === about.rule ? about.rule : '';
    return withLazy({ ...about, rule }, 'shown', shown);
  });
}

/** Comparing is slow and the same texts recur at every build, so the result is cached. */
export function differOnce(before: string, after: string, cache: RenderedCache): HistoryData['words'] {
  const cached = cache.get(['differ', before, after], () => JSON.stringify(differ(before, after)));
  return JSON.parse(cached) as HistoryData['words'];
}

export function differ(before: string, after: string): HistoryData['words'] {
  return shortened(wordDiff(before, after));
}

/** Markup stays, since a page shows text as Markdown does. */
function shortened(words: readonly WordChange[]): HistoryData['words'] {
  const pieces: { kind: WordChange['kind']; text: string }[] = [];
  for (const { kind, text } of words) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces.map(({ kind, text }, at) => ({
    kind,
    text: kind === 'same' ? shorten(text, at === 0, at === pieces.length - 1) : text,
  }));
}

/** Cuts between words but never within a row of a table, since half a row can't be read. */
function shorten(text: string, first: boolean, last: boolean): string {
  if (text.length <= 2 * NEAR) return text;
  const start = first
    ? ''
    : text
        .slice(0, NEAR)
        .replace(/\S*$/u, '')
        .replace(/(?:^|\n)\|[^\n]*$/u, '\n');
  const from = text.length - NEAR;
  const row = text.lastIndexOf('\n', from) + 1;
  const next = text.indexOf('\n', from) + 1;
  const rest = text[row] === '|' ? text.slice(next > 0 ? next : row) : text.slice(from).replace(/^\S*/u, '');
  const end = last ? '' : rest;
  const gap = end.startsWith('|') ? '\n\n' : ' ';
  return `${start}…${gap}${end}`;
}
