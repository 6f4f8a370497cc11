import { text } from 'node:stream/consumers';
import { UnplayableError } from '../../engine/play.ts';
import { buildSite, keptFor, type BuildOptions } from './build-site.ts';

// A process of its own, so that what the command line loads knows nothing of pages:
// in goes a game and where its pages go, as JSON; out comes what was wrong with it.
interface Wanted extends Omit<BuildOptions, 'kept'> {
  readonly kept?: string;
  readonly files: readonly (readonly [path: string, text: string])[];
}

const { files, ...options } = JSON.parse(await text(process.stdin)) as Wanted;
try {
  const problems = await buildSite(new Map(files), { kept: keptFor(options.out), ...options });
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
