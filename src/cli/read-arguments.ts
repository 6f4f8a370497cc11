import { parseArgs } from 'node:util';
import { type CommandDefinition, type Options, type Values, failure, Failure } from './command.ts';
import { meantBy } from './meant-by.ts';

export const commonOptions = {
  json: { type: 'boolean', summary: 'print the result as one JSON document' },
  help: { type: 'boolean', short: 'h', summary: 'show this help' },
} as const satisfies Options;

export type Arguments = { values: Values<Options>; operands: string[]; json: boolean; help: boolean };

function misused(
  name: string,
  code: string,
  what: string,
  { next, expected }: { readonly next?: string | undefined; readonly expected?: string } = {},
): Failure {
  return failure('usage', code, what, {
    ...(expected === undefined ? {} : { expected }),
    next: next ?? `\`gitnomic ${name} --help\` shows what it knows.`,
  });
}

function explainParseError(
  name: string,
  { usage, options: own }: CommandDefinition,
  error: Error & { code?: string },
): Failure {
  const options: Options = { ...own, ...commonOptions };
  const option = /'(-{1,2}[^\s'=,<]+)/.exec(error.message)?.[1];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option !== undefined) {
    const bare = option.replace(/^-+/, '');
    const meant = meantBy(bare, Object.keys(options));
    const parameter = usage.includes('PARAMETER=VALUE')
      ? `A parameter of the action is written without dashes: \`${bare}=VALUE\`.`
      : undefined;
    const word = option.startsWith('--') ? undefined : `If ${option} is a word, write it last, after \`--\`.`;
    const next = meant === undefined ? (parameter ?? word) : `Did you mean \`--${meant}\`?`;
    return misused(name, 'unknown-option', `${name} has no option ${option}.`, { next });
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && option !== undefined) {
    const takesValue =
      options[option.replace(/^-+/, '')]?.type === 'string' || error.message.includes('missing');
    const what = takesValue ? `${option} needs a value.` : `${option} takes no value.`;
    return misused(name, 'bad-option-value', what);
  }
  throw error;
}

function checkOperands(name: string, command: CommandDefinition, operands: readonly string[]): void {
  const { min, max, name: operand, summary } = command.operands ?? { min: 0, max: 0, name: '', summary: '' };
  const missing = operand
    .split(' ')
    .slice(operands.length, min)
    .map((word) => `${/^[AEIO]/u.test(word) ? 'an' : 'a'} ${word}`);
  if (operands.length < min)
    throw misused(name, 'missing-operand', `${name} needs ${missing.join(' and ')}.`, { expected: summary });
  const [extra] = operands.slice(max);
  if (extra !== undefined)
    throw misused(name, 'unexpected-operand', `${name} does not know what to do with '${extra}'.`);
}

/**
 * `--replace`, `- FOR` → `--replace=- FOR`: a value may begin with a dash if it can't be an option, that is,
 * if no letter of an option follows, or it contains a blank.
 */
function withDashes(words: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  const letters = Object.values(options).flatMap(({ short }) => short ?? []);
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = [words[at], words[at + 1]];
    if (word === '--') return [...joined, ...words.slice(at)];
    const takesValue = word.startsWith('--') && options[word.slice(2)]?.type === 'string';
    const isWord = /^-.*\s/su.test(next) || (/^-[^-]/u.test(next) && !letters.includes(next.charAt(1)));
    const isValue = takesValue && isWord;
    joined.push(isValue ? `${word}=${next}` : word);
    if (isValue) at++;
  }
  return joined;
}

export function readArguments(name: string, command: CommandDefinition, words: readonly string[]): Arguments {
  const options = { ...command.options, ...commonOptions };
  try {
    const { values, positionals } = parseArgs({
      args: withDashes(words, options),
      options,
      strict: true,
      allowPositionals: true,
    });
    const { json, help } = values;
    if (help !== true) checkOperands(name, command, positionals);
    return {
      values,
      operands: positionals,
      json: json === true,
      help: help === true,
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw explainParseError(name, command, error as Error);
  }
}

/** Matches one of a few words in any case: `Enacted` → `enacted`. */
export function choiceGiven<const C extends string>(taker: string, given: string, choices: readonly C[]): C {
  const small = given.trim().toLowerCase();
  const known = choices.find((one) => one.toLowerCase() === small);
  if (known !== undefined) return known;
  const meant = meantBy(given, choices);
  throw failure('usage', 'bad-option-value', `${taker} takes ${inALine(choices)}, not ${given}.`, {
    next: meant === undefined ? undefined : `Did you mean ${meant}?`,
  });
}

/** Packs must be named exactly. */
export function assertPack(option: string, given: string, packs: readonly string[]): void {
  if (packs.includes(given)) return;
  const meant = meantBy(given, packs);
  throw failure('usage', 'no-such-pack', `There is no pack ${given} for ${option}.`, {
    expected: packs.length === 0 ? 'none: the library has no pack for it' : `one of ${packs.join(', ')}`,
    next: meant === undefined ? undefined : `Did you mean ${meant}?`,
  });
}

/** `a`, `a or b`, `a, b or c` */
export function inALine(choices: readonly string[]): string {
  const [last = '', ...before] = choices.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} or ${last}`;
}

const MOST = 1_000_000;
const MOST_PORT = 65_535;

/** A whole number in digits; 0x10 and 1e3 are refused. */
export function countGiven(option: string, given: string): number {
  return figures(given, MOST, `--${option} takes a number, not ${given}.`);
}

export function portGiven(given: string): number {
  return figures(given, MOST_PORT, `--port takes a number from 1 to ${MOST_PORT}, not ${given}.`);
}

function figures(given: string, most: number, what: string): number {
  const value = /^[1-9]\d{0,6}$/u.test(given) ? Number(given) : 0;
  if (value >= 1 && value <= most) return value;
  throw failure('usage', 'bad-option-value', what);
}
