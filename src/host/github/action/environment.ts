import { z } from 'zod';

import type { GitHubOptions } from '../../../forge/github/github-forge.ts';
import { GAME_FOLDER, LONGEST_FOLDER } from '../repository.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

/** The environment that a workflow's run hands to the engine. */
const environmentSchema = z.object({
  GITHUB_TOKEN: z.string().min(1),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/u),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_SERVER_URL: z.url().default('https://github.com'),
  RUNNER_TEMP: z.string().min(1),
  GITHUB_OUTPUT: z.string().optional(),
  GITHUB_STEP_SUMMARY: z.string().optional(),
  /** The addresses of receivers elsewhere. */
  GITNOMIC_NOTICES: z.string().optional(),
  /** The folder of the game in the repository; '.' is the repository itself. */
  GITNOMIC_PATH: z
    .string()
    .transform((path) => path.replace(/^\.?\/|\/$|^\.$/gu, ''))
    .refine((path) => path === '' || (GAME_FOLDER.test(path) && path.length <= LONGEST_FOLDER))
    .default(''),
  /** An App of the group's own, by which the engine acts in place of the workflow's token. */
  GITNOMIC_APP: z
    .string()
    .regex(/^[\w.]+$/u)
    .optional(),
  GITNOMIC_APP_KEY: z.string().optional(),
  /** For so many minutes a run may wait for what is due next, and how often it looks by the clock. */
  GITNOMIC_WAIT: z.coerce.number().int().min(0).optional(),
  GITNOMIC_EVERY: z.string().optional(),
  /** 64 hexadecimal digits; the hash stands in game.yml. */
  GITNOMIC_DICE_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});
export type ActionEnvironment = z.infer<typeof environmentSchema>;

/** The inputs of action.yml, and what the engine calls each. */
const INPUTS: Readonly<Record<string, string>> = {
  INPUT_TOKEN: 'GITHUB_TOKEN',
  'INPUT_DICE-SEED': 'GITNOMIC_DICE_SEED',
  INPUT_NOTICES: 'GITNOMIC_NOTICES',
  INPUT_APP: 'GITNOMIC_APP',
  'INPUT_APP-KEY': 'GITNOMIC_APP_KEY',
  INPUT_WAIT: 'GITNOMIC_WAIT',
  INPUT_EVERY: 'GITNOMIC_EVERY',
  INPUT_PATH: 'GITNOMIC_PATH',
  INPUT_NAME: 'GAME_NAME',
  INPUT_CORE: 'GAME_CORE',
  INPUT_DYNASTY: 'GAME_DYNASTY',
  INPUT_ADMINS: 'GAME_ADMINS',
  INPUT_TO: 'RECOVER_TO',
  INPUT_POST: 'RECOVER_POST',
};

/** The environment with the Action's inputs under the names that the engine reads; an empty input is none. */
export function inputsOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.entries(INPUTS).map(([input, name]) => [name, environment[input] ?? ''] as const);
  return { ...environment, ...Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

class EnvironmentError extends CodedError<'environment'> {
  constructor(names: readonly string[]) {
    super(
      'environment',
      `The run's environment lacks ${names.join(', ')}, or has it in another form. ` +
        'This is started by the workflows in .github/workflows; docs/github.md says what each variable is.',
    );
  }
}

/** Values are never told, not even wrong ones: they may be secrets. */
export function readEnvironment(environment: NodeJS.ProcessEnv): ActionEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = environmentSchema.safeParse(given);
  if (!success) throw new EnvironmentError([...new Set(error.issues.map(({ path }) => String(path[0])))]);
  return data;
}

export function forgeOptions(environment: ActionEnvironment, now: () => string): GitHubOptions {
  const { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server, RUNNER_TEMP: folder } = environment;
  return {
    repository,
    path: environment.GITNOMIC_PATH,
    token: environment.GITHUB_TOKEN,
    api: environment.GITHUB_API_URL,
    gitUrl: `${server}/${repository}.git`,
    folder: `${folder}/gitnomic`,
    clock: now,
  };
}

export function seedOf({ GITNOMIC_DICE_SEED: seed }: ActionEnvironment): Uint8Array | null {
  return seed === undefined ? null : Buffer.from(seed, 'hex');
}

/**
 * Takes secrets out of what is about to be said. GitHub masks them in its logs too, but not in a summary, and of a secret in JSON neither a line nor a value by
 * itself, which is how it comes up.
 */
export function withoutSecrets(text: string, environment: ActionEnvironment): string {
  const { GITHUB_TOKEN, GITNOMIC_DICE_SEED = '', GITNOMIC_NOTICES = '', GITNOMIC_APP_KEY = '' } = environment;
  return [GITHUB_TOKEN, GITNOMIC_DICE_SEED, GITNOMIC_NOTICES, GITNOMIC_APP_KEY]
    .flatMap((secret) => [secret.trim(), ...partsOf(secret)])
    .toSorted((one, other) => other.length - one.length)
    .reduce((said, secret) => (secret === '' ? said : said.replaceAll(secret, '***')), text);
}

/** Its lines and, in JSON, what stands in quotes; shorter ones are words that anybody may use. */
function partsOf(secret: string): readonly string[] {
  const quoted = [...secret.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].flatMap(([whole, inside = '']) => [
    inside,
    readQuoted(whole),
  ]);
  return [...secret.split(/\r?\n/u).map((line) => line.trim()), ...quoted].filter(
    ({ length }) => length >= 8,
  );
}

function readQuoted(whole: string): string {
  try {
    return String(JSON.parse(whole));
  } catch {
    return '';
  }
}
