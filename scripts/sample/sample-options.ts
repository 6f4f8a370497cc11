import { parseArgs } from 'node:util';

const USAGE = `npm run sample -- [--game PACK|FOLDER] [--dynasties N] [--verbose]

Plays the sample game and writes it to content/.

  --game PACK      plays the sample of a core pack that has one, such as suber, into dist/sample-PACK
  --game FOLDER    writes the game to FOLDER as well, with its forge, to be replayed and played on
  --dynasties N    plays no more than the first N, and writes nothing to content/
  --verbose        lists each refusal, and how often each action was taken
  --help           prints this
`;

interface SampleOptions {
  readonly game: string | undefined;
  readonly dynasties: number | undefined;
  readonly verbose: boolean;
}

/** A text to print instead: the usage, preceded by a problem with the options if there is one. */
interface Printed {
  readonly said: string;
  readonly code: 0 | 2;
}

export function readOptions(words: readonly string[]): SampleOptions | Printed {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        game: { type: 'string' },
        dynasties: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { game, dynasties, verbose, help } = values;
    if (help) return { said: USAGE, code: 0 };
    if (dynasties !== undefined && !/^[1-9]\d{0,2}$/u.test(dynasties))
      return wrong(`--dynasties is a number of dynasties, and not ${dynasties}.`);
    if (game === '') return wrong('--game needs the name of a pack, or a folder.');
    return { game, dynasties: dynasties === undefined ? undefined : Number(dynasties), verbose };
  } catch (error) {
    return wrong((error as Error).message);
  }
}

function wrong(what: string): Printed {
  return { said: `${what}\n\n${USAGE}`, code: 2 };
}
