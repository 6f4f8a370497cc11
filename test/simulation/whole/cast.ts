import type { Person } from '../../../src/forge/events.ts';

export const person = (id: string, name = id): Person => ({ id, name, bot: false });

/** Who plays: the honest by the rules, the careless with slips, the malicious with whatever a forge lets them do. */
export const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus'] as const;
export const ADMINS = ['ana', 'bo'] as const;
export const EMPEROR = 'cy';

export const HONEST: readonly Person[] = ['ana', 'bo', 'cy'].map((id) => person(id));
export const CARELESS: readonly Person[] = ['dee', 'eli'].map((id) => person(id));
/** Two players, somebody who wants in, and accounts that look like others'. */
export const MALICIOUS: readonly Person[] = [
  person('fay'),
  person('gus'),
  person('ivy', 'Ivy'),
  person('ana-2', 'Ana'),
  person('u-77', 'аna'),
  person('__proto__', 'constructor'),
];
export const EVERYBODY: readonly Person[] = [...HONEST, ...CARELESS, ...MALICIOUS];
