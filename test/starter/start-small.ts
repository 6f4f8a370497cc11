// What starts a process is copied for it, table by table of its memory, and a process with tests in it has a hundred times
// the memory of one that does nothing else: it took a fifth of the time of tests on GitHub. So Git is started from a small one.
import childProcess, { fork, type ChildProcess, type ExecFileOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';

export type Wish =
  | {
      readonly type: 'start';
      readonly n: number;
      readonly file: string;
      readonly words: readonly string[];
      readonly options: ExecFileOptions;
    }
  | { readonly type: 'input'; readonly n: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly n: number };

export interface Said {
  readonly n: number;
  readonly failure: (object & { readonly message: string }) | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

type Options = ExecFileOptions & { readonly encoding?: BufferEncoding | 'buffer' | null };

const INSTALLED = Symbol.for('gitnomic.tests.small-starter');
const waiting = new Map<number, (said: Said) => void>();
let starter: ChildProcess | null = null;
let last = 0;

/** As `promisify(execFile)` of Node: a promise of both outputs, which has the process's own input. */
function runFromSmall(file: string, words: readonly string[], options: Options): Promise<object> {
  const { encoding = 'utf8', ...given } = options;
  last += 1;
  const n = last;
  const { env = process.env, cwd = process.cwd() } = given;
  const asked = new Promise<object>((resolve, reject) => {
    waiting.set(n, ({ failure, stdout, stderr }) => {
      const as = (bytes: Uint8Array): string | Buffer =>
        encoding === 'buffer' || encoding === null
          ? Buffer.from(bytes)
          : Buffer.from(bytes).toString(encoding);
      const output = { stdout: as(stdout), stderr: as(stderr) };
      if (failure === null) resolve(output);
      else reject(Object.assign(new Error(failure.message), failure, output));
    });
  });
  const wish = { type: 'start', n, file, words, options: { ...given, env: { ...env }, cwd } } as const;
  const small = (starter ??= start());
  small.send(wish satisfies Wish);
  const stdin = new Writable({
    write(bytes: Uint8Array, _, done) {
      small.send({ type: 'input', n, bytes } satisfies Wish);
      done();
    },
    final(done) {
      small.send({ type: 'end', n } satisfies Wish);
      done();
    },
  });
  return Object.assign(asked, { child: { stdin } });
}

function start(): ChildProcess {
  const child = fork(new URL('./starter-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  });
  child.on('message', (said: Said) => {
    waiting.get(said.n)?.(said);
    waiting.delete(said.n);
  });
  // Whoever waits for an answer keeps this process alive; the starter alone does not.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Once for all files of a process: what is loaded from now on starts Git so, wherever it waits for it by a promise. */
function install(): void {
  if (Reflect.get(globalThis, INSTALLED) === true) return;
  Reflect.set(globalThis, INSTALLED, true);
  const { execFile } = childProcess;
  const byNode = promisify(execFile) as (...given: unknown[]) => Promise<object>;
  const promised = (file: string, words: readonly string[] = [], options: Options = {}): Promise<object> =>
    file === 'git' && options.signal === undefined
      ? runFromSmall(file, words, options)
      : byNode(file, words, options);
  const ours = (...given: Parameters<typeof execFile>): ChildProcess => execFile(...given);
  Object.assign(childProcess, { execFile: Object.assign(ours, { [promisify.custom]: promised }) });
  syncBuiltinESMExports();
}

install();
