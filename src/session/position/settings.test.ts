import { expect, test } from 'vitest';

import { GAME_FILE } from '../../store/paths.ts';
import { Settings } from './position.ts';

test('writes the Admins’ changes once, into the existing text', () => {
  const settings = new Settings();
  expect(settings.written('name: Harbour\n').size).toBe(0);
  settings.change({ name: 'Quay', pace: 2 });
  settings.change({ pace: 3 });
  expect(settings.changed).toEqual({ name: 'Quay', pace: 3 });
  const files = settings.written('# Ours.\nname: Harbour\nadmins: [ana]\n');
  expect([...files.keys()]).toEqual([GAME_FILE]);
  const text = files.get(GAME_FILE) ?? '';
  for (const line of ['# Ours.', 'name: Quay', 'admins: [ana]', 'pace: 3']) expect(text).toContain(line);
  expect(settings.changed).toEqual({});
  expect(settings.written(text).size).toBe(0);
});

test('writes a change if there is no file yet', () => {
  const settings = new Settings();
  settings.change({ name: 'Quay' });
  expect(settings.written().get(GAME_FILE)).toBe('name: Quay\n');
});
