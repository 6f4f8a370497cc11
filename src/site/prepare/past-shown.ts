import type { PastActivity, PostSummary, SiteData } from '../data/site-data.ts';
import type { DynastyData } from '../data/record-data.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { isHarmless } from './harmless-text.ts';
import type { RuleChange } from './history.ts';
import { MOST_SHOWN } from '../data/player-record.ts';
import { toTerms } from '../../ruleset/compose.ts';
import type { FrozenDynasty } from '../../store/dynasties/frozen.ts';
import { placeOfDynasty } from './past-sites.ts';

/** Everything that the game’s own pages show of its past dynasties. */
export interface PastShown {
  readonly dynasties: readonly PastDynasty[];
  /** Everybody who was in the game at the end of a dynasty, with the name that they had last. */
  readonly people: readonly (readonly [id: string, name: string])[];
  /** Latest first. Votes and comments are in the record. */
  readonly posts: readonly PostSummary[];
  /** Oldest first. */
  readonly changes: readonly RuleChange[];
  /** True if the changes need no sanitising. */
  readonly areHarmless: boolean;
  readonly record: PastActivity;
}

interface PastDynasty {
  readonly ended: string;
  /** The last line of the ledger that belongs to it. */
  readonly lastLine: number;
  readonly summary: DynastyData;
}

export const NO_PAST: PastShown = {
  dynasties: [],
  people: [],
  posts: [],
  changes: [],
  areHarmless: true,
  record: { cast: {} },
};

/** A digest that is read when it is needed. What a key stands for never changes. */
export interface DigestAt {
  readonly key: string;
  readonly read: () => PastDigest;
}

/** Gathers what pages show of past dynasties from their digests. A server shows the same past again and again, so it is gathered once. */
export class PastReader {
  #last: { readonly keys: string; readonly own: string; readonly shown: PastShown } | null = null;

  /** `digests` are given oldest first. `own` holds the game's own posts, so that a post that outlives its dynasty is counted once. */
  read(digests: readonly DigestAt[], own: ReadonlySet<string>): PastShown {
    if (digests.length === 0) return NO_PAST;
    const [keys, last] = [digests.map(({ key }) => key).join('\n'), this.#last];
    if (last?.keys === keys && last.own === sharedIn(last.shown, own)) return last.shown;
    const shown = gathered(digests, own);
    this.#last = { keys, own: sharedIn(shown, own), shown };
    return shown;
  }
}

function sharedIn({ posts }: PastShown, own: ReadonlySet<string>): string {
  return JSON.stringify(posts.flatMap(({ id }) => (own.has(id) ? [id] : [])));
}

/** Reads one digest at a time, latest first, because all of them together would take most of a build’s memory. */
function gathered(digests: readonly DigestAt[], own: ReadonlySet<string>): PastShown {
  const [cast, once] = [castInPast(), new Once()];
  const dynasties: PastDynasty[] = [];
  const people: PastDigest['people'][] = [];
  const posts: PostSummary[] = [];
  const changes: (readonly RuleChange[])[] = [];
  for (const { read } of digests.toReversed()) {
    const { ended, lastLine, summary, ...digest } = read();
    dynasties.push({ ended, lastLine, summary });
    people.push(digest.people);
    changes.push(digest.changes.map((one) => once.change(one)));
    for (const post of digest.posts) {
      // A pending post keeps its votes and comments.
      posts.push(post.status === 'pending' ? post : { ...post, uses: [], comments: [] });
      if (own.has(post.id)) continue;
      cast.add(post);
    }
  }
  const named = new Map(people.toReversed().flatMap((all) => all.map(({ id, name }) => [id, name])));
  const all = changes.toReversed().flat();
  return {
    dynasties: dynasties.toReversed(),
    people: [...named],
    posts,
    changes: all,
    areHarmless: once.areHarmless && all.every(({ at, post, rule }) => [at, post, rule].every(isHarmless)),
    record: { cast: cast.made() },
  };
}

/** Keeps texts and values that many changes share in memory only once. */
class Once {
  readonly #texts = new Map<string, string>();
  readonly #values = new Map<string, RuleChange['values']['before']>();

  change({ before, after, values, ...about }: RuleChange): RuleChange {
    return {
      ...about,
      before: before === null ? null : this.#text(before),
      after: after === null ? null : this.#text(after),
      values: { before: this.#valuesIn(values.before), after: this.#valuesIn(values.after) },
    };
  }

  get areHarmless(): boolean {
    return [...this.#texts.keys()].every(isHarmless);
  }

  #text(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  #valuesIn(values: RuleChange['values']['before']): RuleChange['values']['before'] {
    const key = JSON.stringify(values);
    const known = this.#values.get(key) ?? values;
    this.#values.set(key, known);
    return known;
  }
}

type Cast = Readonly<Record<'place' | 'vote' | 'at', string>>;

/** The votes of each person; posts come latest first. */
function castInPast(): { add(post: PostSummary): void; made(): PastActivity['cast'] } {
  const votes = new Map<string, Map<string, Cast>>();
  return {
    add({ id, place = '', votable, uses }) {
      if (!votable) return;
      for (const { by, vote, at, withdrawn } of uses) {
        if (withdrawn) continue;
        const own = votes.get(by) ?? new Map<string, Cast>();
        votes.set(by, own.set(id, { place, vote, at }));
      }
    },
    made: () => Object.fromEntries([...votes].map(([by, own]) => [by, castOf(own)])),
  };
}

function castOf(own: ReadonlyMap<string, Cast>): PastActivity['cast'][string] {
  const all = [...own.values()];
  return {
    count: own.size,
    byVote: [...Map.groupBy(all, ({ vote }) => vote)].map(([vote, cast]) => [vote, cast.length]),
    places: [...new Set(all.map(({ place }) => place))],
    latest: [...own].slice(0, MOST_SHOWN).map(([matter, { vote, at }]) => [matter, vote, at]),
  };
}

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
  const won = site.posts.find(({ purpose, status }) => purpose === 'win' && status === 'enacted');
  return {
    ...aboutPast(about, posts, won),
    posts: site.posts.map((post) => asListed(post, placeOfDynasty(about.number))),
    changes,
    people: site.people.map(({ id, name: called }) => ({ id, name: called })),
  };
}

/** What the list of dynasties needs, for a dynasty whose pages aren't made yet. */
export function outlineOfPast(
  { about, posts }: FrozenDynasty,
  kinds: ModelDescription['kinds'],
  people: PastDigest['people'],
): PastDigest {
  const won = Object.values(posts).findLast(
    ({ kind, status }) => kinds[kind]?.purpose === 'win' && status === 'enacted',
  );
  return { ...aboutPast(about, posts, won), posts: [], changes: [], people };
}

function aboutPast(
  about: FrozenDynasty['about'],
  posts: FrozenDynasty['posts'],
  won: { readonly id: string; readonly title: string } | undefined,
): Pick<PastDigest, 'number' | 'ended' | 'lastLine' | 'summary'> {
  const { number, name, emperor, ended, ledger, terms, successor, imported } = about;
  const { theme = '', began = null } = about;
  const matters = Object.values(posts).filter(({ status }) => status !== null);
  const archived = {
    matters: matters.length,
    enacted: matters.filter(({ status }) => status === 'enacted').length,
    place: placeOfDynasty(number),
    won: won === undefined ? null : { id: won.id, title: won.title },
    successor,
    term: toTerms(terms).emperor ?? '',
    imported: imported !== undefined,
  };
  const summary = { number, name, emperor, theme, from: began, until: ended, archived };
  return { number, ended, lastLine: ledger?.to ?? NO_LINE, summary };
}

function asListed(post: PostSummary, place: string): PostSummary {
  const comments = post.comments.map((comment) => ({ ...comment, html: '' }));
  const implied = post.implied.filter(({ by }) => by !== null);
  return { ...post, place, html: '', made: [], comments, diffs: [], changes: [], omitted: [], implied };
}
