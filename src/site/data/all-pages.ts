import { calendarText } from './calendar.ts';
import { citedBy } from './cited-by.ts';
import { latestLines, latestOf } from './feed.ts';
import { feedsOf, PAST_FEED } from './feeds.ts';
import { keyOf } from './key-of.ts';
import { perSite } from './per-site.ts';
import { markedIn } from './when-asked.ts';
import { ledgerPages } from './ledger-pages.ts';
import { daysOf } from './map-at.ts';
import { everyMoment, momentHref, momentsShown } from './moments.ts';
import { monthsOf } from './months-of.ts';
import { pageName } from '../../seat/page-name.ts';
import { readingPages } from './reading.ts';
import { firstMoment, shownOfRecord } from './player-record.ts';
import { previewOfMatter, previewsOf } from './previews.ts';
import { badgesOf } from './badges.ts';
import { ICON_SIDES } from './icon.ts';
import { hasDynasties, historyByRule, pendingOf, postOf } from './read-site.ts';
import { PAST_WORDS } from './search-entries.ts';
import type { HistoryData } from './record-data.ts';
import type { PostSummary, RuleData, SiteData } from './site-data.ts';

export interface PageToBe {
  /** Its address, relative to the root of the site: `matters/1/`, `feed.xml`. */
  readonly path: string;
  /** The page changes only if its key does. Without a key it is rendered at each build. */
  readonly key?: string;
}

/** The key is computed on demand, since a list of pages doesn't need it. */
function keyed(path: string, make: () => string): PageToBe {
  let made: string | undefined;
  return {
    path,
    get key() {
      return (made ??= make());
    },
  };
}

/** Every page of a site. A past dynasty has only the pages about itself. */
export function allPages(site: SiteData): readonly PageToBe[] {
  const own = [
    ...['', 'ruleset/', 'posts/', 'matters/', 'gamestate/', 'statistics/', 'dice/', 'ledger/'].map(plain),
    keyed('first/', () => keyOf(site, site.dynasty, site.first && markedIn(site.first))),
    ...['theme.css', 'favicon.svg'].map(plain),
    ...(site.display.css === '' ? [] : ['site.css']).map(plain),
    ...readingPages(site)
      .slice(0, -1)
      .map(({ number, posts }) => {
        const path = `posts/${number}/`;
        if (posts.some(({ status }) => status === 'pending')) return plain(path);
        return keyed(path, () => keyOf(site, posts, daysOfReading(site)));
      }),
    ...matterPages(site),
    ...rulePages(site),
    ...thingPages(site),
    ...ledgerPages()
      .slice(0, -1)
      .map((page) => keyed(`ledger/${page.number}/`, () => keyOf(site, page, ledgerPages().length))),
    ...(site.drawn ? previewsOf(site) : []).map((preview) =>
      keyed(`og/${preview.id}.png`, () => keyOf(site, preview, site.display, site.dynasty)),
    ),
  ];
  return site.home === null ? [...own, ...gamePages(site)] : [...own, plain(PAST_FEED), plain(PAST_WORDS)];
}

/** Pages about the whole game and all of its dynasties. */
function gamePages(site: SiteData): readonly PageToBe[] {
  return [
    ...['manifest.webmanifest', 'sw.js'].map(plain),
    ...(site.drawn ? ICON_SIDES : []).map((side) =>
      keyed(`icons/${side}.png`, () => keyOf(site, site.display.theme)),
    ),
    ...['404', 'play/', 'welcome/', 'overview/', 'players/', 'feeds/', 'then/', 'search/', 'seal/'].map(
      plain,
    ),
    ...(hasDynasties(site) ? ['dynasties/'] : []).map(plain),
    ...sectionPages(site),
    ...publishedForms(site).map(plain),
    ...publicPages(site),
    ...(site.api === null ? [] : ['ruleset.md']).map(plain),
    keyed('changes.json', () => keyOf(site, keyOfChanges(site), site.changeLog.changes.map(titleOf(site)))),
    ...['newest.json', 'feed.xml', 'search/index.json', 'robots.txt'].map(plain),
    // A sitemap needs absolute addresses.
    ...(site.origin === '' ? [] : ['sitemap.xml']).map(plain),
    ...site.people.map((person) =>
      keyed(`players/${pageName(person.id)}/`, () =>
        keyOf(site, person, shownOfRecord(site, person.id), linesBy(site, person.id)),
      ),
    ),
    ...momentPages(site),
    ...monthsOf(site).map(({ month, posts }) => {
      const path = `matters-of/${month}/`;
      if (posts.some(({ status }) => status === 'pending')) return plain(path);
      return keyed(path, () => keyOf(site, posts.map(listed)));
    }),
    ...feedsOf(site)
      .filter(({ over }) => !over)
      .map((feed) =>
        keyed(`feeds/${feed.id}.xml`, () => {
          const [posts, lines] = [latestOf(feed.posts), latestLines(feed.lines)];
          const since = posts.length + lines.length === 0 ? firstMoment(site) : null;
          return keyOf(site, feed.title, posts.map(markedIn), lines, since);
        }),
      ),
  ];
}

function momentPages(site: SiteData): readonly PageToBe[] {
  const all = everyMoment(site);
  const places = new Map(all.map(({ name }, at) => [name, at]));
  return momentsShown(site).map(({ name, key, matter }) =>
    keyed(`then/${name}/`, () => {
      const at = places.get(name) ?? 0;
      const beside = [all[at - 1], all[at + 1]].map(
        (one) => one && [one.matter.title, momentHref(site, one.matter.id, false)],
      );
      return keyOf(site, key, matter.title, beside);
    }),
  );
}

/** Files for programs, other sites and calendars. */
function publicPages(site: SiteData): readonly PageToBe[] {
  const { ledger = [], changes, ...files } = site.api ?? {};
  return [
    ...Object.keys(files).map((file) => plain(`api/v1/${file}.json`)),
    ...(changes === undefined ? [] : [keyed('api/v1/changes.json', () => keyOfChanges(site))]),
    keyed('api/v1/ledger.jsonl', () => keyOf(site, ledger)),
    plain('deadlines.ics'),
    ...site.people
      .filter(({ state }) => state !== 'gone')
      .map((person) =>
        keyed(`players/${pageName(person.id)}.ics`, () => keyOf(site, calendarText(site, person))),
      ),
    ...badgesOf(site).map(({ id }) => plain(`badges/${id}.svg`)),
    ...pendingOf(site).map(({ id }) => plain(`embed/${pageName(id)}/`)),
  ];
}

/** Of all changes of rules most are those of past dynasties. */
const keyOfChanges = perSite((site) => {
  const { order, first, changes } = site.changeLog;
  return keyOf(site, site.past.key, order, first, changes.slice(site.past.changes));
});

function titleOf(site: SiteData): (change: { readonly post: string }) => string | undefined {
  return ({ post }) => postOf(site, post)?.title;
}

/** The pages with forms that lead to a forge. */
function publishedForms({ forge }: SiteData): readonly string[] {
  if (forge === null) return [];
  const own = ['propose/', 'propose/rules.json', 'propose/values.json', 'post/'];
  const acts = Object.keys(forge.actions).map((id) => `act/${pageName(id)}/`);
  return [...own, ...acts, ...(forge.signIn === null ? [] : ['signed-in/'])];
}

/** Each page of posts leads to all of them by their days. */
const daysOfReading = perSite((site) =>
  readingPages(site).map(({ posts }) => [posts.at(-1), posts[0]].map((post) => post?.at.slice(0, 10))),
);

/** The parts of a matter that a list shows. */
function listed({
  id,
  place,
  title,
  author,
  at,
  status,
  kind,
  kindTitle,
  counts,
  stands,
  queue,
}: PostSummary): readonly unknown[] {
  return [id, place, title, author, at, status, kind, kindTitle, counts, stands, queue];
}

function matterPages(site: SiteData): readonly PageToBe[] {
  return site.posts
    .filter(({ place }) => place === undefined)
    .map((post) => {
      const path = `matters/${pageName(post.id)}/`;
      return post.status === 'pending'
        ? plain(path)
        : keyed(path, () => keyOf(site, post, previewOfMatter(site, post), momentHref(site, post.id, false)));
    });
}

function rulePages(site: SiteData): readonly PageToBe[] {
  return site.rules.map((rule) => keyed(`rules/${rule.path}/`, () => keyOfRule(site, rule)));
}

/** A single section, if there are several. It says at what time it was made. */
function sectionPages({ sections }: SiteData): readonly PageToBe[] {
  return sections.length < 2 ? [] : sections.map(({ id }) => plain(`ruleset/${pageName(id)}/`));
}

function keyOfRule(site: SiteData, rule: RuleData): string {
  const { scenarios, actions } = site;
  const history = historyByRule(site).get(rule.path) ?? [];
  const tried = scenarios.filter((one) => one.rules.includes(rule.path));
  const taken = actions.filter((action) => action.rule === rule.path);
  const told = postsOf(site, rule, history);
  const cited = citedBy(site)
    .get(rule.anchor)
    ?.map(({ number, title }) => [number, title]);
  return keyOf(site, markedIn(rule), history.map(markedIn), tried, taken, told, cited ?? []);
}

/** The parts of a matter that a rule’s page shows when it mentions the matter. */
function postsOf(site: SiteData, rule: RuleData, history: readonly HistoryData[]): readonly unknown[] {
  const ids = [
    ...history.map(({ post }) => post),
    ...rule.values.flatMap(({ set }) => set.map(({ post }) => post)),
    ...rule.rulings,
    ...rule.proposals,
  ];
  return [...new Set(ids)].map((id) => {
    const post = postOf(site, id);
    return [id, post?.title, post?.place, post?.author, post?.status === 'pending' ? post.diffs : null];
  });
}

function thingPages({ display, maps, collections }: SiteData): readonly PageToBe[] {
  return [
    ...display.pages.map(({ id }) => plain(`show/${id}/`)),
    ...display.pages.flatMap(({ id }) => {
      const map = maps[id];
      if (map === undefined) return [];
      return [
        plain(`show/${id}/steps.json`),
        ...daysOf(map).map(({ day }) => plain(`show/${id}/on/${day}/`)),
      ];
    }),
    ...collections.flatMap(({ id, things }) =>
      things.map((one) => plain(`things/${pageName(id)}/${pageName(one.id)}/`)),
    ),
  ];
}

function linesBy({ ledger }: SiteData, person: string): readonly unknown[] {
  return ledger.filter(({ by }) => by === person).slice(-12);
}

function plain(path: string): PageToBe {
  return { path };
}
