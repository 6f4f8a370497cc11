import { z } from 'zod';
import { nearest } from '../../kernel/names.ts';
import { readTypedValue } from '../../ruleset/parse-yaml.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';
import { toMs, toTime } from '../../kernel/time.ts';

const words = z.string();
const pixels = z.int().min(1).max(10_000);
const map = z.record(z.string(), z.unknown());
const change = z.strictObject({
  'add-rule': z.strictObject({ section: words.optional(), title: words, text: words }).optional(),
  'edit-rule': z.strictObject({ rule: words, replace: words, with: words }).optional(),
  'repeal-rule': words.optional(),
  transmute: words.optional(),
  set: map.optional(),
});
const changes = z.union([map, z.array(map)]);
const matter = z.strictObject({
  title: words,
  kind: words.optional(),
  as: words.optional(),
  text: words.optional(),
  changes: changes.optional(),
  via: words.optional(),
});
const via = z.enum(['comment', 'review', 'reaction']);

/** Each verb with the keys that are allowed beside it. */
const VERBS = {
  propose: [],
  cfj: [],
  dov: [],
  push: ['changes'],
  edit: ['title', 'text'],
  vote: ['on', 'via'],
  'withdraw-vote': [],
  'edit-comment': ['text'],
  'delete-comment': [],
  close: [],
  comment: [],
  post: [],
  act: ['with'],
  seal: ['with'],
  open: [],
  resolve: ['as'],
  admin: ['player', 'post', 'matter'],
  recategorise: ['as-kind'],
  tick: [],
} as const satisfies Record<string, readonly string[]>;

export type Verb = keyof typeof VERBS;

const step = z.strictObject({
  at: words.optional(),
  by: words.optional(),
  refused: words.optional(),
  dice: z.array(z.unknown()).optional(),
  secret: z.array(z.unknown()).optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- a key of the format, and no promise
  then: map.optional(),
  propose: matter.optional(),
  cfj: matter.optional(),
  dov: matter.optional(),
  push: words.optional(),
  edit: words.optional(),
  vote: words.optional(),
  'withdraw-vote': words.optional(),
  'edit-comment': words.optional(),
  'delete-comment': words.optional(),
  close: words.optional(),
  comment: z.strictObject({ on: words, text: words, as: words.optional() }).optional(),
  post: z
    .union([
      words,
      z.strictObject({ kind: words, title: words, text: words.optional(), as: words.optional() }),
    ])
    .optional(),
  act: words.optional(),
  seal: words.optional(),
  open: words.optional(),
  resolve: words.optional(),
  admin: words.optional(),
  recategorise: words.optional(),
  tick: z.literal(true).optional(),
  on: words.optional(),
  via: via.optional(),
  as: words.optional(),
  'as-kind': words.optional(),
  with: map.nullish(),
  title: words.optional(),
  text: words.optional(),
  changes: changes.optional(),
  player: words.optional(),
  matter: words.optional(),
});

const era = z.union([words, z.number()]).transform(String);
const person = z.strictObject({
  admin: z.boolean().optional(),
  emperor: z.boolean().optional(),
  idle: words.optional(),
});

export const scenarioSchema = z.strictObject({
  title: words,
  checks: z.array(words).optional(),
  /** Omitted in scenarios beside a game's rules, which are played under those rules. */
  rules: z
    .strictObject({
      core: z.union([era, z.array(era)]),
      dynasty: words.nullish().transform((name) => (name === 'none' ? null : name)),
    })
    .optional(),
  terms: z
    .strictObject({ player: words, players: words, emperor: words, emperors: words })
    .partial()
    .optional(),
  start: words,
  players: z.record(z.string(), person.nullish()),
  given: map.optional(),
  /** The pictures at some addresses, for rules that fetch them. Otherwise nothing is fetched. */
  pictures: z
    .record(words, z.union([z.literal('gone'), z.strictObject({ width: pixels, height: pixels })]))
    .optional(),
  steps: z.array(step),
  // oxlint-disable-next-line unicorn/no-thenable -- a key of the format, and no promise
  then: map.optional(),
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type Step = z.infer<typeof step>;
export { change as changeSchema };

export class ScenarioError extends CodedError<'bad-scenario'> {
  readonly problems: readonly string[];
  constructor(file: string, problems: readonly string[]) {
    super('bad-scenario', problems.map((problem) => `${file}: ${problem}`).join('\n'));
    this.problems = problems;
  }
}

/** One wrong indent may cause as many mistakes as there are lines. */
const MOST_FAULTS = 20;

/** Reads a scenario, or reports everything that is wrong with it. */
export function readScenario(file: string, text: string): Scenario {
  const { value: parsed, faults } = readTypedValue(text);
  if (faults.length > 0)
    throw new ScenarioError(
      file,
      faults.slice(0, MOST_FAULTS).map(({ message, line }) => `line ${line}: ${message}.`),
    );
  const result = scenarioSchema.safeParse(parsed, { error: plainIssue });
  const problems = result.success ? [] : result.error.issues.map((issue) => describe(issue, parsed));
  const steps = result.success ? result.data.steps : [];
  steps.forEach((one, index) =>
    problems.push(...verbProblems(one).map((problem) => `step ${index + 1}: ${problem}`)),
  );
  if (problems.length > 0 || !result.success) throw new ScenarioError(file, problems);
  return result.data;
}

const KNOWN_KEYS = [
  ...Object.keys(scenarioSchema.shape),
  ...Object.keys(step.shape),
  'admin',
  'emperor',
  'idle',
  'core',
  'dynasty',
  'kind',
  'section',
  'rule',
  'replace',
];

function describe(issue: z.core.$ZodIssue, given: unknown): string {
  const at = issue.path
    .map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  const place = at === '' ? '' : `${at}: `;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map((key) => {
        const guess = nearest(
          key,
          KNOWN_KEYS.filter((known) => known !== key),
        );
        return `${place}there is no key "${key}"${guess === null ? '' : `; did you mean "${guess}"?`}`;
      })
      .join('; ');
  }
  return `${place}${issue.message}${given === null ? ' (the file is empty)' : ''}`;
}

function verbProblems(one: Step): readonly string[] {
  const verbs = verbsOf(one);
  const [verb] = verbs;
  if (verb === undefined)
    return Object.keys(one).every((key) => ['at', 'then'].includes(key)) ? [] : ['doesn’t say what to do'];
  if (verbs.length > 1) return [`does more than one thing: ${verbs.join(', ')}`];
  const allowed: readonly string[] = ['at', 'by', 'refused', 'dice', 'secret', 'then', verb, ...VERBS[verb]];
  return Object.keys(one)
    .filter((key) => !allowed.includes(key))
    .map((key) => `"${key}" doesn't go with ${verb}`);
}

/** The verbs of a step. `post` and `matter` are also allowed beside `admin`. */
function verbsOf(one: Step): Verb[] {
  const verbs = (Object.keys(VERBS) as Verb[]).filter((verb) => one[verb] !== undefined);
  return verbs.includes('admin') ? verbs.filter((verb) => verb !== 'post') : verbs;
}

export function verbOf(one: Step): Verb | null {
  return verbsOf(one)[0] ?? null;
}

/** The kinds of matters that have verbs of their own; for any other, the step names its kind. */
export const POSTED = { propose: 'proposal', cfj: 'cfj', dov: 'dov' } as const;

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Reads `+90m`, `+1d2h`, or a full UTC time. */
export function timeAt(start: string, at: string): string {
  if (/^\d{4}-/.test(at)) return toTime(toMs(at));
  const parts = [...at.matchAll(/(\d+(?:\.\d+)?)\s*([smhdw])/g)];
  if (!/^\+(\s*\d+(\.\d+)?\s*[smhdw])+$/.test(at.trim())) {
    throw new Error(`"${at}" is no time; expected +90m, +13h, +2d or 2021-06-18T09:00:00Z`);
  }
  const offset = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  return toTime(toMs(start) + offset);
}
