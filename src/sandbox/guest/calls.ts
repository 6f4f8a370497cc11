import { describeModel } from '../../kernel/describe-model.ts';
import type { Input, Resolution } from '../../kernel/inputs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Enactment } from '../../kernel/matter-changes.ts';
import type { LaidOn, State } from '../../kernel/state.ts';
import type { TriedMove, Task } from '../../promises/moves.ts';
import { Replay, type MovePlayed } from '../../promises/replay.ts';
import { PromiseSearch, type Progress } from '../../promises/search.ts';

export type GuestCalls = Record<string, (given: never) => unknown>;

function unanswered<Given>(run: (given: Given) => void): (given: Given) => null {
  return (given) => {
    run(given);
    return null;
  };
}

/** The kernel's calls by name, with plain data in and out. */
export function callsOf(kernel: Kernel): GuestCalls {
  return {
    load: unanswered((state: State | null) => kernel.load(state)),
    clear: unanswered(() => kernel.clear()),
    hold: unanswered(() => kernel.hold()),
    rewind: unanswered(() => kernel.rewind()),
    state: () => kernel.state,
    take: ({ input, privateSide }: { input: Input; privateSide: boolean }) => kernel.take(input, privateSide),
    takeEach: (inputs: readonly Input[]) =>
      inputs.map((input) => {
        const result = kernel.take(input);
        if (result.ok && result.amendments.length > 0) kernel.settle();
        return result.ok ? null : result.refusal;
      }),
    layOn: unanswered(({ post, votes }: { post: string; votes: LaidOn }) => kernel.layOn(post, votes)),
    due: ({ at, except, aside }: { at: string; except: readonly string[]; aside: readonly string[] }) =>
      kernel.due(at, except, aside),
    failMatter: (resolution: Resolution) => kernel.failMatter(resolution),
    beginEnactment: (resolution: Resolution) => kernel.beginEnactment(resolution),
    finishEnactment: ({ resolution, enactment }: { resolution: Resolution; enactment: Enactment }) =>
      kernel.finishEnactment(resolution, enactment),
    settle: () => kernel.settle(),
    undo: unanswered(() => kernel.undo()),
    describe: () => describeModel(kernel.runtime),
    query: ({ at, paths }: { at: string; paths: readonly (readonly string[])[] }) => {
      return paths.map((path) => {
        const value = kernel.read(at, path);
        return value === undefined ? {} : { value };
      });
    },
    begin: unanswered((at: string) => kernel.begin(at)),
    set: unanswered(({ path, value }: { path: string; value: unknown }) => kernel.assume(path, value)),
    explain: ({ at, hook, words }: { at: string; hook: string; words: Record<string, string> }) =>
      kernel.explain(at, hook, words),
    explainInput: (input: Input) => kernel.explainInput(input),
    refusalsOf: (inputs: readonly Input[]) => kernel.refusalsOf(inputs),
    why: ({ at, hook, words }: { at: string; hook: string; words: Record<string, string> }) =>
      kernel.why(at, hook, words),
  };
}

/** A search continues over several calls, each with about this many counts. */
const COUNTS_EACH = 100;

export function searchCalls(kernel: Kernel, counted: () => number): GuestCalls {
  let search: PromiseSearch | null = null;
  let replay: Replay | null = null;
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
    searchReplay: unanswered((task: Task) => {
      replay = new Replay(kernel, task);
    }),
    searchMove: (move: TriedMove): MovePlayed | null => replay?.play(move) ?? null,
    searchChanges: (): boolean | null => replay?.changes() ?? null,
    /** The progress after the search was stopped or has ended. */
    searchEnd: (): Progress | null => {
      const progress = search?.progress ?? null;
      search = null;
      return progress;
    },
  };
}
