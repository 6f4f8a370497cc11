import { isPlainObject } from '../../kernel/values.ts';
import { TIME_FORM } from '../../kernel/time.ts';
import { plainValue, spelled, wordsFor } from '../../wording/naming.ts';
import type { Say, Wording } from '../../language/wording.ts';
import { expectationsOf, isPart } from './expectations.ts';
import { verbOf, type Scenario, type Step, type Verb } from './format.ts';

/** A scenario as voters read it: plain text, a line each. */
export interface ScenarioInWords {
  readonly title: string;
  readonly given: readonly string[];
  readonly when: readonly string[];
  readonly expected: readonly string[];
}

/** The rules' own names replace verbs that are kinds of matters. */
const VERBS: Readonly<Partial<Record<Verb, (say: Say) => string>>> = {
  propose: (say) => say`propose`,
  push: (say) => say`push`,
  edit: (say) => say`edit`,
  vote: (say) => say`vote`,
  'withdraw-vote': (say) => say`withdraw vote`,
  'edit-comment': (say) => say`edit comment`,
  'delete-comment': (say) => say`delete comment`,
  close: (say) => say`close`,
  comment: (say) => say`comment`,
  post: (say) => say`post`,
  act: (say) => say`act`,
  seal: (say) => say`seal`,
  open: (say) => say`open`,
  resolve: (say) => say`resolve`,
  admin: (say) => say`admin`,
  recategorise: (say) => say`recategorise`,
  tick: (say) => say`as time passes`,
};

/** The keys beside a verb, and the parts of a matter, a comment or a post. */
const KEYS: Readonly<Record<string, (say: Say) => string>> = {
  on: (say) => say`on`,
  as: (say) => say`as`,
  text: (say) => say`text`,
  changes: (say) => say`changes`,
  player: (say) => say`player`,
  matter: (say) => say`matter`,
  'as-kind': (say) => say`as`,
  title: (say) => say`title`,
  kind: (say) => say`kind`,
  via: (say) => say`via`,
};

/** Uses the game's language. Ids and text from the file stay unchanged. */
export function sayScenario(
  { title, start, players, given, steps, then }: Scenario,
  wording: Wording,
): ScenarioInWords {
  const { say } = wording;
  const people = Object.entries(players).map(([id, person]) => {
    const marks = [
      person?.emperor === true ? say`the emperor` : '',
      person?.admin === true ? say`an admin` : '',
      person?.idle === undefined ? '' : say`idle since ${sayValue(person.idle, wording)}`,
    ].filter((mark) => mark !== '');
    return marks.length === 0 ? id : `${id} (${marks.join(', ')})`;
  });
  return {
    title,
    given: [say`${people.join(', ')}; it begins ${sayValue(start, wording)}`, ...sayExpected(given, wording)],
    when: steps.map((step) => sayStep(step, wording)),
    expected: sayExpected(then, wording),
  };
}

/** `at +1h: ana acts ring-bell with times 2, rolling 4; then players ana tolled is 2` */
function sayStep(step: Step, wording: Wording): string {
  const { say } = wording;
  const verb = verbOf(step);
  const on = verb === null ? null : step[verb];
  const done =
    verb === null || verb === 'tick'
      ? say`as time passes`
      : `${step.by ?? say`somebody`}: ${VERBS[verb]?.(say) ?? spelled(verb)}`;
  const parts = [
    done,
    ...(on === undefined || on === null || on === true ? [] : [sayValue(on, wording, KEYS)]),
    ...(['on', 'as', 'text', 'changes', 'player', 'matter', 'as-kind'] as const).flatMap((key) =>
      step[key] === undefined ? [] : [`${sayKey(key, KEYS, say)} ${sayValue(step[key], wording)}`],
    ),
    ...(step.with === undefined || step.with === null ? [] : [say`with ${sayValue(step.with, wording)}`]),
  ];
  const rolled = step.dice === undefined ? '' : say`, rolling ${plainValue(step.dice, wording)}`;
  const chosen = step.secret === undefined ? '' : say`, secretly ${plainValue(step.secret, wording)}`;
  const refused = step.refused === undefined ? '' : say`; the rules refuse it: “${step.refused}”`;
  const expected = sayExpected(step.then, wording);
  const after = expected.length === 0 ? '' : say`; then ${expected.join('; ')}`;
  const at = step.at === undefined ? '' : `${step.at}, `;
  return `${at}${parts.join(' ')}${rolled}${chosen}${refused}${after}`;
}

function sayExpected(then: Scenario['then'], wording: Wording): readonly string[] {
  if (then === undefined) return [];
  return expectationsOf(then).map(({ path, expected }) =>
    sayWanted(path.map(spelled).join(' '), expected, wording),
  );
}

function sayWanted(what: string, expected: unknown, wording: Wording): string {
  const { say } = wording;
  if (!isPlainObject(expected) || !isPart(expected)) return say`${what} is ${sayValue(expected, wording)}`;
  return Object.entries(expected)
    .map(([key, value]) => {
      if (key === 'absent') return value === true ? say`${what} is missing` : say`${what} is there`;
      const wanted = sayValue(value, wording);
      if (key === 'contains') return say`${what} contains ${wanted}`;
      if (key === 'gte') return say`${what} is at least ${wanted}`;
      return key === 'lte' ? say`${what} is at most ${wanted}` : `${what} ${key} ${wanted}`;
    })
    .reduce((before, next) => say`${before} and ${next}`);
}

function sayKey(key: string, known: typeof KEYS, say: Say): string {
  return known[key]?.(say) ?? spelled(key);
}

/** `{ beast: horned, size: 3 }` → `beast horned, size 3` */
function sayValue(value: unknown, wording: Wording, known: typeof KEYS = {}): string {
  const { say } = wording;
  if (Array.isArray(value))
    return value.length === 0 ? say`none` : value.map((one) => sayValue(one, wording, known)).join('; ');
  if (typeof value === 'boolean') return value ? say`yes` : say`no`;
  if (typeof value === 'string' && TIME_FORM.test(value)) return wording.time(value);
  if (typeof value === 'string' && value !== '') return wordsFor(value);
  if (!isPlainObject(value)) return plainValue(value, wording);
  return Object.entries(value)
    .map(([key, inside]) => `${sayKey(key, known, say)} ${sayValue(inside, wording)}`)
    .join(', ');
}
