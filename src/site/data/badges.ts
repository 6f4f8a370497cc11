import { pageName } from '../../seat/page-name.ts';
import { say } from './say.ts';
import { hasDynasties, pendingOf } from './read-site.ts';
import type { SiteData } from './site-data.ts';

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
