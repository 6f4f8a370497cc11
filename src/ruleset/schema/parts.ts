import { z } from 'zod';

import { isMoment, TIME_EXAMPLE, TIME_FORM } from '../../kernel/time.ts';

/** Pieces that several kinds of front matter share. */
export const timeSchema = z.string().regex(TIME_FORM, TIME_EXAMPLE).refine(isMoment, TIME_EXAMPLE);

export const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !/[\r\n]/.test(name), 'The name runs over several lines.');

/** Tracked values: JSON and nothing else. Which types it has is for the clauses to say, not for the schema. */
export const trackedSchema: z.ZodType = z.json();
