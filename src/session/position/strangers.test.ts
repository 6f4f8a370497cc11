import { expect, test } from 'vitest';

import { Outbox } from './outbox.ts';
import { Strangers } from './position.ts';

test('answers someone who doesn’t play at most once a day', () => {
  const strangers = new Strangers({});
  const outbox = new Outbox();
  const tell = (by: string, at: string): void => {
    const [since = 0] = outbox.waiting;
    outbox.comment('1', `${by} ${at}`, 'No.');
    strangers.bound(outbox, since, { by, at });
  };
  tell('zed', '2026-01-01T00:00:00Z');
  tell('zed', '2026-01-01T12:00:00Z');
  tell('yan', '2026-01-01T12:00:00Z');
  tell('zed', '2026-01-02T00:00:01Z');
  expect(outbox.takeAll()).toMatchObject([
    { key: 'zed 2026-01-01T00:00:00Z' },
    { key: 'yan 2026-01-01T12:00:00Z' },
    { key: 'zed 2026-01-02T00:00:01Z' },
  ]);
  expect(strangers.lately('2026-01-02T13:00:00Z')).toEqual({ zed: '2026-01-02T00:00:01Z' });
});
