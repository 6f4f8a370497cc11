import { SECTIONS } from '../kernel/manifest.ts';
import type { MatterChange, State } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Amendment, Edition } from '../play/play-options.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { RULESET } from '../store/paths.ts';
import type { Sketch } from './play-matter.ts';

type Files = Edition['files'];

/** A game on the eve of some change, as far as it is tried. */
export interface Scene {
  readonly state: State;
  readonly values: NonNullable<Amendment['values']>;
  /** What the next post is numbered. */
  readonly id: string;
  /** What matters may be called and say: first with all that rules may ask of them, then plainly. */
  readonly words: readonly Omit<Sketch, 'changes'>[];
  /** The same with what a changed clause has in quotes. */
  readonly named: readonly Omit<Sketch, 'changes'>[];
  readonly changes: readonly MatterChange[];
}

const MOST_TOUCHED = 6;

/** The rules that a change touches and that are still there, by their paths: `core/votes`. */
export function touchedRules(before: Files, after: Files): readonly string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const rules = [...changedIn(before, after), ...gone].map((path) => path.replace(/\.(?:md|ts)$/u, ''));
  return [...new Set(rules)].filter((rule) => after.has(`${rule}.md`)).slice(0, MOST_TOUCHED);
}

/** All rules, one after another. */
export function rulesIn(files: Files): readonly string[] {
  return [...files.keys()].filter((path) => path.endsWith('.md')).map((path) => path.slice(0, -3));
}

/** What matters might change next: each touched rule, and one of each section, reworded and repealed, or transmuted where it is immutable; and values. */
export function changesToTry(
  files: Files,
  touched: readonly string[],
  values: Amendment['values'] = [],
): readonly MatterChange[] {
  const rules = rulesIn(files);
  const others = SECTIONS.toReversed().flatMap((section) =>
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
  return [...edits, ...set];
}

/** The same in words, as people propose it who don't edit files. */
export function askedInWords(change: MatterChange): MatterChange {
  if (change.verb !== 'file') return change;
  const rule = change.path.slice(RULESET.length).replace(/\.md$/u, '');
  if (change.content === null) return { verb: 'repeal-rule', rule };
  const [word = ''] = lastParagraph(change.base ?? '').match(/\p{L}+/u) ?? [];
  return { verb: 'edit-rule', rule, replace: word, with: `${word} ${word}` };
}

/** Nothing by which a rule could tell that it is a rehearsal. */
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
 * How matters are called and what they say in this game: as the one at hand, as the latest, or as a rule is; first with all that
 * rules may ask of a title, such as the sections that it changes.
 */
export function wordsOfMatters({ state, before, after, matter }: Amendment): Pick<Scene, 'words' | 'named'> {
  const posts = Object.values(state.posts).filter(({ changes }) => changes.length > 0);
  const latest = posts.sort((a, b) => b.n - a.n)[0];
  const [, rule = ''] = [...after.files].find(([path]) => path.endsWith('.md')) ?? [];
  const first = matter ?? latest;
  const { title, text } = first ?? { title: /^title: (.*)$/mu.exec(rule)?.[1] ?? 'Next', text: rule };
  const sections = SECTIONS.map((section) => `[${section.replaceAll('-', ' ')}]`).join('');
  const full = { title: `${sections} ${title}`, text };
  const words = [full, { title, text }];
  if (latest !== undefined && latest !== first) words.push({ title: latest.title, text: latest.text });
  const quoted = quotedIn(before.files, after.files);
  const named = quoted.slice(0, 3).map((quote) => ({ title: quote, text: quote }));
  const all = { title: `${full.title} ${quoted.join(' ')}`, text: `${text}\n\n${quoted.join('\n')}` };
  return { words, named: quoted.length === 0 ? [] : [...named, all] };
}

/** What a changed clause has in quotes: whatever it asks for may be among it. */
function quotedIn(before: Files, after: Files): readonly string[] {
  const clauses = changedIn(before, after).filter((path) => path.endsWith('.ts'));
  const quoted = clauses.flatMap((path) =>
    [...(after.get(path) ?? '').matchAll(/(['"`])([^'"`\n$]{2,60})\1/gu)].map(([, , text = '']) => text),
  );
  return [...new Set(quoted)].filter((text) => text !== 'gitnomic/rules').slice(0, 8);
}

/** Moments that a change names, each with the time just after: a rule may mean something to begin or end then. */
export function momentsNamedIn({ before, after, at, values = [] }: Amendment): readonly string[] {
  const texts = [
    ...changedIn(before.files, after.files).map((path) => after.files.get(path) ?? ''),
    JSON.stringify(values),
  ];
  const days = texts.flatMap((text) =>
    [...text.matchAll(/\b(\d{4}-\d\d-\d\d)\b/gu)].map(([, day = '']) => day),
  );
  const moments = [...new Set(days)]
    .map((day) => `${day}T00:00:00Z`)
    .filter((moment) => moment > at && !Number.isNaN(Date.parse(moment)))
    .sort()
    .slice(0, 3);
  return moments.map((moment) => hoursAfter(moment, 25));
}

function changedIn(before: Files, after: Files): readonly string[] {
  return [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
}
