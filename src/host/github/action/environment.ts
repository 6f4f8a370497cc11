import { z } from 'zod';

import type { GitHubOptions } from '../../../forge/github/github-forge.ts';
import { GAME_FOLDER, LONGEST_FOLDER } from '../repository.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

const environmentSchema = z.object({
  GITHUB_TOKEN: z.string().min(1),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/u),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_SERVER_URL: z.url().default('https://github.com'),
  RUNNER_TEMP: z.string().min(1),
  GITHUB_OUTPUT: z.string().optional(),
  GITHUB_STEP_SUMMARY: z.string().optional(),
  /** Addresses of receivers outside the forge. */
  GITNOMIC_NOTICES: z.string().optional(),
  /** The folder of the game in the repository; '.' is the repository itself. */
  GITNOMIC_PATH: z
    .string()
    .transform((path) => path.replace(/^\.?\/|\/$|^\.$/gu, ''))
    .refine((path) => path === '' || (GAME_FOLDER.test(path) && path.length <= LONGEST_FOLDER))
    .default(''),
  /** The group's own App, which replaces the workflow's token. */
  GITNOMIC_APP: z
    .string()
    .regex(/^[\w.]+$/u)
    .optional(),
  GITNOMIC_APP_KEY: z.string().optional(),
  /** The minutes a run may wait for what is due next, and the interval of the clock's runs. */
  GITNOMIC_WAIT: z.coerce.number().int().min(0).optional(),
  GITNOMIC_EVERY: z.string().optional(),
  /** 64 hexadecimal digits; game.yml has the hash. */
  GITNOMIC_DICE_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});
export type ActionEnvironment = z.infer<typeof environmentSchema>;

/** Inputs of action.yml and the engine's names for them. */
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

/** Renames the Action's inputs to the engine's names; an empty input counts as absent. */
export function inputsOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.entries(INPUTS).map(([input, name]) => [name, environment[input] ?? ''] as const);
  return { ...environment, ...Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

/** The error never shows values, not even wrong ones: they may be secrets. */
export function readEnvironment(environment: NodeJS.ProcessEnv): ActionEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = environmentSchema.safeParse(given);
  if (success) return data;
  const names = [...new Set(error.issues.map(({ path }) => String(path[0])))];
  throw new CodedError(
    'environment',
    `The run's environment lacks ${names.join(', ')}, or has it in another form. ` +
      'The workflows in .github/workflows start this; docs/github.md explains each variable.',
  );
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
 * Removes secrets from a text. GitHub masks them and each of their lines in logs, but not in summaries, and no single
 * value of a JSON secret, which is what usually appears.
 */
export function withoutSecrets(text: string, environment: ActionEnvironment): string {
  const { GITHUB_TOKEN, GITNOMIC_DICE_SEED = '', GITNOMIC_NOTICES = '', GITNOMIC_APP_KEY = '' } = environment;
  return [GITHUB_TOKEN, GITNOMIC_DICE_SEED, GITNOMIC_NOTICES, GITNOMIC_APP_KEY]
    .flatMap((secret) => [secret.trim(), ...partsOf(secret)])
    .toSorted((one, other) => other.length - one.length)
    .reduce((said, secret) => (secret === '' ? said : said.replaceAll(secret, '***')), text);
}

/** Splits a secret into lines and, in JSON, values, since its names aren't secret. Shorter parts are ordinary words. */
function partsOf(secret: string): readonly string[] {
  const strings = [...secret.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/gu)];
  const quoted = strings.flatMap(([, whole = '', colon]) =>
    colon === undefined ? [whole.slice(1, -1), readQuoted(whole)] : [],
  );
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
