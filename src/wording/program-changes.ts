/* Changes come in several forms but end in one description, so this file stays together. */
/* oxlint-disable max-lines */
import type { Terms } from '../kernel/manifest.ts';
import type { MatterChange } from '../kernel/state.ts';
import { applyChange } from '../ruleset/amend.ts';
import { readMarkdownFile, splitFrontMatter } from '../ruleset/front-matter.ts';
import { hiddenIn, distinguished, visible, type HiddenText } from '../ruleset/hidden-text.ts';
import { hiddenValues } from '../ruleset/hidden-values.ts';
import { ruleDifferences, type RuleDifference } from '../ruleset/rule-differences.ts';
import { putTerms } from '../ruleset/terms.ts';
import { textDiff } from '../ruleset/text-diff.ts';
import { codeDiff, wordDiff, type WordChange } from '../ruleset/word-diff.ts';
import { RULESET } from '../store/paths.ts';
import { inWords, spelled, titleOfSection, type Naming } from './naming.ts';
import { sayMatterChange } from './say-changes.ts';
import type { Wording } from '../language/wording.ts';

/** The names for describing a matter's changes, and the rules it would change. */
export interface NamesInDiff {
  readonly naming: Naming;
  readonly terms: Terms;
  /** Rule files by path, such as `core/votes.md`; empty if they are no longer what the matter would change. */
  readonly files: ReadonlyMap<string, string>;
  /** The title of a rule, which may be named by title, number or path. */
  titleOf(rule: string): string;
  /** Null if there is no such rule. */
  pathOf(rule: string): string | null;
  valueAt?(path: readonly string[]): unknown;
}

/** A change of one rule's text, one clause, one other file or one value. Pages, comments, terminal and feeds only lay it out. */
export interface ProgramChange {
  readonly kind: 'text' | 'clause' | 'file' | 'value';
  readonly does: 'adds' | 'changes' | 'repeals';
  /** Empty for a new rule without a path, and for other files and values. */
  readonly rule: string;
  readonly title: string;
  readonly shown: ChangeShown;
}

export interface ChangeShown {
  /** Everything the engine reads that differs, by name: live values, table rows, list items, front matter. */
  readonly facts: readonly ProgramFact[];
  /** One sentence for each thing that a reader might miss. */
  readonly notes: readonly string[];
  readonly words: readonly WordChange[];
}

export interface ProgramFact {
  /** Empty for a row of a table, which is a sentence. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

type About = Omit<ProgramChange, 'shown'>;

interface Found extends About {
  readonly show: () => ChangeShown;
}

interface Edit {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The old place of a rule that moves. */
  readonly from?: string;
}

/**
 * Describes all changes of a matter file by file, in whatever form they are given. Callers that show little can pass
 * a `put` that computes lazily.
 */
export function programChanges(
  changes: readonly MatterChange[],
  names: NamesInDiff,
  put: (about: About, show: () => ChangeShown) => ProgramChange = (about, show) => ({
    ...about,
    shown: show(),
  }),
): readonly ProgramChange[] {
  const files = new Map(names.files);
  const all = withMoves(changes).flatMap((change): readonly Found[] => {
    if ('from' in change) return [ofFile(change, names)];
    if (change.verb === 'file') {
      const { path, content, base = null } = change;
      const inside = path.startsWith(RULESET) ? path.slice(RULESET.length) : null;
      if (inside !== null && content !== null && files.size > 0) files.set(inside, content);
      return [ofFile({ path, before: base, after: content }, names)];
    }
    if (change.verb === 'add-rule') return ofNewRule(change, names);
    const edits = editsOf(change, files, names);
    for (const { path, after } of edits) {
      if (after === null) files.delete(path);
      else files.set(path, after);
    }
    if (edits.length > 0)
      return edits.map((edit) => ofFile({ ...edit, path: `${RULESET}${edit.path}` }, names));
    return [change.verb === 'set' ? ofValue(change, names) : ofNamed(change, names)];
  });
  return all.map(({ show, ...about }) => put({ ...about, title: visible(about.title) }, show));
}

/** A cache key: while it stays the same, so does the result of `programChanges`. */
export function keyOfChanges(changes: readonly MatterChange[], names: NamesInDiff): string {
  const { naming, terms, files, titleOf, pathOf, valueAt } = names;
  const described = changes.map((change) => {
    if (change.verb === 'file')
      return titleOf(change.path.slice(RULESET.length).replace(/\.(?:md|ts)$/u, ''));
    if (change.verb === 'set') return sayMatterChange(change, naming, valueAt);
    return change.verb === 'add-rule' ? titleOf(change.parent ?? '') : titleOf(change.rule);
  });
  const named = changes.flatMap((change) => {
    const [, rule = ''] =
      change.verb === 'set' ? change.path.split('.') : ['', 'rule' in change ? change.rule : ''];
    const path = pathOf(rule);
    return path === null ? [] : [[path, [...files].filter(([file]) => file.startsWith(path))]];
  });
  return JSON.stringify([naming.wording.language.tag, terms, changes, described, named]);
}

type FileChange = Extract<MatterChange, { verb: 'file' }>;
type Worded = Exclude<MatterChange, { verb: 'file' | 'add-rule' }>;

interface Moved extends Edit {
  readonly from: string;
}

/** A file that disappears while an identical one appears has moved. */
function withMoves(changes: readonly MatterChange[]): readonly (MatterChange | Moved)[] {
  const isRule = (change: MatterChange): change is FileChange =>
    change.verb === 'file' && change.path.startsWith(RULESET) && /\.(?:md|ts)$/u.test(change.path);
  const gone = changes
    .filter(isRule)
    .filter(({ content, base }) => content === null && typeof base === 'string');
  const came = changes
    .filter(isRule)
    .filter(({ content, base }) => content !== null && (base ?? null) === null);
  const moved = new Map<MatterChange, FileChange>();
  for (const one of came) {
    const from = gone.find(
      (other) => ![...moved.values()].includes(other) && isSame(other.path, other.base ?? '', one),
    );
    if (from !== undefined) moved.set(one, from);
  }
  const left = new Set<MatterChange>(moved.values());
  return changes.flatMap((change): readonly (MatterChange | Moved)[] => {
    const from = moved.get(change);
    if (left.has(change)) return [];
    if (from === undefined || change.verb !== 'file') return [change];
    return [{ path: change.path, before: from.base ?? '', after: change.content, from: from.path }];
  });
}

function isSame(path: string, text: string, { path: other, content }: FileChange): boolean {
  const [name, ending] = path.split(/[/.]/u).slice(-2);
  if (!other.endsWith(`.${ending ?? ''}`)) return false;
  const bodyOf = (one: string): string => splitFrontMatter(one).body.trim();
  return other.endsWith(`/${name ?? ''}.${ending ?? ''}`) || bodyOf(text) === bodyOf(content ?? '');
}

/** The files that a worded change edits; empty if that can't be determined. */
function editsOf(
  change: Worded,
  files: ReadonlyMap<string, string>,
  { terms, pathOf }: NamesInDiff,
): readonly Edit[] {
  const [head, named = '', field = ''] = change.verb === 'set' ? change.path.split('.') : [];
  const rule = change.verb === 'set' ? (head === 'ruleset' ? named : null) : change.rule;
  const path = rule === null ? null : pathOf(rule);
  const text = files.get(`${path ?? ''}.md`);
  if (path === null || text === undefined) return [];
  const made = ((): Parameters<typeof applyChange>[1] | null => {
    if (change.verb === 'edit-rule')
      return { type: 'edit-rule', path, replace: change.replace, with: change.with };
    if (change.verb === 'repeal-rule') return { type: 'repeal-rule', path };
    if (change.verb === 'transmute') {
      const isFixed = /^mutable: *false *$/mu.test(splitFrontMatter(text).matter);
      return { type: 'set-facts', path, facts: { mutable: isFixed } };
    }
    const { value } = change;
    if (field === 'entrenched' && typeof value === 'boolean')
      return { type: 'set-entrenched', path, entrenched: value };
    const isStatus = value === 'active' || value === 'inactive' || value === null;
    return field === 'status' && isStatus ? { type: 'set-status', path, status: value } : null;
  })();
  const after = made === null ? files : applyChange(files, made, terms).files;
  return [...new Set([...files.keys(), ...after.keys()])].flatMap((one) => {
    const [old, now] = [files.get(one) ?? null, after.get(one) ?? null];
    return old === now ? [] : [{ path: one, before: old, after: now }];
  });
}

function ofFile(edit: Edit, names: NamesInDiff): Found {
  const { path, before, after, from } = edit;
  const does = after === null ? 'repeals' : before === null ? 'adds' : 'changes';
  const inside = path.startsWith(RULESET) ? path.slice(RULESET.length) : '';
  const rule = inside.replace(/\.(?:md|ts)$/u, '');
  const moved = from === undefined ? [] : [placeOf(from, path, names)];
  if (inside.endsWith('.md')) {
    const show = (): ChangeShown => {
      const shown = ofText({ before, after }, names);
      return { ...shown, facts: [...moved, ...shown.facts] };
    };
    return { kind: 'text', does, rule, title: titleIn(rule, after ?? before, names), show };
  }
  const isCode = path.endsWith('.ts');
  const isClause = isCode && inside !== '' && !/(?:^|\/)helpers\//u.test(inside);
  const show = (): ChangeShown => {
    const words = (isCode ? codeDiff : wordDiff)(before ?? '', after ?? '');
    const notes = [
      ...newOnes(before ?? '', after ?? '', (text) => hiddenIn(text, isCode), names),
      ...ofBlanks(words, names),
    ];
    return {
      facts: moved,
      notes,
      words: withBlanks(words).map((one) => ({ ...one, text: visible(one.text) })),
    };
  };
  return isClause
    ? { kind: 'clause', does, rule, title: titleIn(rule, null, names), show }
    : { kind: 'file', does, rule: '', title: path, show };
}

function placeOf(from: string, to: string, { naming: { wording } }: NamesInDiff): ProgramFact {
  const { say } = wording;
  const [before, after] = [from, to].map((path) => path.slice(RULESET.length));
  return { name: say`Place`, before: before ?? null, after: after ?? null };
}

function ofText({ before, after }: Pick<Edit, 'before' | 'after'>, names: NamesInDiff): ChangeShown {
  const { terms, naming } = names;
  const [was, is] = [splitFrontMatter(before ?? ''), splitFrontMatter(after ?? '')];
  const words = textDiff(was.body.trim(), is.body.trim(), terms);
  const facts = ruleDifferences(before, after, terms).map((one) => factOf(one, naming));
  const isSameMatter = facts.length > 0 || before === null || after === null || was.matter === is.matter;
  const hidden = (text: string): readonly HiddenText[] => [...hiddenIn(text, false), ...hiddenValues(text)];
  const { say } = naming.wording;
  // Nothing below would show a blank at the end of the text, or an invisible letter before its first line.
  const isBlank = isSameMatter && facts.length === 0 && words.every(({ kind }) => kind === 'same');
  const isEmptied = before !== null && after !== null && was.body.trim() !== '' && is.body.trim() === '';
  return {
    facts,
    notes: [
      ...(isEmptied ? [say`The rule’s text becomes empty.`] : []),
      // Text that was hidden before isn't reported, even if it moved to another line.
      ...newOnes(was.body, is.body, hidden, names),
      ...newOnes(was.matter, is.matter, (text) => hiddenIn(text, false), names),
      ...(isSameMatter ? [] : [say`The lines above its text are formatted differently but mean the same.`]),
      ...(before === null || after === null || isEmptied ? [] : ofBlanks(words, names)),
      ...(isBlank && before !== after ? [say`Only its spaces or line breaks differ.`] : []),
    ],
    words: words.map((one) => ({ ...one, text: visible(one.text) })),
  };
}

function newOnes(
  before: string,
  after: string,
  find: (text: string) => readonly HiddenText[],
  { naming: { wording } }: NamesInDiff,
): readonly string[] {
  const [known, now] = [before, after].map((text) => find(text).map((one) => sayHidden(one, wording)));
  return [...new Set(now)].filter((one) => known?.includes(one) !== true);
}

/** Blanks inside a line of code may matter to a comparison, so they are made visible. */
function withBlanks(words: readonly WordChange[]): readonly WordChange[] {
  return words.map((one, at) => {
    const isInside = /[^\n]$/u.test(words[at - 1]?.text ?? '') && /^[^\n]/u.test(words[at + 1]?.text ?? '');
    if (one.kind === 'same' || one.text.trim() !== '' || one.text.includes('\n') || !isInside) return one;
    return { ...one, text: one.text.replaceAll(' ', '␣').replaceAll('\t', '⇥') };
  });
}

function ofBlanks(words: readonly WordChange[], { naming: { wording } }: NamesInDiff): readonly string[] {
  const { say } = wording;
  const blank = words.filter(({ kind, text }) => kind !== 'same' && text.trim() === '');
  const isOnly = words.every(({ kind, text }) => kind === 'same' || text.trim() === '');
  // Everything is new, so there is nothing that the blanks differ from.
  if (blank.length === 0 || words.every(({ kind }) => kind === 'added')) return [];
  return [isOnly ? say`Only its spaces or line breaks differ.` : say`Spaces or line breaks differ too.`];
}

function ofNewRule(
  { title, text, clause, section, parent }: Extract<MatterChange, { verb: 'add-rule' }>,
  names: NamesInDiff,
): readonly Found[] {
  const { say } = names.naming.wording;
  const about = { does: 'adds', rule: '', title } as const;
  const above = parent ?? section;
  const place =
    above && titleOfSection(above, [{ path: above, title: names.titleOf(above) }], names.naming.wording);
  const placed = place === undefined ? [] : [{ name: say`Place`, before: null, after: place }];
  const show = (): ChangeShown => {
    const shown = ofText({ before: null, after: text }, names);
    return { ...shown, facts: [...placed, ...shown.facts] };
  };
  const rule: Found = { ...about, kind: 'text', show };
  if (clause === undefined) return [rule];
  const code = ofFile({ path: `${RULESET}core/new.ts`, before: null, after: clause }, names);
  return [rule, { ...code, ...about }];
}

/** A worded change whose files are unknown. */
function ofNamed(change: Exclude<Worded, { verb: 'set' }>, names: NamesInDiff): Found {
  const { say } = names.naming.wording;
  const does = change.verb === 'repeal-rule' ? 'repeals' : 'changes';
  const { rule } = change;
  const about = { kind: 'text', does, rule: names.pathOf(rule) ?? '', title: names.titleOf(rule) } as const;
  if (change.verb === 'edit-rule')
    return { ...about, show: () => ofText({ before: change.replace, after: change.with }, names) };
  const turned = say`It becomes mutable if it was immutable, and immutable if it was mutable.`;
  return {
    ...about,
    show: () => ({ facts: [], notes: change.verb === 'transmute' ? [turned] : [], words: [] }),
  };
}

function ofValue(change: Extract<MatterChange, { verb: 'set' }>, names: NamesInDiff): Found {
  const { naming, terms, valueAt } = names;
  const { say } = naming.wording;
  const notes = newOnes('', JSON.stringify(change.value), (text) => hiddenIn(text, false), names);
  const [scope, what, field = ''] = change.path.split('.');
  const old = (terms as unknown as Readonly<Record<string, unknown>>)[field];
  const [before = '', after = ''] = [old, change.value].map((value) => visible(naming.value(value)));
  const title =
    scope === 'game' && what === 'terms'
      ? say`What this game calls ${field}: ${before} → ${after}`
      : sayMatterChange(change, naming, valueAt);
  return { kind: 'value', does: 'changes', rule: '', title, show: () => ({ facts: [], notes, words: [] }) };
}

/** The title of an existing or proposed rule, otherwise its file name in words. */
function titleIn(rule: string, text: string | null, { terms, titleOf }: NamesInDiff): string {
  const title = text === null ? null : readMarkdownFile('', text).data['title'];
  if (typeof title === 'string' && title.trim() !== '') return putTerms(title, terms);
  const found = titleOf(rule);
  return found === rule ? inWords(rule.split('/').at(-1) ?? rule) : found;
}

/** Names a live value, row or item by its name in the text, and a front-matter key by itself. */
function factOf({ isAbout, name, before, after }: RuleDifference, naming: Naming): ProgramFact {
  const shown = (say: (value: unknown) => string) =>
    [before, after].map((value) => (value === undefined ? null : visible(say(value))));
  const read = shown((value) => (typeof value !== 'string' || isAbout ? naming.value(value) : value));
  // Values that read alike, such as an empty list and an empty text, are shown as they are written.
  const [was = null, is = null] = read[0] === read[1] ? shown((value) => JSON.stringify(value)) : read;
  const [old, now] = was === null || is === null ? [was, is] : distinguished(was, is);
  return { name: visible(isAbout ? inWords(name) : spelled(name)), before: old, after: now };
}

/** A sentence about hidden text, without its place: `Letters that nobody sees: “a⟨U+200B⟩b”.` */
export function sayHidden({ kind, what, inside = '' }: HiddenText, { say }: Wording): string {
  switch (kind) {
    case 'turned':
      return say`Hidden characters reverse part of this line, so it doesn’t say what it seems to: “${what}”.`;
    case 'unseen':
      return say`There are invisible characters here: “${what}”.`;
    case 'scripts':
      return say`“${what}” contains letters that look like others but aren’t.`;
    case 'lookalike':
      return say`“${what}” looks like a word in Latin letters, but is written in others.`;
    case 'far':
      return say`This is far to the right or far below, where few people look: “${what}”.`;
    case 'struck':
      return say`“${what}” is struck through but counts all the same.`;
    case 'footnote':
      return say`“${what}” is in a footnote but counts all the same.`;
    case 'html':
      return inside === ''
        ? say`“${what}” contains HTML, which may hide part of it.`
        : say`“${what}” is inside ${inside}, where a page may hide it, but counts all the same.`;
    default:
      return say`“${what}” contains a picture; its description counts as text.`;
  }
}
