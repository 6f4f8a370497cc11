import {
  checkRevealed,
  heldBack,
  resealAll,
  revealUsed,
  sealedComments,
  promiseOf,
  readSeeds,
  revealsOf,
  sharesAtHand,
} from '../../seat/sealed-service.ts';
import { commitmentToSeed } from '../../play/chance/committed-seed.ts';
import { namingOf, titleOfSubmission } from '../../decide/naming.ts';
import { withPosition } from '../../seat/read-table.ts';
import { notesFor } from '../../seat/private-notices.ts';
import type { Game } from '../../host/game.ts';
import { KEY_REASONS } from '../../play/secrets/key-ring.ts';
import { isPublicKey } from '../../play/secrets/seal.ts';
import { choiceGiven } from '../read-arguments.ts';
import { kindSealed } from './seal.ts';
import { defineCommand, type Context } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { actAtOnce, failIfRefused } from '../local/acting.ts';
import { counted } from '../local/counted.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { minuteOf } from '../../kernel/time.ts';

const WAYS = {
  key: publishKey,
  seed: promiseSeed,
  reseal: resealTo,
  reveal,
  check,
  notes,
  shares,
  list,
} as const;

export const command = defineCommand({
  usage: 'sealed [options] [list|check|key|seed|reseal|reveal|notes|shares]',
  details:
    '`list` shows who sealed which kind of submission, when, and to which key. `check` compares revealed submissions with those sent, without anybody’s key; `notes` shows messages that were sealed to you alone. ' +
    '`shares` shows your shares of submissions that several people open together and that may be opened now, such as the ballots of a vote that is over; enough shares let everybody read them. ' +
    'The emperor’s side publishes its key with `key`, generates a new one with `key --new`, seals everything again for a new receiver with `reseal`, and publishes the used submissions of a kind, as they were sent, with `reveal`. ' +
    'Its secret choices are drawn from a seed whose hash is published first: `seed` publishes one for a game that began without it. After a dynasty, `reveal --seed` publishes the seed itself and commits to another; anybody can then check every draw with `gitnomic replay`.',
  examples: [
    { line: 'sealed check', does: 'check that revealed submissions are those that were sent' },
    { line: 'sealed key --new --because leaked --as ana', does: 'publish a new key, and say why' },
    { line: 'sealed reveal --kind ballot --as ana', does: 'publish the ballots that were counted' },
    { line: 'sealed shares --as bo', does: 'open, with the others who keep shares, what may be opened now' },
    {
      line: 'sealed reveal --seed --as ana',
      does: 'publish the seed of a past dynasty’s secret choices',
    },
  ],
  options: {
    ...actingOptions,
    seed: { type: 'boolean', summary: 'with reveal: the seed of secret choices' },
    new: {
      type: 'boolean',
      summary: 'with key: generate a new one; the old one still opens older submissions',
    },
    because: { type: 'string', value: 'WHY', summary: 'with key: routine, lost, leaked or new-receiver' },
    to: { type: 'string', value: 'KEY', summary: 'with reseal: the public key of the new receiver' },
    kind: { type: 'string', value: 'KIND', summary: 'with reveal: submissions of this kind' },
  },
  operands: { name: 'WHAT', summary: 'the task (default: list)', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    const [what = 'list'] = context.operands;
    const way = WAYS[choiceGiven('`gitnomic sealed`', what, Object.keys(WAYS) as (keyof typeof WAYS)[])];
    const { because } = context.values;
    if (because !== undefined) choiceGiven('--because', because, KEY_REASONS);
    return way(context, await openGameOf(context));
  },
});

type Given = Pick<Context, 'give' | 'folder' | 'environment' | 'hosts' | 'caches'> & {
  readonly values: Readonly<Record<string, unknown>> & {
    readonly game?: string | undefined;
    readonly as?: string | undefined;
  };
};

async function list({ give }: Given, game: Game): Promise<Ending> {
  const [keys, seeds] = await withPosition(game, (position) => [
    position.secrets.keys,
    position.secrets.seeds,
  ]);
  const sealed = (await sealedComments(game)).map(({ by, at, submission, commitment }) => ({
    by,
    at,
    submission,
    commitment,
  }));
  const { person, submission: kindOf } = await namesIn(game);
  give({ keys, seeds, sealed }, () =>
    [
      ...keys.map(({ at, key, reason }) => `${minuteOf(at)}  key ${key} (${reason})\n`),
      ...seeds.map(
        ({ at, hash, revealed }) =>
          `${minuteOf(at)}  seed ${hash.slice(0, 23)}…${revealed === undefined ? '' : ` (revealed: ${revealed.seed})`}\n`,
      ),
      ...sealed.map(
        ({ at, by, submission, commitment }) =>
          `${minuteOf(at)}  ${person(by)}: ${kindOf(submission)}  ${commitment}\n`,
      ),
      ...(keys.length + seeds.length + sealed.length === 0 ? ['Nothing was sealed.\n'] : []),
    ].join(''),
  );
  return 'ok';
}

/** The names of people, and of kinds of submissions, as the rules have them. */
async function namesIn(
  game: Game,
): Promise<{ person: (id: string) => string; submission: (kind: string) => string }> {
  return withPosition(game, ({ open: { play } }) => {
    const naming = namingOf(play);
    return {
      person: (id) => naming.person(id),
      submission: (kind) => titleOfSubmission(play.model, kind),
    };
  });
}

async function check({ give }: Given, game: Game): Promise<Ending> {
  const checked = await checkRevealed(game);
  const held = await heldBack(game);
  const { person, submission: kindOf } = await namesIn(game);
  give({ checked, heldBack: held }, () =>
    checked.length === 0
      ? 'Nothing has been revealed yet.\n'
      : [
          ...checked.map(({ by, submission, sent, why }) =>
            why === null
              ? `${person(by)}: ${kindOf(submission)}: as it was sent at ${minuteOf(sent ?? '')}\n`
              : `${person(by)}: ${kindOf(submission)}: NOT what was sent: ${why}\n`,
          ),
          ...held.map(
            ({ by, submission, sent }) =>
              `${person(by)}: ${kindOf(submission)}: sent at ${minuteOf(sent ?? '')}, used, and NOT revealed\n`,
          ),
        ].join(''),
  );
  return checked.some(({ why }) => why !== null) ? 'broken' : 'ok';
}

async function notes(context: Given, game: Game): Promise<Ending> {
  const by = await actorOf(context, game, false);
  const found = await notesFor(game, by.id);
  const { person } = await namesIn(game);
  context.give({ notes: found }, () =>
    found.length === 0
      ? `${by.name} has no private messages that the key on this machine opens.\n`
      : found.map(({ at, from, text }) => `${minuteOf(at)}  ${person(from)}: ${text}\n`).join(''),
  );
  return 'ok';
}

async function shares(context: Given, game: Game): Promise<Ending> {
  const by = await actorOf(context, game);
  await game.tick();
  const { text, many, closed } = await sharesAtHand(game, by);
  if (text === null)
    throw new Failure('refused', {
      code: 'no-shares',
      what:
        closed === 0
          ? `Nothing that ${by.name} keeps a share of may be opened now.`
          : `${by.name} keeps shares of submissions that may be opened now, but the key on this machine opens none of them.`,
    });
  await say(context, game, [text]);
  context.give({ shares: many, closed }, () => `Shares shown: ${many}\n`);
  return 'ok';
}

async function publishKey(context: Given, game: Game): Promise<Ending> {
  const { values } = context;
  const renewed = values['new'] === true ? await game.vault.renew?.() : undefined;
  const recipient = (renewed ?? game.vault.key)?.recipient ?? '';
  const because = values['because'];
  const why = typeof because === 'string' ? ` ${choiceGiven('--because', because, KEY_REASONS)}` : '';
  await say(context, game, [`/key ${recipient}${why}`]);
  context.give({ recipient }, () => `From now on, submissions are sealed to ${recipient}\n`);
  return 'ok';
}

async function resealTo(context: Given, game: Game): Promise<Ending> {
  const to = context.values['to'];
  if (typeof to !== 'string')
    throw new Failure('usage', { code: 'no-recipient', what: 'To which key?', expected: '--to age1…' });
  if (!isPublicKey(to))
    throw new Failure('usage', {
      code: 'no-recipient',
      what: `“${to}” is no public key.`,
      expected: 'one that begins with age1, as `gitnomic keys` lists them',
    });
  const texts = await resealAll(game, to);
  await say(context, game, texts);
  context.give({ resealed: texts.length }, () => `Sealed again: ${texts.length}\n`);
  return 'ok';
}

/** The kind has to be named, because the rules don't always make public what they have used. */
async function reveal(context: Given, game: Game): Promise<Ending> {
  if (context.values['seed'] === true) return revealSeed(context, game);
  const kind = context.values['kind'];
  if (typeof kind !== 'string')
    throw new Failure('usage', { code: 'no-kind', what: 'Of which kind?', expected: '--kind ballot' });
  const known = await withPosition(game, ({ open: { play } }) => play.model.submissions);
  // A private parameter of an action is a kind of its own.
  const sent = new Set((await sealedComments(game)).map(({ submission }) => submission));
  const text = await revealUsed(game, sent.has(kind) ? kind : kindSealed(kind, known));
  if (text === null)
    throw new Failure('refused', {
      code: 'nothing-to-reveal',
      what: `The rules have used no ${kind} yet that could be opened here.`,
    });
  await say(context, game, [text]);
  context.give({ text }, () => text);
  return 'ok';
}

/** A new emperor's machine has a seed of its own, which must be committed to before it is used. */
async function promiseSeed(context: Given, game: Game): Promise<Ending> {
  const service = await readSeeds(game);
  const text = promiseOf(game, service, context.values['because'] === 'lost');
  if (text !== null) await say(context, game, [text]);
  const { ring } = await readSeeds(game);
  context.give({ seeds: ring }, () => `Secret choices are drawn from the seed ${ring.at(-1)?.hash ?? '–'}\n`);
  return 'ok';
}

async function revealSeed(context: Given, game: Game): Promise<Ending> {
  const service = await readSeeds(game);
  // Revealing a seed that is still in use would give away its draws, so another is committed to first.
  if (promiseOf(game, service, false) === null) {
    if (service.whyNot !== null)
      throw new Failure('refused', { code: 'seed-in-use', what: `Not yet: ${service.whyNot}.` });
    const next = game.vault.renewSeed?.();
    if (next !== undefined) await say(context, game, [`/seed ${commitmentToSeed(next)}`]);
  }
  const reopened = await openGameOf(context);
  const texts = revealsOf(reopened, await readSeeds(reopened));
  if (texts.length === 0)
    throw new Failure('refused', {
      code: 'nothing-to-reveal',
      what: 'This machine has no seed to reveal: every seed here is still in use or has been revealed.',
    });
  await say(context, reopened, texts);
  context.give(
    { revealed: texts.map((text) => text.split(' ').at(-1)) },
    () => `Revealed: ${counted(texts.length, 'seed')}. Anybody can draw again now: gitnomic replay\n`,
  );
  return 'ok';
}

async function say(context: Given, game: Game, texts: readonly string[]): Promise<void> {
  const by = await actorOf(context, game, false);
  const post = await game.thread();
  for (const text of texts) failIfRefused(await actAtOnce(game, () => game.say(by, post, text)));
}
