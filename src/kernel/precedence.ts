import type { LinkedRule, Provider } from './model.ts';
import { SECTIONS, type RuleEntry, type Section } from './manifest.ts';

/** A rule, as a clause that decides on precedence sees it. */
export interface RankedRule {
  readonly section: string;
  readonly title: string;
  /** True if rules of the newest section can't override it, for the current matter. */
  readonly entrenched: boolean;
  readonly depth: number;
  /** The group's own number for it, or its position. */
  readonly number: string;
  /** Whether the ruleset marks it as mutable, or null if it doesn't say. */
  readonly mutable: boolean | null;
  readonly power: number | null;
}

/** Higher ranks wrap lower ones. If there are tiers, they come first, and `over` lifts a rule only within its tier. */
export type Rank = (rule: RankedRule) => number | readonly [tier: number, place: number];

const SECTION_RANK: Record<string, number> = { core: 0, dynastic: 10, 'special-case': 30, appendix: 40 };

/** Below entrenched rules in a ruleset's own sections, and above all usual sections. */
const OWN_RANK = 50;

/** The section whose rules can't override entrenched ones: the last of a ruleset's own sections, or else the dynastic one. */
export function newestSection(sections: readonly Section[]): Section {
  return sections.findLast((section) => !SECTIONS.includes(section)) ?? 'dynastic';
}

/** The default order: later sections wrap earlier ones, and entrenched rules wrap those that they withstand. */
export function plainRank(sections: readonly Section[]): Rank {
  const own = sections.filter((section) => !SECTIONS.includes(section));
  if (own.length === 0)
    return ({ section, entrenched }) =>
      entrenched && section === 'core' ? 20 : (SECTION_RANK[section] ?? 0);
  const newest = newestSection(sections);
  return ({ section, entrenched }) =>
    entrenched && section !== newest
      ? OWN_RANK + own.length
      : (SECTION_RANK[section] ?? OWN_RANK + own.indexOf(section));
}

function isEntrenched(entry: RuleEntry, matterKind: string | null): boolean {
  if (typeof entry.entrenched === 'boolean') return entry.entrenched;
  return matterKind !== null && entry.entrenched.includes(matterKind);
}

/** Orders rules from the outermost, which is asked first, to the innermost. */
export function inPrecedence(
  providers: readonly Provider[],
  rank: Rank,
  matterKind: string | null,
  indexOf: (rule: LinkedRule) => number,
  newest: Section = 'dynastic',
): Provider[] {
  const ranked = providers.map((provider) => {
    const { entry } = provider.rule;
    const depth = entry.path.split('/').length;
    const entrenched = isEntrenched(entry, matterKind);
    const { section, title, number, facts, over } = entry;
    const mutable = typeof facts['mutable'] === 'boolean' ? facts['mutable'] : null;
    const power = typeof facts['power'] === 'number' ? facts['power'] : null;
    const given = rank({ section, title, entrenched, depth, number, mutable, power });
    const [tier, place] = typeof given === 'number' ? [0, given] : given;
    return { provider, depth, entrenched, tier, rank: place, title, over };
  });
  const above = new Map(ranked.map(({ title, over }) => [title, over]));
  for (const item of ranked) {
    if (item.over.length === 0) continue;
    for (const other of ranked) {
      if (item.tier !== other.tier) continue;
      // Rules that claim precedence over each other in a cycle keep their usual order.
      const claims = item.over.includes(other.title) && !reaches(above, other.title, item.title);
      const withstands = other.entrenched && item.provider.rule.entry.section === newest;
      if (claims && !withstands && item.rank <= other.rank) item.rank = other.rank + 0.5;
    }
  }
  return ranked
    .sort(
      (a, b) =>
        b.tier - a.tier ||
        b.rank - a.rank ||
        b.depth - a.depth ||
        indexOf(b.provider.rule) - indexOf(a.provider.rule),
    )
    .map(({ provider }) => provider);
}

/** True if a chain of `over` claims leads from one title to another. */
function reaches(above: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const queue = [from];
  for (let title = queue.pop(); title !== undefined; title = queue.pop()) {
    if (title === to) return true;
    if (seen.has(title)) continue;
    seen.add(title);
    queue.push(...(above.get(title) ?? []));
  }
  return false;
}
