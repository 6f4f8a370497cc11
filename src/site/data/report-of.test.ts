import { expect, test } from 'vitest';
import { showSite } from './read-site.ts';
import { labelBefore, reportOf } from './rounds.ts';
import type { CollectionData, SiteData, ThingData } from './site-data.ts';

const walks = { id: 'walks', columns: [] } as unknown as CollectionData;
const walk = { id: '1', values: {}, lines: [3] } as unknown as ThingData;

function said(...items: readonly string[]): readonly (string | undefined)[] | undefined {
  const html = `<p>She set out.</p><ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol><ol><li>Into A1.</li></ol>`;
  const site = { ledger: [{ n: 3, posts: ['r'] }], posts: [{ id: 'r', html }] } as unknown as SiteData;
  showSite(site);
  return reportOf(site, walks, walk, items.length + 1)?.steps;
}

test('each step of a walk is told without its place, which is shown beside it', () => {
  expect(
    said(
      'Into B2; he opens a chest. Energy 5 → 4.',
      'Into Cistern; of <em>Whispers</em> (G4); he rests (A1 is far).',
      'Into Ünder (C10). Energy 3 → 2.',
      'To A1.',
      'He sleeps.',
    ),
  ).toEqual([
    undefined,
    'He opens a chest. Energy 5 → 4.',
    'He rests (A1 is far).',
    'Energy 3 → 2.',
    '',
    'He sleeps.',
  ]);
});

test('a report with another number of steps isn’t used', () => {
  const site = {
    ledger: [{ n: 3, posts: ['r'] }],
    posts: [{ id: 'r', html: '<ol><li>Into B2.</li></ol>' }],
  } as unknown as SiteData;
  expect(reportOf(site, walks, walk, 4)).toEqual({ post: 'r', steps: [] });
  expect(reportOf({ ...site, ledger: [] }, walks, walk, 2)).toBe(null);
});

test('a place has the name that it had before the line', () => {
  const place = {
    label: 'G4',
    earlier: [
      { until: 2, label: 'First' },
      { until: 7, label: 'Cistern' },
    ],
  };
  expect([1, 2, 3, 7, 8].map((line) => labelBefore(place, line))).toEqual([
    'First',
    'First',
    'Cistern',
    'Cistern',
    'G4',
  ]);
});
