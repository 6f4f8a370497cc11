import { pageName } from '../../seat/page-name.ts';
import type { Possible } from '../../seat/read-table.ts';
import type { SeatView } from '../../seat/forms/view.ts';
import { splitBlocks } from '../../ruleset/merge/blocks.ts';
import { toShownText } from '../../ruleset/shown.ts';
import { fitInto } from './fill-in.ts';
import { href, perSite, isOfPlay } from './read-site.ts';
import type { SiteData, ActionData, PostSummary } from './site-data.ts';

/** Something that can be done from a page. */
export type Lead =
  | { readonly do: 'rule'; readonly path: string }
  | { readonly do: 'count'; readonly path: string }
  | { readonly do: 'new-rule' }
  | { readonly do: 'values'; readonly path?: string }
  | { readonly do: 'act'; readonly action: string; readonly words?: Readonly<Record<string, string>> }
  | { readonly do: 'post'; readonly kind?: string; readonly title?: string };

/**
 * The address for a lead, filled in as far as possible: at home, a form that does it; on a published site,
 * one that leads to the forge. Null if there is none.
 */
export function leadTo(site: SiteData, seat: SeatView | undefined, lead: Lead): string | null {
  if (site.home !== null) return null;
  if (site.closed !== null && ['rule', 'count', 'new-rule', 'values'].includes(lead.do)) return null;
  return seat === undefined ? onForge(site, lead) : href(atHome(lead));
}

function atHome(lead: Lead): string {
  if (lead.do === 'rule') return `do/rule/${query({ path: lead.path })}`;
  if (lead.do === 'count') return `do/count/${query({ path: lead.path })}`;
  if (lead.do === 'new-rule') return `do/rule/${query({ change: 'add' })}`;
  if (lead.do === 'values') return `do/values/${query({ path: lead.path })}`;
  if (lead.do === 'post') return `do/post/${query({ kind: lead.kind, title: lead.title })}`;
  return `do/act/${query({ action: lead.action, ...wordsOf(lead) })}`;
}

/** The address of the page’s own form, which leads to the forge or acts for a reader who has signed in. */
function onForge({ forge }: SiteData, lead: Lead): string | null {
  // Only the server at home has the form.
  if (forge === null || lead.do === 'count') return null;
  if (lead.do === 'rule') return href(`propose/${query({ rule: lead.path })}`);
  if (lead.do === 'new-rule') return href(`propose/${query({ rule: '' })}`);
  if (lead.do === 'values') return href(`propose/${query({ set: lead.path ?? '' })}`);
  if (lead.do === 'post') {
    const known = lead.kind === undefined || forge.posts[lead.kind] !== undefined;
    return known ? href(`post/${query({ kind: lead.kind, title: lead.title })}`) : null;
  }
  if (forge.actions[lead.action] === undefined) return null;
  return href(`act/${pageName(lead.action)}/${query(wordsOf(lead))}`);
}

/** A sentence of a rule, and where readers propose a change of it on a published site. */
interface SentenceLead {
  readonly text: string;
  /** The forge’s form, with the sentence filled in: it works without script. */
  readonly form: string;
  /** The page where a proposal is written in the browser, with the sentence chosen. */
  readonly desk: string;
}

/** A form for each sentence of a rule, or none if its words can't be sent to a forge. */
export function sentenceLeads(
  { home, forge, sources }: Pick<SiteData, 'home' | 'forge' | 'sources'>,
  rule: string,
  title: string,
): readonly SentenceLead[] {
  const source = sources.find(({ path }) => path === rule);
  if (home !== null || forge === null || source === undefined) return [];
  return splitBlocks(source.body).blocks.flatMap(({ kind, units }) =>
    kind === 'paragraph' || kind === 'item' || kind === 'quote'
      ? units.map(({ text }) => {
          const changes = `- edit-rule: ${JSON.stringify({ rule, replace: text, with: text })}`;
          return {
            text: toShownText(text).replaceAll(/\s+/gu, ' '),
            form: fitInto(forge.changes, { title, changes }).address,
            desk: href(`propose/${query({ rule, sentence: text })}`),
          };
        })
      : [],
  );
}

/** `{ room: 'D4' }` → `{ 'p-room': 'D4' }`, the names that form fields have. */
function wordsOf({ words = {} }: Extract<Lead, { do: 'act' }>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [`p-${name}`, value]));
}

/** `{ path: 'core/votes', kind: undefined }` → `?path=core%2Fvotes` */
function query(words: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(words).filter((one): one is [string, string] => one[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

/** Actions of players in play, the most usual first: a newcomer learns more from them than from the order of the rules. */
export const ownActions: (site: SiteData) => readonly ActionData[] = perSite((site) => {
  const taken = new Map<string, number>();
  for (const { what } of site.ledger) taken.set(what, (taken.get(what) ?? 0) + 1);
  const timesOf = ({ id }: ActionData): number => taken.get(id) ?? 0;
  return site.actions
    .filter(({ by, rule }) => by.includes('player') && isOfPlay(site, rule))
    .sort((one, other) => timesOf(other) - timesOf(one));
});

/** Whether the reader is in the game, and the post by which they have asked to join, as long as they wait for an answer. */
export function membershipOf(
  { people, posts }: Pick<SiteData, 'people' | 'posts'>,
  seat: SeatView | undefined,
): { readonly plays: boolean; readonly asked: PostSummary | undefined } {
  const person = people.find(({ id, state }) => id === seat?.who?.id && state !== 'gone');
  const isWaiting = seat?.waits?.plays === false && person?.joined === null;
  const asked = isWaiting
    ? posts.find(({ purpose, author }) => purpose === 'join' && author === person?.id)
    : undefined;
  return { plays: person !== undefined && asked === undefined, asked };
}

/** What the reader alone can do in play, as the leader. */
export function leadersActions(site: SiteData, seat: SeatView | undefined): readonly ActionData[] {
  const leads = site.people.some(({ id, emperor }) => emperor && id === seat?.who?.id);
  return leads
    ? site.actions.filter(
        ({ by, rule }) => !by.includes('player') && by.includes('emperor') && isOfPlay(site, rule),
      )
    : [];
}

/** The actions that somebody can begin, those that work now first, and last those that end their own part. */
export function playableFirst(
  actions: readonly ActionData[],
  possible: readonly Possible[],
): readonly ActionData[] {
  const known = new Map(possible.map((one) => [one.id, one]));
  return actions
    .filter(({ id }) => known.get(id)?.refusal === null)
    .toSorted((one, other) => rankOf(known.get(other.id)) - rankOf(known.get(one.id)));
}

function rankOf(possible: Possible | undefined): number {
  return possible?.isLeaving === true ? -1 : Number(possible?.isSure);
}
