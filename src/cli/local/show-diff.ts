import type { ProgramChange } from '../../wording/program-changes.ts';
import { dropMarkup } from '../../ruleset/text-diff.ts';
import type { Paint } from '../terminal.ts';

const AROUND = 40;

/** Shows all changes by name and word by word, `open for [-48-]{+72+} hours`, in colour if possible. */
export function showChanges(changes: readonly ProgramChange[], paint: Paint): string {
  return changes.map((change) => showChange(change, paint)).join('\n');
}

function showChange({ kind, does, title, shown }: ProgramChange, paint: Paint): string {
  const { facts, notes, words } = shown;
  const what = kind === 'clause' ? `The code of ${title}` : title;
  const head = does === 'adds' ? `${what} (new)` : does === 'repeals' ? `${what} (removed)` : what;
  const lines = [
    ...facts.map(({ name, before, after }) => {
      const [was, is] = [before ?? 'nothing', after ?? 'nothing'];
      return `${name === '' ? '' : `${name}: `}${paint('red', was)} → ${paint('green', is)}`;
    }),
    ...notes.map((note) => paint('yellow', `! ${note}`)),
  ];
  const text = words.every((word) => word.kind === 'same') ? '' : inWords(words, paint);
  const body = [lines.join('\n'), text].filter((part) => part !== '').join('\n\n');
  return (
    [...(head === '' ? [] : [paint('bold', head)]), ...(body === '' ? [] : [indent(body)])].join('\n') + '\n'
  );
}

function inWords(words: ProgramChange['shown']['words'], paint: Paint): string {
  const changes = dropMarkup(words);
  const pieces = changes.map(({ kind, text }, index) => {
    const own = text.trimEnd();
    if (kind === 'same' || own === '') return elide(text, index === 0, index === changes.length - 1);
    const marked = kind === 'added' ? paint('green', `{+${own}+}`) : paint('red', `[-${own}-]`);
    return marked + text.slice(own.length);
  });
  return pieces.join('').trim();
}

/** Unchanged lines are shown only near changed ones. */
function elide(text: string, first: boolean, last: boolean): string {
  if (text.length <= 2 * AROUND) return text;
  const head = first ? '' : text.slice(0, AROUND).replace(/\s\S*$/u, '');
  const tail = last ? '' : text.slice(-AROUND).replace(/^\S*\s/u, '');
  return `${head} … ${tail}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
