import type { Position } from '../../decide/position.ts';
import type { HomeGame } from '../../host/game.ts';

interface Kept {
  readonly position: Position;
  readonly moment: string;
}

/** The game as it was looked at last, kept for those who look at the same moment: to open it takes most of the time of a page. */
export class KeptPosition {
  #kept: Kept | null = null;

  /** The game, whose looks are answered from what is kept as long as nobody has changed that and the moment is the same. */
  of(game: HomeGame, moment: string): HomeGame {
    const happened = new WeakMap<Position, number>();
    return {
      ...game,
      look: async () => {
        const position = this.#take(moment) ?? (await game.look());
        happened.set(position, position.rules.happened.length);
        return position;
      },
      letGo: (position) => {
        const { rules, open } = position;
        this.forget();
        // A deed that was tried in it stays in it.
        if (open.play.sandbox.dead || rules.happened.length !== happened.get(position)) open.play.dispose();
        else this.#kept = { position, moment };
      },
    };
  }

  forget(): void {
    this.#kept?.position.open.play.dispose();
    this.#kept = null;
  }

  #take(moment: string): Position | null {
    if (this.#kept?.moment !== moment) this.forget();
    const position = this.#kept?.position ?? null;
    this.#kept = null;
    return position;
  }
}
