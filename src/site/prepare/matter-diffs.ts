import type { RuleEntry, Terms } from '../../kernel/manifest.ts';
import type { MatterChange, PostData } from '../../kernel/state.ts';
import { splitMarks } from '../../ruleset/marks.ts';
import { wordDiff } from '../../ruleset/word-diff.ts';
import type { DiffData } from '../data/rule-data.ts';
import { bodyOf, plainWords } from './history.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { whenAsked } from '../data/when-asked.ts';

const RULESET = 'content/ruleset/';
/** The length of unchanged text shown on each side of a change. */
const NEAR = 160;

export interface RulesNow {
  readonly rules: readonly RuleEntry[];
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
}

/** The changes that a matter asks for, word by word, against the text that its author had. */
export function diffsOf(
  { changes }: Pick<PostData, 'changes'>,
  now: RulesNow,
  cache: RenderedCache,
): readonly DiffData[] {
  return changes.flatMap((change) => {
    const texts = textsOf(change, now);
    if (texts === null) return [];
    const { before, after, ...about } = texts;
    // A text that is not, or no longer, a rule has no page to link to.
    const rule = now.rules.some(({ path }) => path === about.rule) ? about.rule : '';
    // A page that is made when somebody asks for it shows few of a game's changes.
    const words = (): DiffData['words'] => differOnce(before, after, cache);
    return before === after ? [] : [whenAsked({ ...about, rule }, 'words', words)];
  });
}

type Texts = Omit<DiffData, 'words'> & { readonly before: string; readonly after: string };

function textsOf(change: MatterChange, { rules, files, terms }: RulesNow): Texts | null {
  if (change.verb === 'set') return null;
  if (change.verb === 'file') return textsOfFile(change, terms);
  if (change.verb === 'add-rule')
    return { rule: '', title: change.title, kind: 'text', does: 'adds', before: '', after: change.text };
  const named = fold(change.rule);
  const rule = rules.find(({ title, plainTitle, number, path }) =>
    [title, plainTitle, number, path].some((name) => fold(name) === named),
  );
  const about = {
    rule: rule?.path ?? '',
    title: rule?.title ?? change.rule,
    kind: 'text' as const,
    does: change.verb === 'repeal-rule' ? ('repeals' as const) : ('changes' as const),
  };
  if (change.verb === 'edit-rule')
    return { ...about, before: plainWords(change.replace), after: plainWords(change.with) };
  if (change.verb === 'transmute') {
    const [before, after] = ['Immutable', 'Mutable'];
    return rule?.facts['mutable'] === false
      ? { ...about, before, after }
      : { ...about, before: after, after: before };
  }
  return { ...about, before: bodyOf(files.get(`${rule?.path ?? ''}.md`) ?? null, terms) ?? '', after: '' };
}

function textsOfFile(
  { path, content, base = null }: Extract<MatterChange, { verb: 'file' }>,
  terms: Terms,
): Texts | null {
  if (!path.startsWith(RULESET)) return null;
  const rule = path.slice(RULESET.length).replace(/\.(md|ts)$/, '');
  const does = base === null ? 'adds' : content === null ? 'repeals' : 'changes';
  if (path.endsWith('.ts')) {
    return { rule, title: titleOf(rule), kind: 'clause', does, before: base ?? '', after: content ?? '' };
  }
  const title = /^title: *['"]?(.*?)['"]? *$/m.exec(content ?? base ?? '')?.[1] ?? titleOf(rule);
  const [before, after] = [bodyOf(base, terms) ?? '', bodyOf(content, terms) ?? ''];
  return { rule, title, kind: 'text', does, before, after };
}

/** Comparing is slow and the same texts recur at every build, so the result is cached. */
export function differOnce(before: string, after: string, cache: RenderedCache): DiffData['words'] {
  const kept = cache.get(['differ', before, after], () => JSON.stringify(differ(before, after)));
  return JSON.parse(kept) as DiffData['words'];
}

export function differ(before: string, after: string): DiffData['words'] {
  const words = wordDiff(before, after);
  return words.map(({ kind, text }, at) => ({
    kind,
    text: kind === 'same' ? shorten(text, at === 0, at === words.length - 1) : text,
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

function fold(name: string): string {
  return splitMarks(name).title.trim().toLowerCase();
}

function titleOf(rule: string): string {
  const words = (rule.split('/').at(-1) ?? rule).replaceAll('-', ' ');
  return capitalised(words);
}
