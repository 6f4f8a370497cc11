import { UnplayableError } from '../../engine/play.ts';
import { buildSite, keptFor, type BuildOptions } from './build-site.ts';

// A process of its own, so that what the command line loads knows nothing of pages. In goes a game, a line of JSON at
// a time, since all of a long one is more than fits into a single text comfortably: first what is wanted, then each
// file as its path and its text. Out comes what was wrong with it.
type Wanted = Omit<BuildOptions, 'kept'> & { readonly kept?: string };

let wanted: Wanted | null = null;
const files = new Map<string, string>();

function take(line: string): void {
  if (line === '') return;
  const read = JSON.parse(line) as Wanted | readonly [path: string, text: string];
  if ('out' in read) wanted = read;
  else files.set(read[0], read[1]);
}

let rest = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = (rest + String(chunk)).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) take(line);
}
take(rest);
const options = wanted as Wanted | null;
if (options === null) throw new Error('nothing is said of where the pages go');
try {
  const problems = await buildSite(files, { kept: keptFor(options.out), ...options });
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
