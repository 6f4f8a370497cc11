import { fewOf } from '../../kernel/bounds.ts';
import { ForgeError } from '../../forge/forge-error.ts';
import { Failure } from '../failure.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import type { Game } from '../../host/game.ts';
import { observe } from '../../apply/look.ts';
import type { Happening } from '../../decide/decision.ts';
import type { TickReport } from '../../apply/tick.ts';

export interface Acted<T> {
  readonly answer: T;
  /** What came of it, in order; more than one thing where a comment holds several. */
  readonly mine: readonly Happening[];
  readonly report: TickReport;
  readonly kept: readonly string[];
}

/** Does something on the embedded forge and has the engine look at it at once, as a webhook would elsewhere. */
export async function actAndTick<T>(
  game: Game,
  act: () => Promise<T>,
  discard: Iterable<string> = [],
): Promise<Acted<T>> {
  const before = (await observe(game.forge, await game.main(), game.now())).kept.head.n;
  const answer = await onForge(act);
  const report = await game.tick();
  const mine = report.happened.filter(({ line }) => line !== null && line > before);
  // What was refused stands nowhere else: it stays in the folder to be mended.
  const kept = await refreshCheckout(game, mine.every(({ outcome }) => outcome.ok) ? discard : []);
  return { answer, mine, report, kept };
}

/** What the forge itself doesn't let anybody do is a refusal too: to vote on what is settled, for one. */
async function onForge<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    throw new Failure('refused', { code: error.code, what: error.message }, { cause: error });
  }
}

/** Ends the command as refused where the rules said no: the reason, and the rule that gives it. */
export function failIfRefused({ mine }: Pick<Acted<unknown>, 'mine'>): void {
  const problems = mine.flatMap(({ outcome }) => {
    if (outcome.ok) return [];
    const { code, reason, rule, param } = outcome.refusal;
    return [
      {
        code,
        what: sentence(reason),
        where: rule === null ? undefined : `rule ${rule.number} ${rule.title}`,
        ...(param === null
          ? {}
          : { expected: code === 'missing-parameter' ? `${param}=…` : `another ${param}` }),
      },
    ];
  });
  if (problems.length > 0) throw new Failure('refused', problems);
}

/** What the tick did besides, in a line each. */
export function describeReport({ commits, stuck, undone, restored }: TickReport): readonly string[] {
  return [
    ...(restored === null ? [] : [`The journal had been ${restored}, and was restored.`]),
    ...(undone.length === 0 ? [] : [`Put back what only play may change: ${fewOf(undone).join(', ')}.`]),
    ...commits.map(
      ({ commit, message }) =>
        `${commit === null ? 'would commit' : commit.slice(0, 7)}  ${message.split('\n')[0] ?? ''}`,
    ),
    ...stuck.map(({ matter, why }) => `Matter ${matter} is due and can’t be resolved: ${why}`),
  ];
}

export function describeKept(kept: readonly string[]): readonly string[] {
  return kept.length === 0 ? [] : [`Left as you edited them: ${kept.join(', ')}.`];
}

function sentence(text: string): string {
  const words = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
  return /[.?!]$/u.test(words) ? words : `${words}.`;
}
