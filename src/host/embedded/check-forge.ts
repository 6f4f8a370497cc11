import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Check } from '../../care/doctor/finding.ts';
import { ForgeLostError, type GameRemains, describeLoss, describeRemains } from './game-remains.ts';

/**
 * Reports a lost forge. `copied`: a copy with its own forge is played beside it. It returns no check if the forge is
 * whole or the game is played elsewhere.
 */
export function checkRemains(remains: GameRemains, copied: boolean): readonly Check[] {
  const { forge, hosted, wasPlayed, folder } = remains;
  // The checks of a game report a forge that was interrupted before its first commit.
  const unbegun = forge === 'none' && existsSync(join(folder, '.gitnomic/forge')) && remains.files === 0;
  if (forge === 'whole' || hosted || unbegun || (copied && !wasPlayed)) return [];
  // A cloned game, or one that came with the engine, never had a forge here.
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
