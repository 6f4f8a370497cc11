import { defineCommand } from '../command.ts';
import { Failure } from '../failure.ts';

export const command = defineCommand({
  usage: 'start',
  examples: [{ line: 'start', does: 'the same as `npm start`' }],
  options: {},
  run() {
    throw new Failure('refused', {
      code: 'not-there-yet',
      what: 'There is no local game to start in this version yet.',
      next: '`npm run -s gitnomic -- help` shows what there is.',
    });
  },
});
