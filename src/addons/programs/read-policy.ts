import { z } from 'zod';

import { startProgram, type Program } from '#platform/programs.ts';

import type { Person } from '../../forge/events.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { splitState } from '../../store/private-values.ts';
import { readTypedValue } from '../../ruleset/parse-yaml.ts';
import { playerAt } from '../../seat/preview.ts';
import { canNow } from '../../seat/program/can.ts';
import type { GameTrial } from './game-trial.ts';
import { stepSchema, type SeatStep } from '../../seat/program/steps.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';

const ANSWER_MS = 30_000;

export interface Turn {
  readonly trial: Pick<GameTrial, 'position' | 'now'>;
  readonly who: Person;
  readonly day: number;
}

/** Yields one step after another, and receives whether the rules accepted it. */
export type Policy = (turn: Turn) => AsyncGenerator<SeatStep, void, boolean>;

const scriptSchema = z.array(
  z
    .looseObject({ day: z.int().positive(), by: z.string() })
    .transform(({ day, by, ...step }) => ({ day, by, step }))
    .pipe(z.object({ day: z.int(), by: z.string(), step: stepSchema })),
);

/** Follows a list of steps in YAML, each with its day and its player. */
export function scripted(text: string): Policy {
  const { value, faults } = readTypedValue(text);
  const { data: lines, error } = scriptSchema.safeParse(value, { error: plainIssue });
  if (faults[0] !== undefined) throw unread(`line ${faults[0].line}: ${faults[0].message}`);
  if (lines === undefined) {
    const [{ path, message } = { path: [], message: '' }] = error.issues;
    const [at, ...inside] = path;
    const place = at === undefined ? 'the file' : [`step ${Number(at) + 1}`, ...inside].join(', ');
    throw unread(`${place}: ${message}`);
  }
  return async function* playAsWritten({ trial, who, day }: Turn): AsyncGenerator<SeatStep, void, boolean> {
    const me = playerAt(trial.position, who);
    for (const line of lines) if (line.day === day && line.by === me) yield line.step;
  };
}

/** A program that receives a request as a line of JSON and answers with a line: a step, or `{"do":"pass"}`. */
export interface ProgramPolicy {
  readonly policy: Policy;
  readonly close: () => void;
}

export function runProgram(command: string, words: readonly string[]): ProgramPolicy {
  const child = startProgram(command, words, { showsErrors: true });
  const failed = new Promise<never>((_, reject) => {
    child.onEnd((error) => {
      if (error !== null) reject(error);
    });
  });
  failed.catch(() => undefined);
  const lines = linesOfProgram(child.output);
  const ask = async (question: object): Promise<SeatStep | null> => {
    child.write(`${inOneLine(question)}\n`);
    const answer = await Promise.race([inTime(lines, child), failed]);
    if (answer.done === true)
      throw problem(command, `ended before the game did, or was silent for ${ANSWER_MS / 1000} s`);
    return readAnswer(command, answer.value);
  };
  return { policy: (turn) => playAsAnswered(turn, ask), close: () => child.kill() };
}

async function* playAsAnswered(
  { trial, who, day }: Turn,
  ask: (question: object) => Promise<SeatStep | null>,
): AsyncGenerator<SeatStep, void, boolean> {
  for (let ok: boolean | null = null; ;) {
    const { position, now } = trial;
    const { play } = position.open;
    const { open: state } = splitState(play.state(), play.model);
    const step = await ask({
      you: playerAt(position, who),
      day,
      now,
      ok,
      can: canNow(position, now, who),
      state,
    });
    if (step === null) return;
    ok = yield step;
  }
}

function readAnswer(command: string, line: string): SeatStep | null {
  const { value: answer, fault } = readWrittenJson(line);
  if (fault !== null) throw problem(command, `gave an answer that ${fault}: ${line.slice(0, 80)}`);
  if (z.object({ do: z.literal('pass') }).safeParse(answer).success) return null;
  const step = stepSchema.safeParse(answer);
  if (!step.success)
    throw problem(command, `answered with something that is not a step: ${line.slice(0, 80)}`);
  return step.data;
}

/** Many line readers, including Node's own, end a line at these characters. */
function inOneLine(value: object): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

const LONGEST_LINE = 10 * 1024 * 1024;

/** The lines that another program writes. Only a line feed ends one, because JSON may contain the other line ends as they are. */
export async function* linesOfProgram(
  stream: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    rest += lines.shift() ?? '';
    for (const line of lines) {
      yield rest;
      rest = line;
    }
    if (rest.length > LONGEST_LINE)
      throw new CodedError('bad-policy', `A program wrote a line of more than ${LONGEST_LINE} letters.`, {
        expected: 'a line of JSON',
      });
  }
  if (rest !== '') yield rest;
}

/** If the answer is late, the program is killed, so that no stray lines follow. */
async function inTime(lines: AsyncIterator<string>, child: Program): Promise<IteratorResult<string>> {
  const timer = setTimeout(() => child.kill(), ANSWER_MS);
  try {
    return await lines.next();
  } finally {
    clearTimeout(timer);
  }
}

function unread(why: string): CodedError {
  return new CodedError('bad-policy', `The list of steps can’t be read: ${why}.`, {
    expected: 'a list such as - { day: 1, by: ada, do: act, action: earn, with: { amount: 3 } }',
  });
}

function problem(command: string, what: string): CodedError {
  return new CodedError('bad-policy', `The program ${command} ${what}.`, {
    expected:
      'a line of JSON for each line that it is given: a step as schemas/step.json has it, or {"do":"pass"}',
  });
}
