import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import { UnplayableError } from '../../play/unplayable-error.ts';
import { buildSite, cacheFor, type BuildOptions } from './build-site.ts';
import { FilesTaken, type GameFiles } from './past-sites.ts';

// Runs in a process of its own, so that the command line needs no code for pages. Input is one JSON line per item,
// since a long game is too large for one string: first the request, then each file as its path and text, and an empty
// line. If the request lists the past dynasties, their files are asked for one dynasty at a time, `{"wanted":12}`, and
// come as such lines too. The last line of output is the list of problems.
type StateToShow = Omit<BuildOptions, 'kept'> & {
  readonly kept?: string;
  readonly cache?: string;
  readonly past?: readonly DynastyOver[];
};

const NEWLINE = '\n'.charCodeAt(0);

async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  /** The beginning of an incomplete line. */
  let begun: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, bytes.subarray(from, end)]);
      begun = [];
      from = end + 1;
    }
    begun.push(bytes.subarray(from));
  }
}

const input = linesOf(process.stdin);

/** Reads files up to the empty line. */
async function readFiles(): Promise<FilesTaken> {
  const files = new FilesTaken();
  for (;;) {
    const { value: line, done } = await input.next();
    if (done === true) throw new Error('the input ended before its files did');
    if (line.length === 0) return files;
    files.take(line);
  }
}

function say(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

async function filesFor(past: readonly DynastyOver[] | undefined): Promise<GameFiles> {
  const taken = await readFiles();
  const game = taken.sorted();
  if (past === undefined) return game;
  /** One is asked for after the other, since the answers name nothing. */
  let turn: Promise<unknown> = Promise.resolve();
  const read = (one: DynastyOver): ReturnType<GameFiles['read']> => {
    const answered = turn.then(async () => {
      say({ wanted: one.number });
      return (await readFiles()).only(one);
    });
    turn = answered;
    return answered;
  };
  return { current: game.current, past, read };
}

const { value: request } = await input.next();
if (request === undefined) throw new Error('nothing is said of where the pages go');
const options = JSON.parse((request as Buffer).toString('utf8')) as StateToShow;
try {
  const files = await filesFor(options.past);
  const problems = await buildSite(files, { kept: cacheFor(options.out, options.cache), ...options });
  say({ problems });
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  say({ unplayable: error.problems });
}
process.stdin.destroy();
