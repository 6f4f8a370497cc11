import { UnplayableError } from '../../play/unplayable-error.ts';
import { FilesTaken } from './past-sites.ts';
import { buildSite, keptFor, type BuildOptions } from './build-site.ts';

// A process of its own, so that what the command line loads knows nothing of pages. In goes a game, a line of JSON at
// a time, since all of a long one is more than fits into a single text comfortably: first what is wanted, then each
// file as its path and its text. Out comes what was wrong with it.
type Wanted = Omit<BuildOptions, 'kept'> & { readonly kept?: string; readonly cache?: string };

let wanted: Wanted | null = null;
const files = new FilesTaken();
const [OPENS, NEWLINE] = ['{'.charCodeAt(0), '\n'.charCodeAt(0)];

function take(line: Buffer): void {
  if (line.length === 0) return;
  if (line[0] === OPENS) wanted = JSON.parse(line.toString('utf8')) as Wanted;
  else files.take(line);
}

/** What came of a line that has not ended yet. */
let begun: Buffer[] = [];
for await (const chunk of process.stdin) {
  const bytes = chunk as Buffer;
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    take(Buffer.concat([...begun, bytes.subarray(from, end)]));
    begun = [];
    from = end + 1;
  }
  begun.push(bytes.subarray(from));
}
take(Buffer.concat(begun));
const options = wanted as Wanted | null;
if (options === null) throw new Error('nothing is said of where the pages go');
try {
  const problems = await buildSite(files, { kept: keptFor(options.out, options.cache), ...options });
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
