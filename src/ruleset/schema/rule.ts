import { z } from 'zod';

/** Control characters, and those that change the direction of text. */
const UNSEEN = /[^\P{Cc}\r\n]|[\u202a-\u202e\u2066-\u2069]/u;
const MARK = /\[(?:active|inactive|rare)\]/i;

/** A key whose meaning the group defines, for clauses to read. */
export const FREE_KEY = /^x-[a-z0-9][a-z0-9-]*$/;

/** The front matter of a rule; keys that begin with x- are free. */
export const ruleSchema = z
  .strictObject({
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((title) => !/[\r\n]/.test(title), 'The title runs over several lines.')
      .refine((title) => !UNSEEN.test(title), 'The title contains invisible characters.')
      .refine((title) => !MARK.test(title), 'The title contains a mark such as [Active].')
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
        description:
          'true, or the kinds of matter for which dynastic rules, or those of the last section of a ruleset’s own, cannot overrule it',
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
    number: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^[\p{L}\p{N}§][\p{L}\p{N}./§()\- ]{0,39}$/u))
      .optional()
      .meta({
        description: 'the number that the group knows the rule by, in place of its place in the ruleset',
        examples: ['101'],
      }),
    power: z
      .number()
      .optional()
      .meta({ description: 'its power, where rules have any, for rules to read', examples: [3] }),
    mutable: z
      .boolean()
      .optional()
      .meta({ description: 'whether it is mutable, where rules tell, for rules to read', examples: [false] }),
    clause: z
      .literal('off')
      .optional()
      .meta({
        description:
          'off: its clause is not run, and people play the rule by hand; written by the engine where a clause can’t stand',
        examples: ['off'],
      }),
  })
  .meta({
    title: 'Rule',
    description: 'Front matter of a rule',
    patternProperties: { [FREE_KEY.source]: {} },
  });

export type RuleMatter = z.infer<typeof ruleSchema>;
