import { toTerms } from '../../ruleset/compose.ts';
import type { FrozenDynasty } from '../../store/dynasties/frozen.ts';
import type { DynastyData } from '../data/record-data.ts';
import type { PostSummary, SiteData } from '../data/site-data.ts';
import type { RuleChange } from './rule-change.ts';
import { placeOfDynasty } from './past-sites.ts';

/** An imported dynasty has no lines in the ledger. */
const NO_LINE = -2;

/** The summary of a past dynasty for the game’s own pages, computed once, since it never changes. */
export interface PastDigest {
  readonly number: number;
  readonly ended: string;
  /** The last line of the ledger that belongs to it. */
  readonly lastLine: number;
  readonly summary: DynastyData;
  /** Its posts for lists, feeds and search, latest first; the full posts are on its own pages. */
  readonly posts: readonly PostSummary[];
  /** Changes of rules during the dynasty, and at the transition to the next one. */
  readonly changes: readonly RuleChange[];
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

export function digestOfPast(
  { about, posts }: FrozenDynasty,
  site: SiteData,
  changes: readonly RuleChange[],
): PastDigest {
  const {
    number,
    name,
    emperor,
    theme = '',
    began = null,
    ended,
    ledger,
    terms,
    successor,
    imported,
  } = about;
  const matters = Object.values(posts).filter(({ status }) => status !== null);
  const archived = {
    matters: matters.length,
    enacted: matters.filter(({ status }) => status === 'enacted').length,
    place: placeOfDynasty(number),
    won: site.posts.find(({ purpose, status }) => purpose === 'win' && status === 'enacted')?.id ?? null,
    successor,
    term: toTerms(terms).emperor ?? '',
    imported: imported !== undefined,
  };
  return {
    number,
    ended,
    lastLine: ledger?.to ?? NO_LINE,
    summary: { number, name, emperor, theme, from: began, until: ended, archived },
    posts: site.posts.map((post) => asListed(post, placeOfDynasty(number))),
    changes,
    people: site.people.map(({ id, name: called }) => ({ id, name: called })),
  };
}

function asListed(post: PostSummary, place: string): PostSummary {
  const comments = post.comments.map((comment) => ({ ...comment, html: '' }));
  const implied = post.implied.filter(({ by }) => by !== null);
  return { ...post, place, html: '', made: [], comments, diffs: [], changes: [], omitted: [], implied };
}

/** Maps have no JSON form, so they are converted. */
export function writeDigest(digest: PastDigest): string {
  return JSON.stringify(digest, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value as Map<string, string>) : value,
  );
}

export function readDigest(text: string): PastDigest {
  type Kept = Omit<PastDigest, 'changes'> & { readonly changes: readonly SavedChange[] };
  const { changes, ...digest } = JSON.parse(text) as Kept;
  return { ...digest, changes: changes.map(withMaps) };
}

type SavedChange = Omit<RuleChange, 'values'> & {
  readonly values: Readonly<Record<'before' | 'after', Readonly<Record<string, string>>>>;
};

function withMaps({ values: { before, after }, ...change }: SavedChange): RuleChange {
  return {
    ...change,
    values: { before: new Map(Object.entries(before)), after: new Map(Object.entries(after)) },
  };
}
