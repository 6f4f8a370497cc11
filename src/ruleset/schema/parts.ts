import { z } from 'zod';

import { isMoment, TIME_EXAMPLE, TIME_FORM } from '../../kernel/time.ts';

/** Parts that several schemas share. */
export const timeSchema = z.string().regex(TIME_FORM, TIME_EXAMPLE).refine(isMoment, TIME_EXAMPLE);

export const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !/[\r\n]/.test(name), 'The name runs over several lines.');

/** Tracked values can be any JSON. Their types are defined by clauses and not by the schema. */
export const trackedSchema: z.ZodType = z.json();
