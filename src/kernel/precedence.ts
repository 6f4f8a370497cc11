import type { LinkedRule, Provider } from './model.ts';
import { SECTIONS, type RuleEntry, type Section } from './manifest.ts';

/** The description of each rule for a rule that decides on precedence. */
interface Standing {
  readonly section: string;
  readonly title: string;
  /** Whether rules of the newest section can't overrule it, for the matter at hand. */
  readonly entrenched: boolean;
  readonly depth: number;
  /** The group's own number for it, or its place. */
  readonly number: string;
  /** Whether the ruleset says of it that it may be changed by itself; null where it says nothing. */
  readonly mutable: boolean | null;
  readonly power: number | null;
}

/** Higher wraps lower. Of a tier and a place in it, the tier comes first: what a rule says of itself in `over` lifts it within its tier. */
export type Rank = (standing: Standing) => number | readonly [tier: number, place: number];

const SECTION_RANK: Record<string, number> = { core: 0, dynastic: 10, 'special-case': 30, appendix: 40 };

/** Below what is entrenched in a ruleset's own sections, and above all of the usual ones. */
const OWN_RANK = 50;

/** The section whose rules can't overrule what is entrenched: the last of a ruleset's own, else the dynastic one. */
export function newestSection(sections: readonly Section[]): Section {
  return sections.findLast((section) => !SECTIONS.includes(section)) ?? 'dynastic';
}

/** Where no rule says otherwise: later sections wrap earlier ones, and what is entrenched wraps what it withstands. */
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

/** Orders providers from the outermost, whose word is heard first, to the innermost. */
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
      // Rules that claim to prevail over each other, in whatever circle, stand as they would without.
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

/** Whether somebody comes from one title to another by what each claims to prevail over. */
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
