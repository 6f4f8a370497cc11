import type { Place } from '../../seat/added-pages.ts';
import type { SiteData } from './site-data.ts';

// What add-ons contribute to the site: nothing here. When the site is compiled, a module written by astro.config.mjs stands in for this one.

/** The addresses of their pages. At home there may be more, since a page is made when somebody asks for it. */
export const addresses: (site: SiteData, isAtHome: boolean) => readonly string[] = () => [];

/** Their components. */
export const parts: readonly (readonly [Place, (about: Record<string, unknown>) => unknown])[] = [];
