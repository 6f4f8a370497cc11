import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { defineHostCommand } from '../../../src/host/command.ts';
import { embedded } from '../../../src/host/embedded/host.ts';
import type { GameElsewhere } from '../../../src/host/game.ts';
import { homeIn, type Home, type Host } from '../../../src/host/host.ts';

const own = homeIn([embedded]);
const place = (start: string): string => join(resolve(start), 'shelf');

const dust = defineHostCommand({
  usage: 'dust [options] WHERE',
  details: 'Dusts the shelf.',
  examples: [{ line: 'dust top', does: 'the top of it' }],
  options: { cloth: { type: 'string', value: 'COLOUR', summary: 'which cloth' } },
  operands: { name: 'WHERE', summary: 'which part', min: 1, max: 1 },
  async run({ values, operands, homeGame }) {
    const [where = ''] = operands;
    if (where === 'below') return { refused: [{ code: 'too-low', what: 'Nobody gets there.' }] };
    const { folder } = await homeGame();
    return { result: { folder, where, cloth: values.cloth ?? null }, text: `Dusted: ${where}.\n` };
  },
});

const home: Home = {
  ...own,
  begin: (folder, ...wish) => own.begin(place(folder), ...wish),
};

/** Games that lie in a folder `shelf`: a host that `src/` has never heard of, with a command and options of its own. */
export const shelf: Host = {
  ...embedded,
  kind: 'shelf',
  schema: async () => Promise.resolve(z.strictObject({ kind: z.literal('shelf'), board: z.number() })),
  find: (start) => (existsSync(join(place(start), '.gitnomic')) ? place(start) : null),
  home,
  treeChecks: async (_, { values }) =>
    Promise.resolve(
      values['deep'] === true ? [{ title: 'the boards', check: async () => Promise.resolve([WARPED]) }] : [],
    ),
  commands: [
    { name: 'dust', summary: 'dust the shelf', load: async () => Promise.resolve({ command: dust }) },
  ],
  addedOptions: {
    doctor: { options: { deep: { type: 'boolean', summary: 'look at the boards too' } } },
    version: {
      options: { boards: { type: 'boolean', summary: 'how many boards there are' } },
      instead: {
        takes: [],
        next: 'Leave it out.',
        run: async () => Promise.resolve({ result: { boards: 3 }, text: '3 boards\n' }),
      },
    },
  },
};

const WARPED = { code: 'warped', level: 'note', what: 'A board is warped.', next: 'Turn it round.' } as const;

/** The same shelf, looked at from another house. */
export const afar: Host = {
  kind: 'afar',
  schema: shelf.schema,
  find: shelf.find,
  engine: shelf.engine,
  open: async (folder, options): Promise<GameElsewhere> => ({
    ...(await own.open(folder, options)),
    played: 'elsewhere',
    me: { id: 'bo', name: 'bo', bot: false },
  }),
};
