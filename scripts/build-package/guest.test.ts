import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readSource } from '../../test/layers/read-source.ts';
import { makeGuest } from './guest.ts';

test('publishes everything that the published sandbox imports', () => {
  const { files } = makeGuest(fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, ''));
  const guest = JSON.parse(String(files.get('src/sandbox/guest.json'))) as Readonly<Record<string, string>>;
  expect(Object.keys(guest)).toContain('sandbox/guest/main.ts');
  const missing = Object.entries(guest).flatMap(([path, code]) =>
    readSource(code, path)
      .imports.filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => posix.join(dirname(path), specifier))
      .filter((imported) => !(imported in guest)),
  );
  expect(missing).toEqual([]);
});
