import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readLibrary } from '../../engine/library.ts';
import { UnplayableError } from '../../engine/play.ts';
import { buildSite, type BuildOptions } from './build-site.ts';
import { findDisplay } from './find-display.ts';
import { pastSites } from './past-sites.ts';

// A process of its own, so that what the command line loads knows nothing of pages:
// in goes a game and where its pages go, as JSON; out comes what was wrong with it.
/** Each output folder has its own store of what an earlier build left. */
function keptFor(out: string): string {
  const name = createHash('sha1').update(out).digest('hex').slice(0, 12);
  return fileURLToPath(new URL(`../../../.cache/site/${name}`, import.meta.url));
}

interface Wanted extends Omit<BuildOptions, 'display'> {
  readonly files: readonly (readonly [path: string, text: string])[];
}

const { files: listed, ...options } = JSON.parse(await text(process.stdin)) as Wanted;
const files = new Map(listed);
try {
  const library = readLibrary();
  const whole = { kept: keptFor(options.out), ...options };
  const problems: string[] = [];
  for (const site of [{ files, options: whole }, ...pastSites(files, whole)]) {
    const display = findDisplay(site.files, library);
    problems.push(
      ...(await buildSite(site.files, {
        ...site.options,
        ...(display === null ? {} : { display }),
      })),
    );
  }
  process.stdout.write(JSON.stringify({ problems }));
} catch (error) {
  if (!(error instanceof UnplayableError)) throw error;
  process.stdout.write(JSON.stringify({ unplayable: error.problems }));
}
