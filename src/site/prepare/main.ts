import { text } from 'node:stream/consumers';
import { readLibrary } from '../../engine/library.ts';
import { UnplayableError } from '../../engine/play.ts';
import { buildSite, type BuildOptions } from './build-site.ts';
import { findDisplay } from './find-display.ts';

// A process of its own, so that what the command line loads knows nothing of pages:
// in goes a game and where its pages go, as JSON; out comes what was wrong with it.
interface Wanted extends Omit<BuildOptions, 'display'> {
  readonly files: readonly (readonly [path: string, text: string])[];
}

const { files: listed, ...options } = JSON.parse(await text(process.stdin)) as Wanted;
const files = new Map(listed);
try {
  const display = findDisplay(files, readLibrary());
  const problems = await buildSite(files, { ...options, ...(display === null ? {} : { display }) });
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
