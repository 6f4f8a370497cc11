import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

/** `player` → the game's own word for it. */
export function roleIn({ game: { terms } }: Pick<SiteData, 'game'>, role: string): string {
  if (role === 'player') return terms.players;
  if (role === 'emperor') return say`the ${terms.emperor}`;
  return role === 'admin' ? say`Admins` : role;
}
