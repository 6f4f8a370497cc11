import type { Kernel } from '../../kernel/kernel.ts';
import type { TriedMove, Task } from '../../promises/moves.ts';
import { PromiseSearch, replayMoves, type Progress, type MovesReplayed } from '../../promises/search.ts';
import type { GuestCalls } from './calls.ts';

/** A search goes on over several calls, each of which takes about this many counts. */
const COUNTS_EACH = 100;

export function searchCalls(kernel: Kernel, counted: () => number): GuestCalls {
  let search: PromiseSearch | null = null;
  return {
    searchBegin: (task: Task): Progress => {
      search = new PromiseSearch(kernel, task);
      return search.progress;
    },
    searchOn: (): Progress | null => {
      if (search === null) return null;
      while (search.progress.end === null && counted() < COUNTS_EACH) search.step();
      return search.progress;
    },
    searchReplay: ({
      task,
      moves,
      probe,
    }: {
      task: Task;
      moves: readonly TriedMove[];
      probe: number;
    }): MovesReplayed => replayMoves(kernel, task, moves, probe),
    /** How far it came, after it was stopped or when it is over. */
    searchEnd: (): Progress | null => {
      const progress = search?.progress ?? null;
      search = null;
      return progress;
    },
  };
}
