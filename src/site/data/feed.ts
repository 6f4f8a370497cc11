import { hexDigest } from '#platform/hash.ts';
import { escapeHtml } from '../../seat/escape-html.ts';
import { pageName } from '../../seat/page-name.ts';
import { firstMoment } from './player-record.ts';
import { postHtml } from './post-html.ts';
import { ledgerPlace } from './reading.ts';
import { nameOf, subjectOf, changesInWords, nameOfChange, statusInWords, tallyInWords, say } from './say.ts';
import { href, perSite, hasDynasties, historyByRule } from './read-site.ts';
import type { LedgerData, PostSummary, SiteData, RuleData } from './site-data.ts';
import type { ProgramChange } from '../../wording/program-changes.ts';
import { sayFact } from '../../wording/say-fact.ts';
import { wordingIn } from '../../language/wording.ts';

const MOST = 50;

type DiffHtml = (words: ProgramChange['shown']['words']) => string;

/** An Atom feed, latest first. A post appears when it is posted and again when it is resolved; an action appears once. */
export function feedOf(
  site: SiteData,
  {
    title,
    path,
    posts,
    lines = [],
    diffHtml,
  }: {
    readonly title: string;
    /** The feed's own address, relative to the root of the site. */
    readonly path: string;
    readonly posts: readonly PostSummary[];
    readonly lines?: readonly LedgerData[];
    readonly diffHtml: DiffHtml;
  },
): Response {
  const { origin } = site;
  const own = placedAt(origin, path);
  const entries = [
    ...latestOf(posts).map((post) => entryOfPost(site, post, diffHtml)),
    ...lines.slice(-MOST).map((line) => entryOfLine(site, line)),
  ]
    .sort((a, b) => (a.changed < b.changed ? 1 : -1))
    .slice(0, MOST);
  // An empty feed never changes.
  const updated = entries[0]?.changed ?? firstMoment(site);
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.display.language.tag}"><id>${escapeHtml(idOf(site, path))}</id><title>${escapeHtml(title)}</title><updated>${updated}</updated><link rel="self" href="${escapeHtml(own)}"/><link href="${escapeHtml(placedAt(origin, href('')))}"/>${entries.map(({ xml: entry }) => entry).join('')}</feed>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/atom+xml' } });
}

function entryOfPost(site: SiteData, post: PostSummary, diffHtml: DiffHtml): ReturnType<typeof entry> {
  const page = href(`${post.place ?? ''}matters/${pageName(post.id)}/`);
  return entry({
    id: idOf(site, `${page}#${post.status ?? 'posted'}`),
    link: placedAt(site.origin, page),
    title: `${post.title}${post.status === null ? '' : ` (${statusInWords(post.status)})`}`,
    changed: changedAt(post),
    author: nameOf(site, post.author),
    html: [
      postHtml(post.html, (address) => placedAt(site.origin, address)),
      changesHtml(post, diffHtml),
      post.votable ? `<p>${escapeHtml(tallyInWords(post).join(' · '))}</p>` : '',
    ].join(''),
  });
}

/** Readers fetch feeds often, so a matter that rewrites much is shown in full only on its own page. */
const MOST_WORDS = 4000;

/** A matter’s changes: what the engine reads, by name, and the texts word by word. */
function changesHtml({ status, diffs, changes }: PostSummary, diffHtml: DiffHtml): string {
  const lines = changesInWords({ status, diffs, changes }, Infinity);
  if (lines.length === 0) return '';
  const facts = diffs.flatMap((diff) => [
    ...diff.shown.facts.map(
      (fact) => `${nameOfChange(diff)}${fact.name === '' ? ': ' : ', '}${sayFact(fact)}`,
    ),
    ...diff.shown.notes.map((note) => `${nameOfChange(diff)}: ${note}`),
  ]);
  const list = facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('');
  const texts = diffs.filter(({ kind }) => kind !== 'value');
  const { length } = texts.flatMap(({ shown }) => shown.words.map(({ text }) => text)).join('');
  const parts = texts.map((diff) => {
    const head = texts.length === 1 ? '' : `<p><strong>${escapeHtml(nameOfChange(diff))}</strong></p>`;
    const isSame = diff.shown.words.every(({ kind }) => kind === 'same');
    return isSame ? '' : `${head}${diffHtml(diff.shown.words)}`;
  });
  const words =
    length > MOST_WORDS
      ? `<p>${escapeHtml(say`It’s too long to show here word by word: its page shows all ${length} characters.`)}</p>`
      : parts.join('');
  return `<p>${escapeHtml(lines.join(' '))}</p>${list === '' ? '' : `<ul>${list}</ul>`}${words}`;
}

function entryOfLine(site: SiteData, line: LedgerData): ReturnType<typeof entry> {
  const author = nameOf(site, line.by);
  return entry({
    // A line of the ledger keeps its id while its page fills up.
    id: idOf(site, href(`ledger/#n${line.n}`)),
    link: placedAt(site.origin, ledgerPlace(line.n)),
    title: `${line.subject ?? subjectOf(site, line.by)} ${line.done}`,
    changed: line.at,
    author,
    html:
      line.changes.length === 0
        ? ''
        : `<ul>${line.changes.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>`,
  });
}

/** An address for feed readers: absolute if the site knows its own address, else from the root. */
function placedAt(origin: string, path: string): string {
  return origin === '' ? path : new URL(path, origin).href;
}

/** A feed’s id has to be absolute. A site that doesn’t know its own address makes up a stable one. */
function idOf({ origin, game }: SiteData, path: string): string {
  if (origin !== '') return new URL(path, origin).href;
  const hash = hexDigest('sha1', `${game.name}\n${path}`);
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) % 4) + 8).toString(16);
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function entry(of: Readonly<Record<'id' | 'link' | 'title' | 'changed' | 'author' | 'html', string>>) {
  const { changed } = of;
  const xml = `<entry><id>${escapeHtml(of.id)}</id><title>${escapeHtml(of.title)}</title><link href="${escapeHtml(of.link)}"/><updated>${changed}</updated><author><name>${escapeHtml(of.author)}</name></author><content type="html">${escapeHtml(of.html)}</content></entry>`;
  return { changed, xml };
}

/** The posts that were made or resolved most recently. */
export function latestOf(posts: readonly PostSummary[]): readonly PostSummary[] {
  return [...posts].sort((a, b) => (changedAt(a) < changedAt(b) ? 1 : -1)).slice(0, MOST);
}

function changedAt({ resolvedAt, at }: PostSummary): string {
  return resolvedAt ?? at;
}

export interface FeedData {
  readonly id: string;
  readonly title: string;
  readonly posts: readonly PostSummary[];
  readonly lines?: readonly LedgerData[];
  /** The kind of pages that link to it. */
  readonly under: 'feeds' | 'player' | 'rule';
  /** True if it belongs to a past dynasty and is made with its pages. */
  readonly over: boolean;
}

/** Where a past dynasty keeps its feed among its own pages; readers find it under `feedPath`. */
export const PAST_FEED = 'feed.xml';

export function feedPath(dynasty: number): string {
  return `feeds/dynasty-${dynasty}.xml`;
}

export function feedOfPerson(person: string): string {
  return `player-${pageName(person)}`;
}

export function feedOfRule(path: string): string {
  return `rule-${pageName(path)}`;
}

/** All feeds except the main one: matters, other posts, actions, and one for each kind, dynasty, person and rule. */
export const feedsOf: (site: SiteData) => readonly FeedData[] = perSite((site) => {
  const { posts, record, ledger } = site;
  const { say } = wordingIn(site.display.language);
  const kinds = [...new Map(posts.map(({ kind, kindTitle }) => [kind, kindTitle]))];
  const all = { over: false, under: 'feeds' } as const;
  const byAuthor = Map.groupBy(posts, ({ author }) => author);
  const byDoer = Map.groupBy(ledger, ({ by }) => by);
  const byPlace = Map.groupBy(posts, ({ place }) => place);
  return [
    { ...all, id: 'matters', title: say`Matters`, posts: posts.filter(({ votable }) => votable) },
    { ...all, id: 'posts', title: say`Other posts`, posts: posts.filter(({ votable }) => !votable) },
    { ...all, id: 'actions', title: say`Actions`, posts: [], lines: ledger },
    ...kinds.map(([kind, title]) => ({
      ...all,
      id: `kind-${pageName(kind)}`,
      title,
      posts: posts.filter((post) => post.kind === kind),
    })),
    ...(hasDynasties(site) ? record.dynasties : []).map(({ number, name, from, until, archived }, at) => ({
      id: `dynasty-${number ?? record.dynasties.length - at}`,
      title: name === '' ? say`Dynasty ${number ?? record.dynasties.length - at}` : name,
      over: archived !== undefined,
      under: 'feeds' as const,
      posts:
        archived === undefined
          ? posts.filter((post) => (from === null || post.at >= from) && (until === null || post.at < until))
          : (byPlace.get(archived.place) ?? []),
    })),
    ...site.people.map(({ id, name }) => ({
      ...all,
      under: 'player' as const,
      id: feedOfPerson(id),
      title: name,
      posts: byAuthor.get(id) ?? [],
      lines: byDoer.get(id) ?? [],
    })),
    ...site.rules.map((rule) => ({
      ...all,
      under: 'rule' as const,
      id: feedOfRule(rule.path),
      title: rule.title,
      posts: changesOf(site, rule),
    })),
  ];
});

/** The matters that changed a rule or would change it. */
function changesOf(site: SiteData, { path, proposals }: RuleData): readonly PostSummary[] {
  const made = (historyByRule(site).get(path) ?? []).map(({ post }) => post);
  // A change that no matter made has none.
  const ids = new Set([...made, ...proposals].filter((id) => id !== ''));
  return ids.size === 0 ? [] : site.posts.filter(({ id }) => ids.has(id));
}
