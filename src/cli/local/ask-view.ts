import type { Game } from '../../host/game.ts';
import { withPosition } from '../../seat/read-table.ts';
import { inWords, namingOf, type Naming } from '../../decide/naming.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { Failure } from '../failure.ts';

/** The arguments for a view: plain words first, then lists and other values in JSON, each after a slash. */
interface Asked {
  readonly operands: readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
}

/** The answer of a view, with a rendering as text. */
interface Looked {
  readonly value: unknown;
  readonly naming: Naming;
}

/**
 * Asks a view of the rules, as a preview; prefers its line-by-line version if there is one. Null if there is no such
 * view.
 */
export async function askView(game: Game, name: string, about: Asked): Promise<Looked | null> {
  const { of, ...rest } = about.words;
  const subject = [
    ...about.operands,
    ...(of === undefined ? [] : [typeof of === 'string' ? of : JSON.stringify(of)]),
  ].join(' ');
  const whole = [subject, ...Object.values(rest).map((value) => JSON.stringify(value))].join('/');
  return withPosition(game, ({ open: { play } }) => {
    const { views } = play.model;
    const isOpen = (id: string): boolean => Object.hasOwn(views, id) && views[id]?.private === false;
    const id = [`${name}-by-line`, name].find(isOpen);
    if (id === undefined) return null;
    const of = views[id]?.of ?? '';
    const path = of === 'game' ? [] : of.includes(' ') ? whole.split('/') : [whole];
    const value = asked(() => play.query(game.now(), [['views', id, ...path]])[0]?.value);
    if (value !== undefined && value !== null) return { value, naming: namingOf(play) };
    throw new Failure('usage', {
      code: 'no-such-view',
      what: `${name} says nothing of ${path[0] === '' || path[0] === undefined ? 'nothing' : path[0]}.`,
      expected: `what it is about: gitnomic act ${name} …`,
    });
  });
}

/** A rule may refuse to answer, with a reason. */
function asked(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Failure('refused', { code: 'refused', what: `${error.message}.` }, { cause: error });
  }
}

export function sayView(value: unknown, naming: Naming): string {
  if (Array.isArray(value)) return value.map((one) => `${naming.value(one)}\n`).join('');
  if (isPlainObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${inWords(key)}: ${naming.value(one)}\n`)
      .join('');
  return `${naming.value(value)}\n`;
}
