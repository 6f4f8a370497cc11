import { UnplayableError } from '../../play/unplayable-error.ts';
import { FilesTaken } from './past-sites.ts';
import { buildSite, keptFor, type BuildOptions } from './build-site.ts';

// Runs in a process of its own, so that the command line needs no code for pages. Input is one JSON line per item,
// since a long game is too large for one string: first the request, then each file as its path and text. Output is the
// list of problems.
type Wanted = Omit<BuildOptions, 'kept'> & { readonly kept?: string; readonly cache?: string };

const [OPENS, NEWLINE] = ['{'.charCodeAt(0), '\n'.charCodeAt(0)];

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
  yield Buffer.concat(begun);
}

async function readAll(): Promise<{ readonly files: FilesTaken; readonly options: Wanted }> {
  let options: Wanted | null = null;
  const files = new FilesTaken();
  for await (const line of linesOf(process.stdin)) {
    if (line.length === 0) continue;
    if (line[0] === OPENS) options = JSON.parse(line.toString('utf8')) as Wanted;
    else files.take(line);
  }
  if (options === null) throw new Error('nothing is said of where the pages go');
  return { files, options };
}

const { files, options } = await readAll();
try {
  const problems = await buildSite(files, { kept: keptFor(options.out, options.cache), ...options });
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
