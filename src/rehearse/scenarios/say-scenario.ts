import { isPlainObject } from '../../kernel/values.ts';
import { plainValue } from '../../decide/naming.ts';
import { spelled, wordsFor } from '../../decide/naming.ts';
import { expectationsOf, isPart } from './expectations.ts';
import { verbOf, type Scenario, type Step } from './format.ts';

/** A scenario as voters read it: plain text, a line each. */
export interface ScenarioInWords {
  readonly title: string;
  readonly given: readonly string[];
  readonly when: readonly string[];
  readonly expected: readonly string[];
}

export function sayScenario({ title, start, players, given, steps, then }: Scenario): ScenarioInWords {
  const people = Object.entries(players).map(([id, person]) => {
    const marks = [
      person?.emperor === true ? 'the emperor' : '',
      person?.admin === true ? 'an admin' : '',
      person?.idle === undefined ? '' : `idle since ${wordsFor(person.idle)}`,
    ].filter((mark) => mark !== '');
    return marks.length === 0 ? id : `${id} (${marks.join(', ')})`;
  });
  return {
    title,
    given: [`${people.join(', ')}; it begins ${wordsFor(start)}`, ...sayExpected(given)],
    when: steps.map(sayStep),
    expected: sayExpected(then),
  };
}

/** `at +1h: ana acts ring-bell with times 2, rolling 4; then players ana tolled is 2` */
function sayStep(step: Step): string {
  const verb = verbOf(step);
  const on = verb === null ? null : step[verb];
  const parts = [
    ...(verb === null || verb === 'tick' ? ['time goes by'] : [`${step.by ?? 'somebody'}: ${spelled(verb)}`]),
    ...(on === undefined || on === null || on === true ? [] : [sayWords(on)]),
    ...(['on', 'as', 'text', 'changes', 'player', 'matter', 'as-kind'] as const).flatMap((key) =>
      step[key] === undefined ? [] : [`${spelled(key)} ${sayWords(step[key])}`],
    ),
    ...(step.with === undefined || step.with === null ? [] : [`with ${sayWords(step.with)}`]),
  ];
  const rolled = step.dice === undefined ? '' : `, rolling ${plainValue(step.dice)}`;
  const chosen = step.secret === undefined ? '' : `, secretly ${plainValue(step.secret)}`;
  const refused = step.refused === undefined ? '' : `; it is refused: “${step.refused}”`;
  const expected = sayExpected(step.then);
  const after = expected.length === 0 ? '' : `; then ${expected.join('; ')}`;
  return `${step.at === undefined ? '' : `${step.at}, `}${parts.join(' ')}${rolled}${chosen}${refused}${after}`;
}

function sayExpected(then: Scenario['then']): readonly string[] {
  if (then === undefined) return [];
  return expectationsOf(then).map(
    ({ path, expected }) => `${path.map(spelled).join(' ')} ${sayWanted(expected)}`,
  );
}

const PARTS: Readonly<Record<string, string>> = {
  contains: 'contains',
  gte: 'is at least',
  lte: 'is at most',
};

function sayWanted(expected: unknown): string {
  if (!isPlainObject(expected) || !isPart(expected)) return `is ${sayWords(expected)}`;
  return Object.entries(expected)
    .map(([key, value]) =>
      key === 'absent'
        ? value === true
          ? 'is absent'
          : 'is there'
        : `${PARTS[key] ?? key} ${sayWords(value)}`,
    )
    .join(' and ');
}

/** `{ beast: horned, size: 3 }` → `beast horned, size 3` */
function sayWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(sayWords).join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value !== '') return wordsFor(value);
  if (!isPlainObject(value)) return plainValue(value);
  return Object.entries(value)
    .map(([key, inside]) => `${spelled(key)} ${sayWords(inside)}`)
    .join(', ');
}
