import { isName } from '../../kernel/roles.ts';
import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

/** The game's term for its head, with an article unless it is a name. */
export function headIn({ game: { terms } }: Pick<SiteData, 'game'>): string {
  const { emperor = PLAIN_TERMS.emperor } = terms;
  return isName(terms, 'emperor') ? emperor : say`the ${emperor}`;
}

/** `player` → the game's own word for it. */
export function roleIn(site: Pick<SiteData, 'game'>, role: string): string {
  if (role === 'player') return site.game.terms.players;
  if (role === 'emperor') return headIn(site);
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

/** `, daily`: how often an action may be taken; empty if there is no limit. */
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
