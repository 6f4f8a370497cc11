import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeProblem } from '../problem.ts';
import { schemas } from './json-schema.ts';
import { validate } from './validate.ts';

test('every key has a description and a valid example', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [key, field] of Object.entries<z.ZodType>(schema.shape)) {
      const { description, examples } = field.meta() ?? innerMeta(field);
      expect(description, `${name}.${key}`).toBeTruthy();
      const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
      expect(field.safeParse(example).success, `${name}.${key}: ${JSON.stringify(example)}`).toBe(true);
    }
  }
});

function innerMeta(field: z.ZodType): Record<string, unknown> {
  return (field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType).meta() : undefined) ?? {};
}

test('reports everything that is wrong at once', () => {
  const game = {
    name: 'Nomic',
    forge: { repository: 'ana/harbour' },
    terms: { player: '4', emperor: 'Queen', peer: 'x' },
    admin: [],
  };
  expect(
    validate(schemas.game, game, 'game.yml', { name: 1, forge: 2, terms: 3, admin: 4 }).problems.map(
      describeProblem,
    ),
  ).toMatchInlineSnapshot(`
    [
      "game.yml:2: forge.kind: It is missing. Expected where people meet: the kind of forge, and the settings for it, for example forge: { kind: local }",
      "game.yml:3: terms.player: It is "4". Expected the word for a player, in letters, for example player: Sailor",
      "game.yml:3: terms.peer: There is no such key. Expected one of player, players, emperor, emperors, names, for example the key removed",
      "game.yml:4: admin: There is no such key; did you mean "admins"? Expected one of name, forge, sign-in, notices, admins, core, pack, resolution, practice, sandbox, terms, dice, dynasty, tracked, for example admins: [ ana ]",
    ]
  `);
});

test('players and things may have any values that the rules track', () => {
  const player = { name: 'ana', puissance: 3, favours: [{ lender: 'bo', ripe: true }] };
  expect(validate(schemas.player, player, 'ana.md').value).toEqual(player);
  expect(validate(schemas.thing, { lit: true }, 'd4.md').value).toEqual({ lit: true });
  expect(validate(schemas.player, { puissance: 3 }, 'ana.md').problems).toHaveLength(1);
});
