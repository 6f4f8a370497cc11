import { hasDynasties } from './read-site.ts';
import type { SiteData } from './site-data.ts';

/** Pictures for previews: one for each kind of page, named after its entry of the menu. */
export function previewsOf({
  game,
  display,
  dynasty,
  home,
}: SiteData): readonly { readonly id: string; readonly title: string }[] {
  const front = { id: 'front', title: dynasty.name === '' ? game.name : dynasty.name };
  if (home !== null) return [front];
  return [
    front,
    { id: 'ruleset', title: 'The Ruleset' },
    { id: 'matters', title: 'Matters' },
    { id: 'gamestate', title: 'Gamestate' },
    { id: 'players', title: game.terms.players },
    ...(hasDynasties({ dynasty }) ? [{ id: 'dynasties', title: 'Dynasties' }] : []),
    { id: 'ledger', title: 'Ledger and dice' },
    { id: 'play', title: 'What you can do' },
    { id: 'search', title: 'Search' },
    ...display.pages.map(({ id, title }) => ({ id, title })),
  ].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at);
}
