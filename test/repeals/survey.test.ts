import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { coursesOf, playChanged } from './play-without.ts';
import { deleteClause, repeal, rulesOf } from './changes.ts';

test('survey', { timeout: 900_000 }, async () => {
  const out: string[] = [];
  const packs = (process.env['PACKS'] ?? 'clans,gallery,crypt,crypt-cleanup,menagerie,ways-to-decide,proving').split(',');
  for (const pack of packs) {
    const t0 = Date.now();
    const every = Number(process.env['EVERY'] ?? 1); const courses = coursesOf(shippedLibrary, pack).filter((_, at) => at % every === 0);
    const all = [{ what: 'as it is', make: (f: ReadonlyMap<string,string>) => new Map(f) }, ...rulesOf(shippedLibrary, pack).flatMap((rule) => [repeal(rule), ...(process.env['CLAUSES'] ? [deleteClause(rule)] : [])])];
    for (const change of all) {
      const faults = new Map<string, string[]>();
      for (const course of courses)
        for (const fault of await playChanged(course, change)) faults.set(fault, [...(faults.get(fault) ?? []), course.file.split('/').at(-1) ?? '']);
      for (const [fault, files] of faults) out.push(`${pack}: ${change.what}: ${fault} [${files.length}: ${files[0]}]`);
    }
    out.push(`# ${pack}: ${courses.length} courses, ${all.length} changes, ${Date.now() - t0} ms`);
  }
  writeFileSync(process.env['OUT'] ?? '/tmp/survey.txt', out.join('\n'));
});
