import { describeModel } from '../../kernel/describe-model.ts';
import type { Input, Resolution } from '../../kernel/inputs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Enactment } from '../../kernel/matter-changes.ts';
import type { CastVotes, State } from '../../kernel/state.ts';

export type GuestCalls = Record<string, (given: never) => unknown>;

/** The calls that a kernel answers by name, with plain data given and got. */
export function callsOf(kernel: Kernel): GuestCalls {
  return {
    load: (state: State | null) => {
      kernel.load(state);
      return null;
    },
    clear: () => {
      kernel.clear();
      return null;
    },
    hold: () => {
      kernel.hold();
      return null;
    },
    rewind: () => {
      kernel.rewind();
      return null;
    },
    state: () => kernel.stateInHand,
    take: ({ input, privateSide }: { input: Input; privateSide: boolean }) => kernel.take(input, privateSide),
    takeEach: (inputs: readonly Input[]) =>
      inputs.map((input) => {
        const result = kernel.take(input);
        if (result.ok && result.amendments.length > 0) kernel.settle();
        return result.ok ? null : result.refusal;
      }),
    layOn: ({ post, votes }: { post: string; votes: CastVotes }) => {
      kernel.layOn(post, votes);
      return null;
    },
    due: ({ at, except }: { at: string; except: readonly string[] }) => kernel.due(at, except),
    failMatter: (resolution: Resolution) => kernel.failMatter(resolution),
    beginEnactment: (resolution: Resolution) => kernel.beginEnactment(resolution),
    finishEnactment: ({ resolution, enactment }: { resolution: Resolution; enactment: Enactment }) =>
      kernel.finishEnactment(resolution, enactment),
    settle: () => kernel.settle(),
    undo: () => {
      kernel.undo();
      return null;
    },
    canResolve: () => kernel.canResolve(),
    describe: () => describeModel(kernel.runtime),
    query: ({ at, paths }: { at: string; paths: readonly (readonly string[])[] }) => {
      return paths.map((path) => {
        const value = kernel.read(at, path);
        return value === undefined ? {} : { value };
      });
    },
    begin: (at: string) => {
      kernel.begin(at);
      return null;
    },
    set: ({ path, value }: { path: string; value: unknown }) => {
      kernel.assume(path, value);
      return null;
    },
    explain: ({ at, hook, words }: { at: string; hook: string; words: Record<string, string> }) =>
      kernel.explain(at, hook, words),
    explainInput: (input: Input) => kernel.explainInput(input),
    why: ({ at, hook, words }: { at: string; hook: string; words: Record<string, string> }) =>
      kernel.why(at, hook, words),
  };
}
