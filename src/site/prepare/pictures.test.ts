import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { picturesOf } from './pictures.ts';

test('reports a missing header picture, and makes the pages without it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pictures-'));
  mkdirSync(join(root, 'content/pictures'), { recursive: true });
  const header = { picture: 'site.png', alt: 'The harbour at dawn' };
  const site = { display: { theme: { header } }, collections: [], people: [], gameValues: [] };
  const { pictures, wrong } = await picturesOf(
    site as never,
    join(root, 'content/pictures'),
    join(root, 'kept'),
  );
  expect(pictures).toEqual({});
  expect(wrong).toEqual(['content/site.yml: theme.header.picture: there is no file content/site.png']);
  rmSync(root, { recursive: true });
});
