import { UnplayableError } from '../../engine/play.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FilesTaken, numberIn } from './past-sites.ts';
import { buildSite, keptFor, type BuildOptions } from './build-site.ts';
import { Workers } from './workers.ts';

// A process of its own, so that what the command line loads knows nothing of pages. In goes a game, a line of JSON at
// a time, since all of a long one is more than fits into a single text comfortably: first what is wanted, then each
// file as its path and its text. Out comes what was wrong with it.
type Wanted = Omit<BuildOptions, 'kept'> & { readonly kept?: string };

let wanted: Wanted | null = null;
const files = new FilesTaken();
const [OPENS, NEWLINE] = ['{'.charCodeAt(0), '\n'.charCodeAt(0)];

function take(line: Buffer): void {
  if (line.length === 0) return;
  if (line[0] === OPENS) wanted = JSON.parse(line.toString('utf8')) as Wanted;
  else {
    if (!hasLooked) startWorkersFor(line);
    files.take(line);
  }
}

const workers = new Workers();
let hasLooked = false;

/** Where dynasties are over and none of them was made before, there is work for all; the rest of a long game is still to come. */
function startWorkersFor(line: Buffer): void {
  if (wanted === null || numberIn(line) === null) return;
  hasLooked = true;
  if (!existsSync(join(wanted.kept ?? keptFor(wanted.out), 'past'))) workers.start();
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
  const problems = await buildSite(files, { kept: keptFor(options.out), ...options }, workers);
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
