import type { Game } from '../../host/game.ts';
import { withPosition } from '../../seat/read-table.ts';
import { sayValue } from '../../decide/describe-outcome.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { Failure } from '../failure.ts';

/** What a view is asked about: words as they stand, and behind them, each after a slash, lists and other values as JSON. */
interface Asked {
  readonly operands: readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
}

/** What a rule's view says, as a preview; where there is one line by line, that. Null where there is no such view. */
export async function lookAtView(game: Game, name: string, about: Asked): Promise<unknown> {
  const { of, ...rest } = about.words;
  const subject = [...about.operands, ...(of === undefined ? [] : [sayValue(of)])].join(' ');
  const whole = [subject, ...Object.values(rest).map((value) => JSON.stringify(value))].join('/');
  return withPosition(game, ({ open: { play } }) => {
    const { views } = play.model;
    const isOpen = (id: string): boolean => Object.hasOwn(views, id) && views[id]?.private === false;
    const id = [`${name}-by-line`, name].find(isOpen);
    if (id === undefined) return null;
    const of = views[id]?.of ?? '';
    const path = of === 'game' ? [] : of.includes(' ') ? whole.split('/') : [whole];
    const value = asked(() => play.query(game.now(), [['views', id, ...path]])[0]?.value);
    if (value !== undefined && value !== null) return value;
    throw new Failure('usage', {
      code: 'no-such-view',
      what: `${name} says nothing of ${path[0] === '' || path[0] === undefined ? 'nothing' : path[0]}.`,
      expected: `what it is about: gitnomic act ${name} …`,
    });
  });
}

/** A rule may refuse what it is asked about, in words. */
function asked(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Failure('refused', { code: 'refused', what: `${error.message}.` }, { cause: error });
  }
}

export function sayView(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => `${sayValue(one)}\n`).join('');
  if (isPlainObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${sayValue(one)}\n`)
      .join('');
  return `${sayValue(value)}\n`;
}
