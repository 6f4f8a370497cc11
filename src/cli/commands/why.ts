import { IN_ENGLISH } from '../../language/wording.ts';
import { DOES_NOT_COME_BACK, NO_EXPLANATION } from '../../wording/rule-fault.ts';
import { CallGuard, unlessAborted } from '../../session/ask/call-guard.ts';
import { refusedAs } from '../../session/play/aborted-calls.ts';
import { withPosition } from '../../seat/read-table.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import { saySetAside, setAside } from '../../session/take/set-aside.ts';
import { sayTrace } from '../../wording/why.ts';
import { tryToEnact } from '../../session/resolve-due.ts';
import { sayCounts } from '../../wording/ballot.ts';
import { sayWhenHere } from '../local/next-of-matter.ts';
import { endSentence } from '../../wording/words.ts';
import { matterStatusOf } from '../../tick/read-status.ts';
import type { TraceLine } from '../../kernel/trace.ts';
import { defineCommand, type Context, type Ending, failure } from '../command.ts';
import { findPost, ruleMeant } from '../local/find-post.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import type { Position } from '../../session/position/position.ts';
import type { Game } from '../../host/game.ts';
import { splitState } from '../../store/private-values.ts';
import { sayTrial } from '../../rehearse/say-trial.ts';
import { withoutMarkup } from '../local/text-table.ts';
import { trialKey, triedOnce } from '../../rehearse/trials.ts';
import { SHORT } from '../../rehearse/search-promises.ts';
import { tryMatter, type Trial } from '../../rehearse/try-matter.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import type { PostData, State } from '../../kernel/state.ts';
import { formFieldsOf } from '../../wording/form-field.ts';
import { inWords } from '../../wording/naming.ts';
import { failIfRefused } from '../local/acting.ts';
import { assertWords, meantIn } from '../local/check-words.ts';
import { actionCalled, wordsOf } from './act.ts';
import { shellWord } from '../../language/shell-word.ts';

export const command = defineCommand({
  usage: 'why [options] WHAT [PARAMETER=VALUE…]',
  details:
    'Shows which rule is in the way: for a matter, why it is neither enacted nor failed; for an action, whether you could take it now. It changes nothing.',
  examples: [
    { line: 'why 3', does: 'why matter 3 is still pending' },
    { line: 'why roll roll=DICE6 --as bo', does: 'whether bo could take the action now' },
  ],
  options: { ...actingOptions },
  operands: { name: 'WHAT', summary: 'a matter’s number, or an action with its parameters', min: 1, max: 50 },
  async run(context): Promise<Ending> {
    context.progress('asking the rules');
    const [what = '', ...rest] = context.operands;
    const game = await openGameOf(context);
    const now = game.now();
    return withPosition<Ending>(game, async (position): Promise<Ending> => {
      const { play } = position.open;
      const guard = new CallGuard(play);
      const { actions } = play.model;
      const action = actionCalled(what, actions);
      if (Object.hasOwn(actions, action)) return whyAction(context, game, position, { action, rest });
      const post = matterCalled(play, what);
      const [enacting, failing] = (['may-enact', 'may-fail'] as const).map((hook) =>
        guard.ask(['why', hook], () => play.sandbox.explain(now, hook, { matter: post.id }), NO_EXPLANATION),
      );
      const fail = failing?.refusal ?? null;
      const lines = [...(enacting?.lines ?? []), ...(failing?.lines ?? [])];
      const matter = matterStatusOf(position, now, post);
      const toTry = { state: splitState(play.state(), play.model).open, key: trialKey(play, post) };
      // An action that the rules allow may still fail, for instance if a clause throws.
      const tried =
        post.status === 'pending' && !enacting?.refusal ? tryToEnact(position.rules, now, post.id) : null;
      const enact = enacting?.refusal ?? (tried?.ok === false ? tried.refusal : null);
      const trial =
        post.status === 'pending' && post.changes.length > 0 ? await tryPost(game, post, toTry) : null;
      const aside = asideAt(position);
      return context.give({ matter, enact, fail, trial, lines, aside }, () =>
        post.status !== 'pending'
          ? sayEnded(post, matter)
          : [
              `${post.id}  ${post.title}`,
              `Enacted: ${enact ? `no, ${describeRefusal(enact, IN_ENGLISH)}` : 'it can be, now'}`,
              `Failed: ${fail ? `no, ${describeRefusal(fail, IN_ENGLISH)}` : 'it can be, now'}`,
              sayWhenHere(matter),
            ]
              .map((line) => `${line}\n`)
              .join('') +
            withoutMarkup(sayTrial(trial, IN_ENGLISH, matter.fault !== null)) +
            ruleByRule(lines, play) +
            sayAside(aside),
      );
    });
  },
});

/** What the engine failed at and set aside, since something said about this may be among it. */
function asideAt({ open }: Position): readonly string[] {
  return setAside(open.read.ledger).map(saySetAside);
}

const sayAside = (aside: readonly string[]): string => aside.map((one) => `\n${one}.\n`).join('');

async function whyAction(
  context: Parameters<typeof actorOf>[0] & Pick<Context, 'give' | 'typed'>,
  game: Game,
  position: Position,
  { action, rest }: { readonly action: string; readonly rest: readonly string[] },
): Promise<Ending> {
  const { play } = position.open;
  const { actions } = play.model;
  const now = game.now();
  const by = await actorOf(context, game);
  const { title, with: types } = actions[action] ?? { title: null, with: {} };
  const words = wordsOf(title ?? inWords(action), types, rest);
  const fields = formFieldsOf(types, play.state());
  // A missing parameter gets an answer; an unknown one or an unknown name is a mistake.
  assertWords(title ?? inWords(action), fields, words, true);
  const input = { type: 'act', at: now, by: by.id, action, with: words } as const;
  const { lines } = unlessAborted(() => play.sandbox.explainInput(input), NO_EXPLANATION);
  const outcome = play.sandbox.dead
    ? refusedAs(DOES_NOT_COME_BACK)
    : unlessAborted(() => position.rules.take(input), refusedAs(DOES_NOT_COME_BACK));
  if (!outcome.ok && outcome.refusal.code === 'bad-parameter')
    failIfRefused({ mine: [{ outcome }] }, meantIn(fields, words));
  return context.give(
    {
      action,
      by: by.id,
      possible: outcome.ok,
      refusal: outcome.ok ? null : outcome.refusal,
      lines,
      aside: asideAt(position),
    },
    () =>
      `${outcome.ok ? `${by.name} could do that now.` : context.typed(whyNot(outcome.refusal, ['gitnomic why', action, ...rest]))}\n${ruleByRule(lines, play)}${sayAside(asideAt(position))}`,
  );
}

/** Nobody can tell before each parameter has a value. */
function whyNot(refusal: RefusalData, typed: readonly string[]): string {
  const { code, param } = refusal;
  if (code !== 'missing-parameter') return `Not now: ${describeRefusal(refusal, IN_ENGLISH)}`;
  const [command = '', ...words] = typed;
  return `That depends on ${param ?? ''}: \`${[command, ...words.map(shellWord)].join(' ')} ${param ?? ''}=…\``;
}

function matterCalled(play: Position['open']['play'], what: string): PostData {
  const { posts } = play.state();
  const rule = ruleMeant(play, what);
  const actionTitles = Object.values(play.model.actions).flatMap(({ title }) =>
    title === null ? [] : [title],
  );
  const titles = play.manifest.rules.map(({ title }) => title);
  if (rule === null || Object.hasOwn(posts, what.replace(/^#/u, '')))
    return findPost(posts, what, [...Object.keys(play.model.actions), ...actionTitles, ...titles]);
  throw failure('usage', 'a-rule', `“${rule.title}” is a rule, and neither a matter nor an action.`, {
    next: `\`gitnomic show ${shellWord(rule.title)}\` shows it, and \`gitnomic act\` what can be done under the rules.`,
  });
}

/** `Oil has failed: 2 for, 0 against.`, and the changes that were left out. */
function sayEnded(post: PostData, { counts }: ReturnType<typeof matterStatusOf>): string {
  const votes = post.status === null || counts.length === 0 ? '' : `: ${sayCounts(counts)}`;
  const left = post.omitted.map(({ change, reason }) => `Left out: ${change}: ${endSentence(reason)}\n`);
  return `${post.title} ${sayStatus(post)}${votes}.\n${left.join('')}`;
}

function sayStatus({ status }: PostData): string {
  if (status === null) return 'is no matter that is voted on';
  if (status === 'enacted') return 'has been enacted';
  return status === 'failed' ? 'has failed' : `is ${status}`;
}

/** The result of a trial in which everybody agrees, as in its verdict; a tick has usually cached it. */
async function tryPost(
  game: Game,
  post: PostData,
  { state, key }: { readonly state: State; readonly key: string },
): Promise<Trial> {
  const depth = { tellHindsight: game.trials?.tellHindsight, effort: SHORT };
  return triedOnce(
    game.trials,
    key,
    async () => tryMatter(await game.content(), state, post.id, game.now(), game.caches, depth),
    SHORT,
  );
}

/** Each rule's answer, indented below its asker. */
function ruleByRule(lines: readonly TraceLine[], play: Position['open']['play']): string {
  // The command line speaks English, whatever the game’s language.
  const trace = sayTrace(lines, { model: play.model, state: () => play.state(), wording: IN_ENGLISH });
  if (trace.length === 0) return '';
  return `\nRule by rule\n${trace.map(({ depth, text }) => `${'  '.repeat(1 + depth)}${text}\n`).join('')}`;
}
