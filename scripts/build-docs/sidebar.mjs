/** The site's navigation. A test fails if a page is in no group. */
export const sidebar = [
  {
    label: 'Play',
    items: ['players', 'play-at-home', 'tutorial', 'ways-to-decide', 'suber', 'glossary'],
  },
  { label: 'Try them', items: [{ autogenerate: { directory: 'packs' } }] },
  { label: 'Host a game', items: ['hosts', 'github', 'threat-model', 'scale', 'performance', 'versions'] },
  { label: 'How to', items: [{ autogenerate: { directory: 'how-to' } }] },
  {
    label: 'Write rules',
    items: ['writing-a-clause', 'scenarios', 'site', 'pictures', 'sealed-submissions'],
  },
  { label: 'Reference', items: ['game-content', 'forge', { autogenerate: { directory: 'reference' } }] },
  { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'decisions' } }] },
];
