import { z } from 'zod';

const term = (what: string, example: string) =>
  z
    .string()
    .trim()
    .regex(/^\p{L}[\p{L}\p{N}’' .-]{0,59}$/u)
    .meta({ description: `${what}, in letters`, examples: [example] });

/** The words for player and, if the rules define one, for the emperor. By default the plural is the regular one. */
export const termsSchema = z
  .strictObject({
    player: term('the word for a player', 'Sailor'),
    players: term('the word for several players', 'Sailors').optional(),
    emperor: term('the word for the emperor', 'Admiral').optional(),
    emperors: term('the word for several emperors', 'Admirals').optional(),
    names: z
      .array(z.enum(['player', 'emperor']))
      .readonly()
      .optional()
      .meta({
        description:
          'which of the words are somebody’s name, and take no article (default: what the words themselves tell, as `von` does)',
        examples: [['emperor']],
      }),
  })
  .meta({
    description: 'the words for player and emperor, and their plurals',
    examples: [{ player: 'Sailor', players: 'Sailors', emperor: 'Admiral', emperors: 'Admirals' }],
  });

export type TermsMatter = z.infer<typeof termsSchema>;
