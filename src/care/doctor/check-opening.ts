import { fewOf } from '../../kernel/bounds.ts';
import type { Finding } from './finding.ts';
import { UnplayableError } from '../../play/unplayable-error.ts';
import type { ForgeReading } from '../../forge/port.ts';
import { eventsIn, observe } from '../../apply/observe.ts';
import { findRepair } from '../../apply/repair-main.ts';
import { NoGameError } from '../../apply/tick-options.ts';

interface Opened {
  readonly forge: ForgeReading;
  now(): string;
  main(): Promise<string>;
  tick(): Promise<unknown>;
  look(): Promise<{ readonly open: { readonly play: { dispose(): void } } }>;
}

/** Tries to open the game, and reports pushes to main that the next tick will undo. */
export async function checkOpening(game: Opened): Promise<readonly Finding[]> {
  const fix = { does: 'put main back by a tick', run: async (): Promise<void> => void (await game.tick()) };
  try {
    const main = await game.main();
    const observed = await observe(game.forge, main, game.now());
    const { undone } = await findRepair(game.forge, main, eventsIn(observed), game.now());
    (await game.look()).open.play.dispose();
    if (undone.length === 0) return [];
    return [
      {
        code: 'pushed-to-main',
        level: 'problem',
        what: `Somebody pushed to main what only play may change: ${fewOf(undone, 3).join(', ')}.`,
        next: 'The next tick puts it back: `gitnomic tick`.',
        fix,
      },
    ];
  } catch (error) {
    // The checks of the forge and the rules report these.
    if (error instanceof NoGameError || error instanceof UnplayableError) return [];
    const { code, next } = error as { code?: unknown; next?: unknown };
    return [
      {
        code: typeof code === 'string' ? code.toLowerCase() : 'does-not-open',
        level: 'problem',
        what: `The game does not open, so no command works: ${error instanceof Error ? error.message : String(error)}`,
        next: typeof next === 'string' ? next : '`gitnomic tick` says more.',
      },
    ];
  }
}
