import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

/** `player` → the game's own word for it. */
export function roleIn({ game: { terms } }: Pick<SiteData, 'game'>, role: string): string {
  if (role === 'player') return terms.players;
  if (role === 'emperor') return say`the ${terms.emperor}`;
  return role === 'admin' ? say`Admins` : role;
}

/** `players or Admins`, by whom an action is taken. */
export function rolesIn(site: Pick<SiteData, 'game'>, roles: readonly string[]): string {
  return eitherOf(roles.map((role) => roleIn(site, role)));
}

/** `Ana, Bo or Cy` */
export function eitherOf(names: readonly string[]): string {
  const [last = '', ...before] = [...names].reverse();
  return before.length === 0 ? last : say`${before.reverse().join(', ')} or ${last}`;
}

/** The frequency of an action: `, daily`; nothing where that is free. */
export function oftenIn(frequency: string | null): string {
  switch (frequency) {
    case null:
      return '';
    case 'daily':
      return say`, daily`;
    case 'weekly':
      return say`, weekly`;
    case 'daily-communal':
      return say`, daily communal`;
    case 'weekly-communal':
      return say`, weekly communal`;
    default:
      return `, ${frequency}`;
  }
}
