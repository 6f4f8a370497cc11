import type { SeatView } from '../../seat/doors/view.ts';
import { href } from './read-site.ts';
import type { SiteData } from './site-data.ts';

/** Something that can be done from a page. */
export type Lead =
  | { readonly do: 'rule'; readonly path: string }
  | { readonly do: 'new-rule' }
  | { readonly do: 'values'; readonly path?: string }
  | { readonly do: 'act'; readonly action: string; readonly words?: Readonly<Record<string, string>> }
  | { readonly do: 'post'; readonly kind?: string; readonly title?: string };

/** Where it leads: at home to a form, published to the forge with what is known filled in; null where nothing leads there. */
export function leadTo(site: SiteData, seat: SeatView | undefined, lead: Lead): string | null {
  if (site.home !== null) return null;
  return seat === undefined ? onForge(site, lead) : href(atHome(lead));
}

function atHome(lead: Lead): string {
  if (lead.do === 'rule') return `do/rule/${query({ path: lead.path })}`;
  if (lead.do === 'new-rule') return `do/rule/${query({ change: 'add' })}`;
  if (lead.do === 'values') return `do/values/${query({ path: lead.path })}`;
  if (lead.do === 'post') return `do/post/${query({ kind: lead.kind, title: lead.title })}`;
  const words = Object.entries(lead.words ?? {}).map(([name, value]) => [`p-${name}`, value] as const);
  return `do/act/${query({ action: lead.action, ...Object.fromEntries(words) })}`;
}

function onForge({ forge, rules }: SiteData, lead: Lead): string | null {
  if (forge === null) return null;
  if (lead.do === 'rule') {
    const title = rules.find(({ path }) => path === lead.path)?.title ?? lead.path;
    return filled(forge.rule, { rule: title, title: `Change ${title}` });
  }
  if (lead.do === 'new-rule')
    return filled(forge.changes, {
      title: 'A new rule',
      changes: '- add-rule:\n    title: \n    text: |\n      ',
    });
  if (lead.do === 'values')
    return filled(forge.changes, {
      title: `Set ${lead.path ?? 'a value'}`,
      changes: `- set:\n    ${lead.path ?? 'players.ana.name'}: `,
    });
  if (lead.do === 'post') {
    const kind = lead.kind ?? Object.keys(forge.posts).find((one) => one === 'plain');
    return filled(forge.posts[kind ?? ''], { title: lead.title ?? '' });
  }
  const words = Object.entries(lead.words ?? {}).map(([name, value]) => `${name}: ${value}`);
  return filled(forge.actions[lead.action], { with: words.join('\n') });
}

/** `…&rule={rule}` and `{ rule: 'Votes' }` → `…&rule=Votes` */
function filled(address: string | undefined, words: Readonly<Record<string, string>>): string | null {
  return address?.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(words[name] ?? '')) ?? null;
}

/** `{ path: 'core/votes', kind: undefined }` → `?path=core%2Fvotes` */
function query(words: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(words).filter((one): one is [string, string] => one[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}
