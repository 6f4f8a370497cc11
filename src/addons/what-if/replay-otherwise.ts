import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { differencesBetween, endingsBetween } from '../../care/replay/differences.ts';
import { playFrom, sinceLine, type PlayedCourse } from '../../care/replay/play-otherwise.ts';
import { Naming, plainValue } from '../../wording/naming.ts';
import { sayChanges } from '../../wording/say-changes.ts';
import type { Asked, CommandResult } from '../../host/command.ts';
import { timeInWords } from '../../kernel/time.ts';
import type { Situation } from '../../session/position/situation.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { RULESET } from '../../store/paths.ts';
import { Failure } from '../../cli/command.ts';
import { readGivenText } from '../../cli/local/read-given.ts';

/** Plays the dynasty again from a ledger line with one difference, and reports what would be different now. */
export async function replayOtherwise({
  values,
  folder,
  progress,
  game: open,
}: Asked): Promise<CommandResult> {
  const { without, 'with-clause': clause, since } = textsIn(values);
  if ((without === undefined) === (clause === undefined) || (clause === undefined) !== (since === undefined))
    throw usage('It takes either --without LINE, or --with-clause FILE together with --since LINE.');
  const game = await open();
  const line = lineOf(without ?? since ?? '');
  const from = await sinceLine(game, line);
  progress('playing the game again');
  const before = await playFrom(from);
  const after =
    clause === undefined
      ? await playFrom(from, { without: new Set([journalLineOf(before, line)]) })
      : await withClause(from, resolve(folder, clause));
  const changes = differencesBetween(before.state, after.state);
  const endings = endingsBetween(before.state, after.state);
  const set = Object.fromEntries(
    changes.map(({ path, after: value }) => [(path[0] === 'things' ? path.slice(1) : path).join('.'), value]),
  );
  return { result: { since: line, changes, endings, set }, text: render(changes, endings, set, after) };
}

function textsIn(values: Asked['values']): Readonly<Record<string, string | undefined>> {
  return values as Readonly<Record<string, string | undefined>>;
}

function render(
  changes: ReturnType<typeof differencesBetween>,
  endings: ReturnType<typeof endingsBetween>,
  set: Readonly<Record<string, Parameters<typeof plainValue>[0]>>,
  after: PlayedCourse,
): string {
  if (changes.length === 0 && endings.length === 0) return 'Nothing would be different now.\n';
  return [
    'Played otherwise, this would be different now\n',
    ...sayChanges(changes, new Naming(after)).map((one) => `  ${one}\n`),
    ...endings.map(
      (one) =>
        `  ${one.title} (${one.id}): ${one.before ?? 'not there'} → ${one.after ?? 'not there'}${one.at === null ? '' : `, ${timeInWords(one.at)}`}\n`,
    ),
    ...(changes.length === 0 ? [] : ['\nAs a matter would set it\n']),
    ...Object.entries(set).map(([path, value]) => `  ${path}: ${plainValue(value)}\n`),
  ].join('');
}

async function withClause(from: Situation, file: string): Promise<PlayedCourse> {
  const path = clausePath(from, file);
  try {
    return await playFrom(from, { changes: new Map([[path, readGivenText(file)]]) });
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    throw new Failure(
      'refused',
      error.problems.map((what) => ({ code: error.code, what })),
    );
  }
}

/** `…/content/ruleset/dynastic/market.ts`, or a file with the same name as exactly one clause. */
function clausePath({ files }: Situation, file: string): string {
  if (!existsSync(file)) throw usage(`There is no file ${file}.`);
  const flat = file.replaceAll('\\', '/');
  const inside = flat.lastIndexOf(`/${RULESET}`);
  const clauses = [...files.keys()].filter((path) => path.startsWith(RULESET) && path.endsWith('.ts'));
  const isMeant = (path: string): boolean =>
    inside < 0 ? path.split('/').at(-1) === flat.split('/').at(-1) : path === flat.slice(inside + 1);
  const found = clauses.filter(isMeant);
  const [path] = found;
  if (path !== undefined && found.length === 1) return path;
  throw usage(
    found.length === 0
      ? `No clause that was in force then has the name ${file}.`
      : `${file} could be any of ${found.join(', ')}: put it below a folder ${RULESET} with its path.`,
  );
}

/** The journal line of the action behind a ledger line. */
function journalLineOf({ commits }: PlayedCourse, line: number): number {
  const commit = commits.find(({ message }) => new RegExp(`^Ledger ${line}: `, 'mu').test(message));
  const by = new RegExp(`^Ledger ${line}: ([^:]+):`, 'mu').exec(commit?.message ?? '')?.[1];
  if (commit === undefined || by === 'engine')
    throw usage(
      `Line ${line} was done by the engine, as the rules said: leave out what somebody did, or give another clause with --with-clause.`,
    );
  return commit.line;
}

function lineOf(given: string): number {
  if (/^\d+$/u.test(given)) return Number(given);
  throw usage(`A line of the ledger is named by its number, not by ${given}.`);
}

function usage(what: string): Failure {
  return new Failure('usage', {
    code: 'bad-option',
    what,
    next: 'See `gitnomic replay --help`, and `gitnomic log` for the lines of the ledger.',
  });
}
