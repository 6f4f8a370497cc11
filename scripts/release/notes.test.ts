import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { notesOf } from './notes.ts';

const root = new URL('../../', import.meta.url);
const CHANGELOG = `# Changelog

## 0.2.0 (not released yet)

- New.

## 0.1.0 (2030-01-02)

### Added

- First.
`;

test('takes the notes of a release from the changelog of its version', () => {
  expect(notesOf(CHANGELOG, '0.1.0')).toBe('### Added\n\n- First.\n');
});

test.each([
  ['0.2.0', /no date/u],
  ['0.3.0', /no section/u],
  ['0.1', /no version/u],
])('refuses notes for %s, which isn’t released', (version, why) => {
  expect(() => notesOf(CHANGELOG, version)).toThrow(why);
});

test('the changelog has notes for the version in package.json', () => {
  const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(notesOf(read('CHANGELOG.md'), version, true)).toContain('- ');
});
