import { pageName } from '../../seat/page-name.ts';
import { hasDynasties, pendingOf } from '../../site/data/read-site.ts';
import { say } from '../../site/data/say.ts';
import type { SiteData } from '../../site/data/site-data.ts';

export function addresses(site: SiteData): readonly string[] {
  if (site.home !== null) return [];
  return [
    ...badgesOf(site).map(({ id }) => `badges/${id}.svg`),
    ...pendingOf(site).map(({ id }) => `embed/${pageName(id)}/`),
  ];
}

export interface Badge {
  readonly id: string;
  readonly title: string;
  readonly value: string;
}

/**
 * Small images to embed elsewhere: the number of pending matters, each headline number of the rules, and the dynasty.
 */
export function badgesOf(site: SiteData): readonly Badge[] {
  const pending = pendingOf(site).length;
  const { number, name } = site.dynasty;
  return [
    { id: 'pending', title: say`pending`, value: String(pending) },
    ...site.figures.flatMap(({ title, value }) =>
      value === undefined
        ? []
        : [{ id: pageName(title.toLowerCase().replaceAll(' ', '-')), title, value: String(value) }],
    ),
    ...(hasDynasties(site)
      ? [{ id: 'dynasty', title: say`dynasty ${number ?? ''}`, value: name || '–' }]
      : []),
  ].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at);
}
