import { z } from 'zod';

import { read, Refused } from './asked.ts';
import type { Account, World } from './world.ts';

const labelSchema = z.strictObject({
  name: z.string().min(1).max(50),
  color: z.string().regex(/^[0-9a-f]{6}$/u),
  description: z.string().max(100).default(''),
});

/** A label of the repository's: two can't differ by the size of letters alone. */
export function makeLabel(world: World, by: Account, given: unknown): World['labels'][number] {
  if (by.permission !== 'write') throw new Refused(403, 'Resource not accessible');
  const label = read(labelSchema, given);
  if (world.labels.some(({ name }) => name.toLowerCase() === label.name.toLowerCase()))
    throw new Refused(422, 'Validation Failed: Name has already been taken');
  world.labels.push(label);
  return label;
}
