import { sayStuck } from '../../wording/rule-fault.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { ForgeError } from '../../forge/events.ts';
import { failure, Failure } from '../command.ts';
import type { Game } from '../../host/game.ts';
import { sayJoin, sayTimes } from '../../wording/describe-outcome.ts';
import { actAndTick, type Acted } from '../../seat/act-and-tick.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { sayCommit } from '../../wording/say-taken-action.ts';
import type { GameNames } from '../../seat/read-table.ts';
import type { TickReport } from '../../tick/tick.ts';
import { shellWord } from '../../language/shell-word.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

/** Like `actAndTick`, but a refusal by the forge ends the command, such as a vote on a resolved matter. */
export function actAtOnce<T>(
  game: Game,
  act: () => Promise<T>,
  discard?: Iterable<string>,
): Promise<Acted<T>> {
  return actAndTick(
    game,
    async () => {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof ForgeError)) throw error;
        throw failure('refused', error.code, error.message, { cause: error });
      }
    },
    discard,
  );
}

/** The next step after refusals of the engine, by code. */
const NEXT: Readonly<Record<string, string | undefined>> = {
  'no-such-action': '`gitnomic act` lists them.',
  'no-draw': '`gitnomic doctor` says what is missing.',
};

/** If the rules refused, ends the command with the reason and the rule that gives it. */
export function failIfRefused(
  { mine }: { readonly mine: readonly Pick<Acted<unknown>['mine'][number], 'outcome'>[] },
  /** Suggests a value for a refused parameter. */
  meantFor: (param: string, code: string) => string | undefined = () => undefined,
  /** The next step after a refusal by the rules. */
  otherwise?: string,
): void {
  const problems = mine.flatMap(({ outcome }) => {
    if (outcome.ok) return [];
    const { code, reason, rule, param, meant, join } = outcome.refusal;
    const value = param === null ? undefined : meantFor(param, code);
    return [
      {
        code,
        what: asSentence(sayTimes(reason, IN_ENGLISH)),
        where: rule === null ? undefined : `rule ${rule.number} ${rule.title}`,
        ...(param === null
          ? {}
          : { expected: code === 'missing-parameter' ? `${param}=…` : `another ${param}=…` }),
        next:
          ((join &&
            `${sayJoin(join, IN_ENGLISH)}: \`gitnomic post ${shellWord(join.kind)} "May I join?"\``) ||
            (value !== undefined && `Did you mean ${param}=${shellWord(value)}?`) ||
            (meant !== undefined && `Did you mean “${meant}”?`) ||
            NEXT[code]) ??
          (rule === null ? undefined : otherwise),
      },
    ];
  });
  if (problems.length > 0) throw new Failure('refused', problems);
}

/** One line for everything else that the tick did. */
export function describeReport(
  { commits, stuck, undone, restored }: TickReport,
  names: GameNames,
): readonly string[] {
  return [
    ...(restored === null ? [] : [`The journal had been ${restored}, and was restored.`]),
    ...(undone.length === 0
      ? []
      : [`Undid a change that only the game may make: ${fewOf(undone).join(', ')}.`]),
    ...commits.map(
      ({ commit, message }) =>
        `${commit === null ? 'would commit' : commit.slice(0, 7)}  ${sayCommit(message, names.model, names.naming)}`,
    ),
    ...stuck.map((one) => sayStuck(one, names.model, names.naming)),
  ];
}

export function describeSaved(saved: readonly string[]): readonly string[] {
  return saved.length === 0 ? [] : [`Left as you edited them: ${saved.join(', ')}.`];
}
