import { z } from 'zod';

const term = (what: string, example: string) =>
  z
    .string()
    .trim()
    .regex(/^\p{L}[\p{L}\p{N}’' .-]{0,59}$/u)
    .meta({ description: `${what}, in letters`, examples: [example] });

/** The words that a game uses for player and emperor. A plural that is not given is the singular with an s. */
export const termsSchema = z
  .strictObject({
    player: term('the word for a player', 'Wizard'),
    players: term('the word for several players', 'Wizards').optional(),
    emperor: term('the word for the emperor', 'King'),
    emperors: term('the word for several emperors', 'Kings').optional(),
  })
  .meta({
    description: 'the words for player and emperor, and their plurals',
    examples: [{ player: 'Wizard', players: 'Wizards', emperor: 'King', emperors: 'Kings' }],
  });

export type TermsMatter = z.infer<typeof termsSchema>;
