import { diffArrays } from 'diff';

export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Markup that readers don't see as such: `**`, or the edge of a table. */
  readonly isMarkup?: true;
}

/** A word in its written form, which is compared, and in the form that people read. */
export interface Token {
  readonly source: string;
  readonly shown: string;
  readonly isMarkup?: true;
}

/** With more edits, two texts have so little in common that nobody would read the difference. */
const MOST_EDITS = 5_000;
const LINE = /[^\n]*\n|[^\n]+/gu;
const WORD = /[\p{L}\p{N}\p{M}_]+|[^\S\r\n]+|\r?\n|[^]/gu;

export function wordDiff(before: string, after: string): readonly WordChange[] {
  return diffTokens(tokensOf(before), tokensOf(after));
}

/** A difference of code: word by word in lines that stay alike, otherwise the old lines in full, and then the new ones. */
export function codeDiff(before: string, after: string): readonly WordChange[] {
  const parts = diffTokens(tokensOf(before, LINE), tokensOf(after, LINE));
  return parts.flatMap((one, at) => {
    const [previous, next] = [parts[at - 1], parts[at + 1]];
    if (one.kind === 'removed' && next?.kind === 'added') return alikeOrWhole(one, next);
    return one.kind === 'added' && previous?.kind === 'removed' ? [] : [one];
  });
}

function alikeOrWhole(was: WordChange, is: WordChange): readonly WordChange[] {
  const words = wordDiff(was.text, is.text);
  const size = (text: string): number => text.replaceAll(/\s/gu, '').length;
  const same = words.reduce((sum, { kind, text }) => sum + (kind === 'same' ? size(text) : 0), 0);
  return 2 * same >= Math.max(size(was.text), size(is.text)) ? words : [was, is];
}

export function tokensOf(text: string, unit = WORD): readonly Token[] {
  return (text.match(unit) ?? []).map((source) => ({ source, shown: source }));
}

export function diffTokens(was: readonly Token[], is: readonly Token[]): readonly WordChange[] {
  const parts = diffArrays([...was], [...is], {
    comparator: (one, other) => one.source === other.source && one.shown === other.shown,
    maxEditLength: MOST_EDITS,
  }) ?? [
    { value: [...was], removed: true, added: false },
    { value: [...is], added: true, removed: false },
  ];
  const pieces: { kind: WordChange['kind']; text: string; isMarkup?: true }[] = [];
  for (const { value, added, removed } of parts) {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    for (const { source, shown, isMarkup } of value) {
      const text = kind === 'same' || shown !== '' ? shown : linkInWords(source);
      const last = pieces.at(-1);
      if (text === '') continue;
      if (last?.kind === kind && last.isMarkup === isMarkup) last.text += text;
      else pieces.push({ kind, text, ...(isMarkup && { isMarkup }) });
    }
  }
  return pieces;
}

/** `](#value:window)` → ` (#value:window)`. The opening bracket has no meaning by itself. */
function linkInWords(source: string): string {
  return source === '[' ? '' : ` ${source.replace(/^\]/u, '')}`;
}

/** `wait 48 hours` and `wait 36 hours` → `wait ~~48~~ **36** hours`, in Markdown. */
export function showWordDiff(changes: readonly WordChange[]): string {
  const mark = (text: string, sign: string): string => {
    // Markdown's marks can't span lines or touch spaces, so they go around the words of each line.
    return text.replace(/[^\s](?:[^\n]*[^\s])?/g, (words) => `${sign}${words}${sign}`);
  };
  const pieces = changes.map(({ kind, text }) =>
    kind === 'same' ? text : mark(text, kind === 'added' ? '**' : '~~'),
  );
  return pieces.join('').replace(/~~\*\*/g, '~~ **');
}
