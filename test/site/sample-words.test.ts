// The sample game's own pages, read as whoever comes by reads them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { filesOnDisk } from '../../src/store/content-folder.ts';
import { idsOf } from './built-site.ts';
import { peopleById, rawMarkdown, unreadable } from './unreadable.ts';

/** All of the sample takes minutes: it is for the long suite. Each `npm test` reads the pages of a smaller game so. */
const whole = process.env['GITNOMIC_SAMPLE'] === 'whole';

/** What the rules say stands there as they say it. */
const OF_THE_LAW = /^(dynasties\/\d+\/)?(ruleset|rules|first|then)\//u;

test.skipIf(!whole)(
  'no page of the sample shows readers an id, a boolean, a machine time, an arrow from nothing or Markdown',
  { timeout: 1_800_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitnomic-sample-'));
    try {
      const all = filesOnDisk(process.cwd());
      expect(await buildSite(all, { out: join(folder, 'site'), cacheFolder: join(folder, 'kept') })).toEqual(
        [],
      );
      const ids = idsOf(all);
      expect([...ids]).toEqual(expect.arrayContaining(['newly-furnished', 'blood-frenzy']));
      const site = join(folder, 'site');
      const pages = readdirSync(site, { recursive: true, withFileTypes: true })
        .filter(({ name }) => name.endsWith('.html'))
        .map(({ parentPath, name }) => relative(site, join(parentPath, name)).replaceAll('\\', '/'));
      expect(pages.length).toBeGreaterThan(900);
      const people = peopleIn(all);
      expect(people.size).toBeGreaterThan(10);
      // What happened again and again is folded but for the latest few.
      const inSight = pages.flatMap((path) => {
        const [, list] =
          /<ol class="list (?:battles|timeline)"([^]*)/u.exec(readFileSync(join(site, path), 'utf8')) ?? [];
        const [shown = ''] = list?.split('<details class="earlier"') ?? [];
        return list === undefined ? [] : [[path, shown.split('class="title"').length - 1] as const];
      });
      expect(inSight.map(([path]) => path)).toContain('dynasties/2/show/battles/index.html');
      expect(inSight.filter(([, count]) => count > 7)).toEqual([]);
      const found = pages.flatMap((path) => {
        const html = readFileSync(join(site, path), 'utf8');
        return [
          ...unreadable(html, ids, OF_THE_LAW.test(path) ? ['prose'] : []),
          ...peopleById(html, people),
          ...rawMarkdown(html),
        ].map((what) => `${path}: ${what}`);
      });
      expect(found).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Everybody who plays, by id. */
function peopleIn(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...files].flatMap(([path, text]) => {
      const id = /^content\/gamestate\/players\/([^/]+)\.md$/u.exec(path)?.[1];
      const name = /^name: ["']?(.+?)["']?$/mu.exec(text)?.[1];
      return id === undefined || name === undefined ? [] : [[id, name] as const];
    }),
  );
}
