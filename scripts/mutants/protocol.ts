// In which words the runner and the process that has the tests loaded speak to each other.

/** In Stryker's report, where nothing but the clock ended it. */
export const BY_THE_CLOCK = 'By the clock';

export type Ask =
  | { readonly do: 'measure'; readonly sources: readonly string[] }
  | {
      readonly do: 'try';
      readonly mutant: string;
      /** In this order. Their files are loaded as their turn comes, each as a whole. */
      readonly tests: readonly ToCall[];
      /** It takes effect while modules are loaded, too. */
      readonly whileLoading: boolean;
    };

/** All tests of a file, or some of them. */
export interface ToCall {
  readonly file: string;
  readonly ids: readonly string[] | null;
  /** So much of the processor's time may each take, in milliseconds. */
  readonly most: number;
  /** So often may each come by the mutated place. */
  readonly mostHits: number;
}

export type Answer =
  | { readonly is: 'measured'; readonly measured: Measured }
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'killed'; readonly by: string; readonly why: string; readonly called: number }
  | { readonly is: 'lives'; readonly called: number; readonly hits: number }
  | { readonly is: 'endless'; readonly why: string }
  /** A test failed with the mutant, and fails without it: what was left behind by an earlier one makes it fail. */
  | { readonly is: 'spoilt'; readonly by: string };

export interface Measured {
  readonly tests: readonly MeasuredTest[];
  /** How often each test comes by each mutant. */
  readonly hits: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How often each is come by while the sources are loaded, and while a file of tests is. */
  readonly loading: {
    readonly sources: Readonly<Record<string, number>>;
    readonly files: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

export interface MeasuredTest {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  /** Of the processor, in milliseconds: the least and the most of several calls. */
  readonly time: number;
  readonly longest: number;
}

/** Of `@vitest/runner`. */
export interface RunnerParts {
  readonly describe: unknown;
  readonly suite: unknown;
  readonly test: unknown;
  readonly it: unknown;
  readonly beforeAll: unknown;
  readonly beforeEach: unknown;
  readonly afterAll: unknown;
  readonly afterEach: unknown;
  collectTests(files: readonly string[], runner: object): Promise<readonly Task[]>;
  getFn(task: Task): () => unknown;
  getHooks(suite: Task): Readonly<Record<Hook, readonly ((...given: readonly unknown[]) => unknown)[]>>;
}

export type Hook = 'beforeAll' | 'beforeEach' | 'afterAll' | 'afterEach' | 'aroundAll' | 'aroundEach';

export interface Task {
  readonly type: 'suite' | 'test';
  readonly name: string;
  readonly mode: string;
  readonly tasks?: readonly Task[];
  readonly suite?: Task;
  readonly file?: Task;
  readonly context?: unknown;
  readonly fails?: boolean;
  readonly result?: { readonly state: string; readonly errors?: readonly { readonly message: string }[] };
}

/** Shared with the thread that looks at the time. */
export interface SharedTime {
  readonly times: Float64Array;
  readonly wake: Int32Array;
}
export const START = 0;
export const LIMIT = 1;
