const MONTH = { hours: 28 * 24, players: 3 };

/** What a search can be asked, by kind. */
export const PROMISES = {
  changeable: { kind: 'changeable', ...MONTH },
  'half-in-favour': { kind: 'half-in-favour', players: 3 },
  'can-return': { kind: 'can-return', ...MONTH },
  'one-vote': { kind: 'one-vote', players: 3 },
  'stays-resolved': { kind: 'stays-resolved', players: 3 },
} as const;
