import { checkRevealed, heldBack, resealAll, revealUsed, sealedComments } from '../../seat/sealed-service.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { inWords, namingOf, titleOfSubmission } from '../../wording/naming.ts';
import { withPosition } from '../../seat/read-table.ts';
import { notesFor } from '../../seat/private-notices.ts';
import { promiseOf, readSeeds, revealsOf, sharesAtHand } from '../../seat/sealed-service.ts';
import { keyLine, readKeyService, sealAgain, type KeySeen } from '../../seat/key-service.ts';
import { readInbox, type Inbox, type SentPicture } from '../../seat/read-inbox.ts';
import { sealedPictures } from '../../pictures/find-pictures.ts';
import type { Game } from '../../host/game.ts';
import { flag, valued, type Values } from '../../host/command.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { SubmissionData } from '../../kernel/state.ts';
import { slug } from '../../kernel/names.ts';
import { minuteOf } from '../../kernel/time.ts';
import { AFTER_CHANGE, KEY_REASONS } from '../../store/key-ring.ts';
import { isPublicKey } from '../../session/secrets/seal.ts';
import { choiceGiven } from '../read-arguments.ts';
import { type Context, type Ending, failure, Failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { actAtOnce, failIfRefused } from './acting.ts';
import type { GameNames } from '../../seat/read-table.ts';
import { counted } from './text-table.ts';
import { actorOf, callingOptions, openGameOf } from './game-options.ts';
import { sayProblems } from './show-rehearsal.ts';
import { sayNotified, tellPrivately } from './tell-privately.ts';

export const options = {
  ...callingOptions,
  rehearse: flag('show the rules’ response, and send nothing'),
  kind: valued('KIND', 'with open and reveal: only submissions of this kind'),
  tell: flag(
    'with open: tell the senders of submissions that can’t count, each in private: sealed to their own keys',
  ),
  because: valued(
    'REASON',
    `with keys: the reason for another key: ${KEY_REASONS.join(', ')} (default: the usual one)`,
  ),
  to: valued('KEY', 'with keys reseal: the public key of the new receiver (default: the key in force)'),
  seed: flag('with reveal: the seed of secret choices'),
} as const;

export type Sealing = Pick<Context, 'give' | 'progress' | 'folder' | 'environment' | 'hosts' | 'caches'> & {
  readonly values: Values<typeof options>;
};

type Verb = (context: Sealing, game: Game, rest: readonly string[]) => Promise<Ending>;

/** What `gitnomic seal` does besides sending something. */
export const VERBS: Readonly<Record<string, Verb>> = {
  list,
  open,
  check,
  keys,
  seed: promiseSeed,
  reveal,
  notes,
  shares,
};

export type SealKinds = ModelDescription['submissions'];

/** Finds a kind of submission by its id, or by its title: “Art Submission” is `art`. */
export function submissionCalled(named: string, kinds: SealKinds): string | null {
  if (Object.hasOwn(kinds, named)) return named;
  const id = slug(named);
  if (Object.hasOwn(kinds, id)) return id;
  const titled = Object.entries(kinds).filter(([, { title }]) => title !== null && slug(title) === id);
  return titled.length === 1 ? (titled[0]?.[0] ?? null) : null;
}

export function noSuchSubmission(named: string, kinds: SealKinds, otherwise: string): Failure {
  const titles = Object.values(kinds).flatMap(({ title }) => (title === null ? [] : [title]));
  const meant = meantBy(named, [...Object.keys(kinds), ...titles, ...Object.keys(VERBS)]);
  return failure('usage', 'no-such-submission', `There is no submission “${named}”.`, {
    next: meant === undefined ? otherwise : `Did you mean ${meant}?`,
  });
}

function kindSealed(named: string, kinds: SealKinds): string {
  const found = submissionCalled(named, kinds);
  if (found !== null) return found;
  const ids = Object.keys(kinds);
  throw noSuchSubmission(
    named,
    kinds,
    ids.length === 0 ? 'No rule asks for anything secret.' : `The kinds are ${ids.join(', ')}.`,
  );
}

async function list({ give }: Sealing, game: Game): Promise<Ending> {
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
  return give({ keys, seeds, sealed }, () =>
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

async function check({ give }: Sealing, game: Game): Promise<Ending> {
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

async function notes(context: Sealing, game: Game): Promise<Ending> {
  const by = await actorOf(context, game, false);
  const found = await notesFor(game, by.id);
  const { person } = await namesIn(game);
  return context.give({ notes: found }, () =>
    found.length === 0
      ? `${by.name} has no private messages that the key on this machine opens.\n`
      : found.map(({ at, from, text }) => `${minuteOf(at)}  ${person(from)}: ${text}\n`).join(''),
  );
}

async function shares(context: Sealing, game: Game): Promise<Ending> {
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
  return context.give({ shares: many, closed }, () => `Shares shown: ${many}\n`);
}

/** Lists everybody whose submission can’t count, too. Without the key it shows only who sent which kind and when. */
async function open(context: Sealing, game: Game): Promise<Ending> {
  const given = context.values.kind;
  const kind =
    given === undefined
      ? undefined
      : await withPosition(game, ({ open: { play } }) => kindSealed(given, play.model.submissions));
  const wanted = await withPosition(game, ({ open: { play } }) =>
    sealedPictures(play.model, play.state()).map(({ address }) => address),
  );
  await game.pictures.gather(wanted, (done, all) =>
    context.progress(`looking at pictures: ${done} of ${all}`),
  );
  const { inbox, naming, model } = await withPosition(game, (position) => ({
    inbox: readInbox(position, game),
    naming: namingOf(position.open.play),
    model: position.open.play.model,
  }));
  const found = inbox.submissions.filter((one) => kind === undefined || one.kind === kind);
  const sent = context.values.tell === true ? await tellPrivately(game, await actorOf(context, game)) : null;
  return context.give({ ...inbox, submissions: found, ...(sent === null ? {} : { told: sent }) }, () =>
    found.length === 0
      ? `Nothing was sealed.\n${sent === null ? '' : sayNotified(sent)}`
      : [
          ...found.map((one) => saySubmission(one, inbox, { naming, model })),
          ...sayProblems(inbox, { naming, model }).map((line) => `${line}\n`),
          ...(sent === null ? [] : ['\n', sayNotified(sent)]),
        ].join(''),
  );
}

function saySubmission(
  { n, at, by, kind, open, contents, used }: SubmissionData,
  { pictures }: Inbox,
  { naming, model }: GameNames,
): string {
  const types = { ...model.submissions[kind]?.open, ...model.submissions[kind]?.with };
  const words = Object.entries({ ...open, ...contents }).map(
    ([key, value]) => `${types[key]?.title ?? inWords(key)}: ${naming.value(value, types[key])}`,
  );
  const sent = pictures.filter((picture) => picture.n === n).map(sayPicture);
  const lines = [...words, ...sent, ...(contents === null ? ['(sealed; its key is not here)'] : [])];
  const head = `${n}  ${minuteOf(at)}  ${naming.person(by)}: ${titleOfSubmission(model, kind)}${used ? ' (used)' : ''}\n`;
  return `${head}${lines.map((line) => `     ${line}\n`).join('')}`;
}

function sayPicture({ address, file, problem }: SentPicture): string {
  return file === null
    ? `can’t be loaded: ${address}: ${problem ?? 'not tried'}`
    : `to be looked at: ${file}`;
}

async function keys(context: Sealing, game: Game, [action]: readonly string[]): Promise<Ending> {
  const { give, values } = context;
  const because =
    values.because === undefined ? undefined : choiceGiven('--because', values.because, KEY_REASONS);
  const what =
    action === undefined
      ? undefined
      : choiceGiven('`gitnomic seal keys`', action, ['new', 'publish', 'reseal', 'mine']);
  if (what === 'reseal') return resealTo(context, game);
  const service = await readKeyService(game);
  if (what === undefined) {
    const line = ({ key, at, reason, by, here }: KeySeen): string =>
      `  ${key}  ${at.slice(0, 10)}  ${reason.padEnd(12)}  ${by ?? '–'}${here ? '  (on this machine)' : ''}\n`;
    const { ring, own } = service;
    return give({ keys: ring, own }, () =>
      ring.length === 0
        ? `No key has been published yet. Until one is, people seal to the key on this machine.\n${own === null ? '' : `  ${own}\n`}`
        : ring.map(line).join(''),
    );
  }
  const by = await actorOf(context, game);
  if (what === 'mine') {
    const recipient = (await game.vault.readerKey?.(by.id))?.recipient ?? '';
    await say(context, game, [`/reader-key ${recipient}`]);
    return give(
      { recipient },
      () => `Private messages to ${by.name} are sealed to ${recipient} from now on.\n`,
    );
  }
  // Checked before a key is generated, so that none is left that could not be published.
  if (service.emperor !== (service.people[by.id] ?? by.id))
    throw new Failure('refused', {
      code: 'not-the-receiver',
      what:
        service.emperor === null
          ? 'Nothing is sealed to anybody while the dynasty has no head.'
          : `Submissions are sealed to the head of the dynasty, and that is not ${by.name}.`,
      next: '`gitnomic seal keys mine` publishes your own key, for private messages to you.',
    });
  const recipient = what === 'new' ? (await game.vault.renew?.())?.recipient : service.own;
  await say(context, game, [keyLine(recipient ?? '', because)]);
  // Opened again, since the open vault doesn't have the key that was just generated.
  const after = (await readKeyService(await openGameOf(context))).ring;
  const last = after.at(-1);
  return give({ keys: after }, () =>
    last === undefined || last.recipient !== recipient
      ? `From now on, submissions are sealed to ${recipient ?? ''}\n`
      : `In force: ${last.key}, ${last.recipient} (${last.reason})\nWhat was sealed before: ${AFTER_CHANGE[last.reason]}\n`,
  );
}

/** To the key in force, or before a new receiver takes over, to theirs. */
async function resealTo(context: Sealing, game: Game): Promise<Ending> {
  const { to } = context.values;
  if (to !== undefined && !isPublicKey(to))
    throw failure('usage', 'no-recipient', `“${to}” is not a public key.`, {
      expected: 'one that begins with age1, as `gitnomic seal keys` lists them',
    });
  const { texts, closed } =
    to === undefined
      ? await sealAgain(game, await readKeyService(game))
      : { texts: await resealAll(game, to), closed: 0 };
  await say(context, game, texts);
  return context.give({ resealed: texts.length, closed }, () =>
    texts.length + closed === 0
      ? 'Every submission is already sealed to the key in force.\n'
      : `${counted(texts.length, 'submission')} sealed again${to === undefined ? ' to the key in force' : ''}${closed === 0 ? '' : `; ${closed} can’t be opened here, and stay as they are`}.\n`,
  );
}

/** The kind has to be named, because the rules don't always make public what they have used. */
async function reveal(context: Sealing, game: Game): Promise<Ending> {
  if (context.values.seed === true) return revealSeed(context, game);
  const { kind } = context.values;
  if (kind === undefined) throw failure('usage', 'no-kind', 'Of which kind?', { expected: '--kind ballot' });
  const known = await withPosition(game, ({ open: { play } }) => play.model.submissions);
  // A private parameter of an action is a kind of its own.
  const sent = new Set((await sealedComments(game)).map(({ submission }) => submission));
  const text = await revealUsed(game, sent.has(kind) ? kind : kindSealed(kind, known));
  if (text === null)
    throw failure(
      'refused',
      'nothing-to-reveal',
      `The rules have used no ${kind} yet that could be opened here.`,
    );
  await say(context, game, [text]);
  return context.give({ text }, () => text);
}

/** A new emperor's machine has a seed of its own, which must be committed to before it is used. */
async function promiseSeed(context: Sealing, game: Game): Promise<Ending> {
  const service = await readSeeds(game);
  const text = promiseOf(game, service, context.values.because === 'lost');
  if (text !== null) await say(context, game, [text]);
  const { ring } = await readSeeds(game);
  return context.give(
    { seeds: ring },
    () => `Secret choices are drawn from the seed ${ring.at(-1)?.hash ?? '–'}\n`,
  );
}

async function revealSeed(context: Sealing, game: Game): Promise<Ending> {
  const service = await readSeeds(game);
  // Revealing a seed that is still in use would give away its draws, so another is committed to first.
  if (promiseOf(game, service, false) === null) {
    if (service.whyNot !== null) throw failure('refused', 'seed-in-use', `Not yet: ${service.whyNot}.`);
    const next = game.vault.renewSeed?.();
    if (next !== undefined) await say(context, game, [`/seed ${commitmentToSeed(next)}`]);
  }
  const reopened = await openGameOf(context);
  const texts = revealsOf(reopened, await readSeeds(reopened));
  if (texts.length === 0)
    throw failure(
      'refused',
      'nothing-to-reveal',
      'This machine has no seed to reveal: every seed here is still in use or has been revealed.',
    );
  await say(context, reopened, texts);
  return context.give(
    { revealed: texts.map((text) => text.split(' ').at(-1)) },
    () => `Revealed: ${counted(texts.length, 'seed')}. Anybody can draw again now: gitnomic replay\n`,
  );
}

async function say(context: Sealing, game: Game, texts: readonly string[]): Promise<void> {
  const by = await actorOf(context, game, false);
  const post = await game.thread();
  for (const text of texts) failIfRefused(await actAtOnce(game, () => game.say(by, post, text)));
}
