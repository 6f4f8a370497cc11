import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Check } from '../../care/doctor/finding.ts';
import { ForgeLostError, type GameRemains, describeLoss, describeRemains } from './game-remains.ts';

/**
 * Whether the forge of the game in this folder is here, whole. `copied`: a copy of it is played beside it, with a forge of
 * its own. Where all is well, or it is played elsewhere, there is nothing to look at.
 */
export function lookForForge(remains: GameRemains, copied: boolean): readonly Check[] {
  const { forge, hosted, wasPlayed, folder } = remains;
  // One that was interrupted before its first commit is told by the checks of a game.
  const unbegun = forge === 'none' && existsSync(join(folder, '.gitnomic/forge')) && remains.files === 0;
  if (forge === 'whole' || hosted || unbegun || (copied && !wasPlayed)) return [];
  // A game that was cloned, or came with the engine, never had one.
  const isClone = ['.git', 'package.json', 'HEAD'].some((name) => existsSync(join(folder, name)));
  const copy = isClone && !wasPlayed ? ' `gitnomic start` plays a copy of it in game/.' : '';
  const finding = {
    code: 'forge-lost',
    level: isClone && !wasPlayed ? ('note' as const) : ('problem' as const),
    what: `Here ${describeRemains(remains)}; ${describeLoss(remains)}.`,
    where: join(folder, '.gitnomic/forge'),
    next: `${new ForgeLostError(remains).next}${copy}`,
  };
  return [{ title: 'the forge', look: () => Promise.resolve([finding]) }];
}
