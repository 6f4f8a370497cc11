import { MOST_TITLE_LETTERS } from '../kernel/posts.ts';
import type { MatterChange, State } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Amendment, Edition } from '../session/play/play-options.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { sectionsOfFiles } from '../ruleset/read.ts';
import { RULESET } from '../store/paths.ts';
import type { Sketch } from './play-matter.ts';

type Files = Edition['files'];
type Words = Omit<Sketch, 'changes'>;

/** A game just before a change is tried. */
export interface Scene {
  readonly state: State;
  readonly values: NonNullable<Amendment['values']>;
  /** The number of the next post. */
  readonly id: string;
  /** Possible titles and texts of matters: first with everything that rules may ask for, then plain. */
  readonly words: readonly [Words, ...Words[]];
  /** The same, with the quoted strings of a changed clause. */
  readonly named: readonly Words[];
  readonly changes: readonly MatterChange[];
  /** The rules that are changed, by path: `core/votes`. */
  readonly touched: readonly string[];
  /** Everyone, with earlier proposers first. */
  readonly people: readonly string[];
  /** An additional comment, taken from the comments on matters of this game. */
  readonly remark: string;
}

const MOST_TOUCHED = 6;
/** The most matters and changes of the game's past that are tried. */
const MOST_PAST = 2;

/** The rules that a change touches and that still exist, by path: `core/votes`. */
export function touchedRules(before: Files, after: Files): readonly string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const rules = [...changedIn(before, after), ...gone].map((path) => path.replace(/\.(?:md|ts)$/u, ''));
  return [...new Set(rules)].filter((rule) => after.has(`${rule}.md`)).slice(0, MOST_TOUCHED);
}

/** All rules, one after another. */
export function rulesIn(files: Files): readonly string[] {
  return [...files.keys()].filter((path) => path.endsWith('.md')).map((path) => path.slice(0, -3));
}

/**
 * Changes that matters might make next: each touched rule and one rule of each section, reworded and repealed (or
 * transmuted, if immutable), and values.
 */
export function changesToTry(
  files: Files,
  touched: readonly string[],
  { state, values = [] }: Pick<Amendment, 'state' | 'values'>,
): readonly MatterChange[] {
  const rules = rulesIn(files);
  const others = sectionsOfFiles(files)
    .toReversed()
    .flatMap((section) =>
      rules.filter((rule) => rule.startsWith(`${section}/`) && !touched.includes(rule)).slice(0, 1),
    );
  const edits = [...touched, ...others].flatMap((rule): MatterChange[] => {
    const path = `${RULESET}${rule}.md`;
    const base = files.get(`${rule}.md`) ?? '';
    if (/^mutable: false$/mu.test(splitFrontMatter(base).matter)) return [{ verb: 'transmute', rule }];
    return [
      { verb: 'file', path, content: saidTwice(base), base },
      { verb: 'file', path, content: null, base },
    ];
  });
  const set = values.slice(0, 3).map(({ path, value }): MatterChange => ({ verb: 'set', path, value }));
  return [...edits, ...set, ...changesOfPast(state, files)];
}

/** The same change in words, for people who don't edit files. */
export function askedInWords(change: MatterChange): MatterChange {
  if (change.verb !== 'file') return change;
  const rule = change.path.slice(RULESET.length).replace(/\.md$/u, '');
  if (change.content === null) return { verb: 'repeal-rule', rule };
  const [word = ''] = lastParagraph(change.base ?? '').match(/\p{L}+/u) ?? [];
  return { verb: 'edit-rule', rule, replace: word, with: `${word} ${word}` };
}

/** Repeats the text's own words, so that a rule can't recognise a rehearsal. */
function saidTwice(text: string): string {
  return `${text.trimEnd()}\n\n${lastParagraph(text)}\n`;
}

function lastParagraph(text: string): string {
  return (
    text
      .trim()
      .split(/\n{2,}/u)
      .at(-1)
      ?.replace(/^---\n[^]*\n---\n/u, '') ?? ''
  );
}

/**
 * Titles, texts and authors for matters in this game, taken from the matter at hand, the latest few, or a rule. The first one has
 * everything that rules may require in a title, such as the sections that it changes. Comments from people are included.
 */
export function wordsOfMatters({
  state,
  before,
  after,
  matter,
}: Amendment): Pick<Scene, 'words' | 'named' | 'people' | 'remark'> {
  const latest = latestMatters(state);
  const [, rule = ''] = [...after.files].find(([path]) => path.endsWith('.md')) ?? [];
  const first = matter ?? latest[0];
  const { title, text } = first ?? { title: /^title: (.*)$/mu.exec(rule)?.[1] ?? 'Next', text: rule };
  const sections = sectionsOfFiles(after.files)
    .map((section) => `[${section.replaceAll('-', ' ')}]`)
    .join('');
  // A title from somebody may already have the maximum length.
  const full = { title: `${sections} ${title}`.slice(0, MOST_TITLE_LETTERS), text };
  const past = latest.filter(({ id }) => id !== first?.id).slice(0, MOST_PAST);
  const known = latest.flatMap(({ author }) => (Object.hasOwn(state.players, author) ? [author] : []));
  const said = latest.flatMap(({ comments }) => comments.map((comment) => comment.text));
  return {
    words: [full, { title, text }, ...past.map((post) => ({ title: post.title, text: post.text }))],
    named: namedIn(quotedIn(changedIn(before.files, after.files), after.files), full),
    people: [...new Set([...known, ...Object.keys(state.players)])],
    // A text with an icon could count as another vote.
    remark: said.find((one) => one.length > 0 && !one.includes(':')) ?? '',
  };
}

/** The rules that a reason for a refusal names: `(Gulls, dynastic/gulls.ts:3)`. */
export function rulesNamed(files: Files, reason: string): readonly string[] {
  const named = [...reason.matchAll(/, ([^\s,()]+?)(?:\.\w+(?::\d+)?)?\)/gu)].map(([, rule = '']) => rule);
  return named.filter((rule) => files.has(`${rule}.md`));
}

/** Matters that say what the clauses of these rules quote. */
export function wordsAskedBy(files: Files, rules: readonly string[]): Scene['named'] {
  const clauses = rules.map((rule) => `${rule}.ts`);
  return namedIn(quotedIn(clauses, files), { title: '', text: '' });
}

function namedIn(quoted: readonly string[], { title, text }: Words): Scene['named'] {
  if (quoted.length === 0) return [];
  const named = quoted.slice(0, 3).map((quote) => ({ title: quote, text: quote }));
  const all = {
    title: `${title} ${quoted.join(' ')}`.slice(0, MOST_TITLE_LETTERS),
    text: `${text}\n\n${quoted.join('\n')}`,
  };
  return [...named, all];
}

/** Matters that changed something, latest first. */
function latestMatters({ posts }: State): State['posts'][string][] {
  return Object.values(posts)
    .filter(({ changes }) => changes.length > 0)
    .sort((a, b) => b.n - a.n);
}

/** Changes of this game's earlier matters, to be reverted or made again. */
function changesOfPast(state: State, files: Files): readonly MatterChange[] {
  const past = latestMatters(state).flatMap(({ changes }) => changes);
  const again = past.flatMap((change): MatterChange[] => {
    if (change.verb === 'set') return [change];
    if (change.verb !== 'file' || change.content === null) return [];
    const base = files.get(change.path.slice(RULESET.length));
    return base === undefined || base === change.content ? [] : [{ ...change, base }];
  });
  return again.slice(0, MOST_PAST);
}

/** The strings in these clauses, which may require one of them. */
function quotedIn(paths: readonly string[], files: Files): readonly string[] {
  const clauses = paths.filter((path) => path.endsWith('.ts'));
  return [...new Set(clauses.flatMap((path) => stringsIn(files.get(path) ?? '')))].slice(0, 8);
}

export function stringsIn(clause: string): readonly string[] {
  const quoted = [...clause.matchAll(/(['"`])([^'"`\n$]{2,60})\1/gu)].map(([, , text = '']) => text);
  return quoted.filter((text) => text !== 'gitnomic/rules');
}

/** Times that a change mentions, each shortly after it has passed, because a rule may begin or end then. */
export function momentsNamedIn({ before, after, at, values = [] }: Amendment): readonly string[] {
  const texts = [
    ...changedIn(before.files, after.files).map((path) => after.files.get(path) ?? ''),
    JSON.stringify(values),
  ];
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\b(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?(?!\d)/gu),
  ]);
  const moments = named
    .map(([, day = '', time]) => [`${day}T${time ?? '00:00'}:00Z`, time === undefined ? 25 : 1] as const)
    .filter(([moment]) => moment > at && !Number.isNaN(Date.parse(moment)))
    .map(([moment, hours]) => hoursAfter(moment, hours));
  return [...new Set(moments)].sort().slice(0, 3);
}

function changedIn(before: Files, after: Files): readonly string[] {
  return [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
}
