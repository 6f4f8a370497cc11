import { z } from 'zod';

/** Control signs, and those that turn the direction of writing round. */
const UNSEEN = /[^\P{Cc}\r\n]|[\u202a-\u202e\u2066-\u2069]/u;
const MARK = /\[(?:active|inactive|rare)\]/i;

/** The front matter of a rule. */
export const ruleSchema = z
  .strictObject({
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((title) => !/[\r\n]/.test(title), 'The title runs over several lines.')
      .refine((title) => !UNSEEN.test(title), 'The title holds signs that nobody sees.')
      .refine((title) => !MARK.test(title), 'A mark such as [Active] stands in the title.')
      .meta({
        description: 'the name of the rule in one line, without marks such as [Active]',
        examples: ['Idle Players'],
      }),
    order: z
      .number()
      .optional()
      .meta({ description: "a number that gives the rule's place among its siblings", examples: [20] }),
    entrenched: z
      .union([z.boolean(), z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)).min(1)])
      .optional()
      .meta({
        description: 'true, or the kinds of matter for which dynastic rules cannot overrule it',
        examples: [['cfj', 'dov']],
      }),
    status: z
      .enum(['active', 'inactive'])
      .optional()
      .meta({ description: 'active or inactive: the mark of a special-case rule', examples: ['inactive'] }),
    rare: z
      .boolean()
      .optional()
      .meta({ description: 'true for a special-case rule that is marked [Rare]', examples: [true] }),
    over: z
      .array(z.string().trim().min(1))
      .min(1)
      .optional()
      .meta({
        description: 'the titles of the rules that this one prevails over',
        examples: [['Daily Actions']],
      }),
  })
  .meta({ title: 'Rule', description: 'Front matter of a rule' });

export type RuleMatter = z.infer<typeof ruleSchema>;
