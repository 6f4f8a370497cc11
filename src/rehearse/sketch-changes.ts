import { SECTIONS } from '../kernel/manifest.ts';
import type { MatterChange, PostData, State } from '../kernel/state.ts';
import type { Amendment, Edition } from '../play/play-options.ts';
import { RULESET } from '../store/paths.ts';
import type { Scene } from './game-copy.ts';

type Files = Edition['files'];

const MOST_TOUCHED = 6;

/** The rules that a change touches and that are still there, by their paths: `core/votes`. */
export function touchedRules(before: Files, after: Files): readonly string[] {
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const rules = [...changed, ...gone].map((path) => path.replace(/\.(?:md|ts)$/u, ''));
  return [...new Set(rules)].filter((rule) => after.has(`${rule}.md`)).slice(0, MOST_TOUCHED);
}

/** What matters might change next: each touched rule, and one of each section, reworded and repealed; and values. */
export function changesToTry(
  files: Files,
  touched: readonly string[],
  values: Amendment['values'] = [],
): readonly MatterChange[] {
  const rules = [...files.keys()].filter((path) => path.endsWith('.md')).map((path) => path.slice(0, -3));
  const others = SECTIONS.toReversed().flatMap((section) =>
    rules.filter((rule) => rule.startsWith(`${section}/`) && !touched.includes(rule)).slice(0, 1),
  );
  const edits = [...touched, ...others].flatMap((rule): MatterChange[] => {
    const path = `${RULESET}${rule}.md`;
    const base = files.get(`${rule}.md`) ?? '';
    return [
      { verb: 'file', path, content: `${base.trimEnd()}\n\nThis may change again.\n`, base },
      { verb: 'file', path, content: null, base },
    ];
  });
  const set = values.slice(0, 3).map(({ path, value }): MatterChange => ({ verb: 'set', path, value }));
  return [...edits, ...set];
}

/** How matters are called and what they say in this game: as the one at hand, as the latest, or as a rule is. */
export function wordsOfMatters(state: State, files: Files, matter?: PostData): Scene['words'] {
  const posts = Object.values(state.posts).filter(({ changes }) => changes.length > 0);
  const latest = matter ?? posts.sort((a, b) => b.n - a.n)[0];
  const [, rule = ''] = [...files].find(([path]) => path.endsWith('.md')) ?? [];
  const { title, text } = latest ?? { title: /^title: (.*)$/mu.exec(rule)?.[1] ?? 'Next', text: rule };
  // Rules may ask that a title names the sections that a matter changes.
  const sections = SECTIONS.map((section) => `[${section.replaceAll('-', ' ')}]`).join('');
  return { plain: { title, text }, full: { title: `${sections} ${title}`, text } };
}
