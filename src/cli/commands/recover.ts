import { flag, valued } from '../../host/command.ts';
import { defineCommand, type Context, type Ending, failure } from '../command.ts';
import type { HomeGame } from '../../host/game.ts';
import { answered, canAsk, confirm } from '../local/ask.ts';
import { placeMeant } from '../local/find-post.ts';
import { describeSaved } from '../local/acting.ts';
import { actingOptions, actorOf, homeGameOf, optionsOf, startFolder } from '../local/game-options.ts';
import { latestMoments } from '../../care/recover/history.ts';
import { renderTable } from '../local/text-table.ts';
import { type Recovered, recover, RecoverError, sayUndone } from '../../care/recover/recover.ts';
import { homeIn, type Remade } from '../../host/host.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import { timeInWords } from '../../kernel/time.ts';
import { shellWord } from '../../language/shell-word.ts';

export const command = defineCommand({
  usage: 'doctor recover [options]',
  details:
    'If the rules in force don’t load, or nothing could be enacted under them any more, an Admin goes back to the last rules under which the game could go on; if it is enough to repeal the rules that stand in the way, nothing else is undone. This is one commit on main, announced in a post, and listed in content/checkpoints.json. Posts, comments, votes and archives since then stay, and so do actions unless the gamestate of then is restored too. A matter that has been due for a day and is refused by a rule is reason enough. Otherwise it is refused while the game can go on: a proposal can then correct the rule. --moments lists the latest moments. No rule can close this way out: anybody who says --to MOMENT consents to going back to it, and the rules and the gamestate go back as soon as more than half of the players of that moment have consented, and more than half of the players before the last enactment that is undone. Actions since then are undone with the gamestate; --dry-run tells them. A comment /recover MOMENT on the post “Actions” says the same. With --forge it rebuilds a forge that was lost, or that a clone never had: from the journal, if the remains of the forge or the clone’s own Git hold one, else from content/; and it lists everything that can’t be brought back, and asks before it leaves any of that behind.',
  examples: [
    {
      line: 'doctor recover --as ana --dry-run',
      does: 'show what is wrong, and which rules would be put back',
    },
    { line: 'doctor recover --as ana --why "Gulls did not load"', does: 'put them back' },
    {
      line: 'doctor recover --to 1a2b3c4 --as bo',
      does: 'consent to going back to this moment, and go back if enough players have',
    },
    {
      line: 'doctor recover --forge --dry-run',
      does: 'show what a new forge could bring back, and what not',
    },
  ],
  options: {
    ...actingOptions,
    why: valued('TEXT', 'the public explanation'),
    to: valued('COMMIT', 'consent to going back to this moment, and go back once enough players have'),
    post: valued('POST', 'the post where they consented by comments /recover COMMIT, if not on “Actions”'),
    moments: flag('list the moments to choose from, and change nothing'),
    forge: flag('rebuild the game’s forge if it is lost'),
    yes: flag('with --forge: don’t ask before leaving behind what can’t be brought back'),
    'dry-run': flag('change nothing'),
  },
  async run(context): Promise<Ending> {
    if (context.values.forge === true) return makeForge(context, context.values);
    const game = await homeGameOf(context);
    if (context.values.moments === true) {
      const moments = await latestMoments(game.forge, await game.main());
      return context.give({ moments }, () => context.typed(renderMoments(moments)));
    }
    const by = await actorOf(context, game);
    const { id, name } = by;
    const { why, to, 'dry-run': dryRun = false } = context.values;
    const post = await postOfConsent(game, to, context.values.post);
    const said = {
      ...(why === undefined ? {} : { why }),
      ...(to === undefined ? {} : { consent: { to, post } }),
    };
    const { forge, caches } = game;
    const recovering = { forge, by: id, name, now: game.now(), dryRun, caches, ...said };
    if (to !== undefined && context.values.post === undefined && !dryRun) {
      // A moment that never was is no consent, and stays off the record.
      await recover({ ...recovering, dryRun: true });
      await game.people.comment(by, post, `/recover ${to}`);
    }
    const recovered = await recover(recovering).catch((error: unknown) => {
      if (error instanceof RecoverError && error.code === 'no-consent' && to !== undefined && !dryRun)
        return error;
      throw error;
    });
    // The consent is on record; that others are still needed is no failure.
    if (recovered instanceof RecoverError) {
      const { message, next = '' } = recovered;
      return context.give({ consented: id, to, message }, () =>
        context.typed(`${name} consents. ${message}\n${next}.\n`),
      );
    }
    const saved = dryRun ? [] : await refreshCheckout(game);
    return context.give(
      { ...recovered, kept: saved },
      (facts) => `${render(facts, to !== undefined)}${describeSaved(saved).join('\n')}`,
    );
  },
});

/** Players consent where they talk to the engine, which no rule can refuse. */
async function postOfConsent(
  game: HomeGame,
  to: string | undefined,
  post: string | undefined,
): Promise<string> {
  if (post === undefined) return to === undefined ? '' : game.thread();
  if (to !== undefined) return placeMeant(game, post);
  throw failure('usage', 'half-a-consent', '--post needs --to, the moment to go back to.', {
    expected: '--to COMMIT, and --post with the post on which enough players consented to it',
  });
}

function renderMoments(moments: Awaited<ReturnType<typeof latestMoments>>): string {
  if (moments.length === 0) return 'The game is at its beginning: there is no moment to go back to.\n';
  const rows = moments.map(({ commit, at, next }) => [commit.slice(0, 10), timeInWords(at), next]);
  return `${renderTable(['Moment', 'At', 'What came next'], rows)}Everybody who consents runs \`gitnomic doctor recover --to MOMENT --as NAME\`; once enough have, the game goes back.\n`;
}

type Given = Pick<
  Context,
  'folder' | 'environment' | 'hosts' | 'caches' | 'give' | 'typed' | 'progress' | 'json' | 'terminal'
>;
type Values = Parameters<typeof startFolder>[0]['values'] & {
  readonly 'dry-run'?: boolean | undefined;
  readonly yes?: boolean | undefined;
};

async function makeForge(context: Given, values: Values): Promise<Ending> {
  const { 'dry-run': dryRun = false } = values;
  const { start } = startFolder({ ...context, values });
  context.progress('rebuilding the forge');
  const remake = (dry: boolean): Promise<Remade> =>
    homeIn(context.hosts).remakeForge(start, optionsOf(context), dry);
  if (!dryRun && values.yes !== true && !(await consentsTo(context, await remake(true)))) return 'ok';
  const remade = await remake(dryRun);
  return context.give({ ...remade, dryRun }, () => context.typed(renderRemade(remade, dryRun)));
}

/** A better copy may exist somewhere, so nothing is given up without asking. */
async function consentsTo(context: Given, would: Remade): Promise<boolean> {
  if (would.lost.length === 0) return true;
  if (!canAsk(context))
    throw failure(
      'refused',
      'would-be-lost',
      `A new forge would lack this:\n${would.lost.map((one) => `  ${one}`).join('\n')}`,
      {
        next: 'If there is a backup, `gitnomic doctor restore FROM FOLDER` brings back everything in it. Otherwise add --yes to go on without it.',
      },
    );
  context.terminal.err(renderRemade(would, true));
  return answered(await confirm({ message: 'Go on without it?', initialValue: false }));
}

function renderRemade({ name, from, until, pending, lost, aside, folder }: Remade, dryRun: boolean): string {
  const source = from === 'journal' ? 'main and the journal' : 'content/';
  const at = until === null || until === '' ? 'as it began' : `as of ${timeInWords(until)}`;
  return [
    `${name} ${dryRun ? 'would go' : 'goes'} on ${at}, with everything that ${source} ${from === 'journal' ? 'hold' : 'holds'}.\n`,
    pending.length === 0 ? 'Nothing is being voted on.\n' : `Pending: ${pending.join(', ')}.\n`,
    ...(lost.length === 0 ? [] : ['Not brought back:\n', ...lost.map((one) => `  ${one}\n`)]),
    ...(aside === null ? [] : [`The rest of the old forge is in ${aside}.\n`]),
    dryRun ? '' : `Look at it: gitnomic status --game ${shellWord(folder)}\n`,
  ].join('');
}

function render(
  { commit, from, at, broken, changed, repealed, ...since }: Recovered,
  agreed: boolean,
): string {
  if (repealed !== null)
    return commit === null
      ? `What stands in the way: ${broken}\n${repealed} would be repealed, and nothing else changed.\n`
      : `Repealed: ${repealed}. Nothing else has changed.\nThe fault was: ${broken}\n`;
  const enacted = since.undone.map((one) => `  ${one}\n`).join('');
  const lost = `${enacted === '' ? '' : `Enacted since:\n${enacted}`}${sayUndone(since.actions)}\n`;
  const list = changed.map((path) => `  ${path}\n`).join('');
  const state = `${from.slice(0, 7)}, of ${timeInWords(at)}`;
  return commit === null
    ? `${agreed ? '' : 'The game can’t go on: '}${broken}\nThese would be put back as they were in ${state}:\n${list}${lost}`
    : `${agreed ? '' : 'The game could not go on: '}${broken}\nPut back as they were in ${state}:\n${list}${lost}${commit.slice(0, 7)}  Go back to ${from.slice(0, 7)}\n`;
}
