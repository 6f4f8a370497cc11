import { keyLine, readKeyService, sealAgain, type KeySeen, type KeyService } from '../../seat/key-service.ts';
import type { Game } from '../../host/game.ts';
import { AFTER_CHANGE, KEY_REASONS, type KeyReason } from '../../play/secrets/key-ring.ts';
import type { Person } from '../../forge/events.ts';
import { choiceGiven } from '../read-arguments.ts';
import { defineCommand, type Context } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { actAtOnce, failIfRefused } from '../local/acting.ts';
import { counted } from '../local/counted.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';

const ACTIONS = ['new', 'publish', 'reseal', 'mine'] as const;

type Given = Parameters<typeof actorOf>[0];

export const command = defineCommand({
  usage: 'keys [options] [new | publish | reseal | mine]',
  details:
    'Shows the keys that submissions to the head of the dynasty are sealed to, present and past. Each is published on record, and never withdrawn. ' +
    '`publish` announces the key on this machine; `new` generates and publishes another, and keeps the old one here for older submissions; `reseal` opens submissions that were ' +
    'sealed to an older key and seals them to the key in force, each still the same submission with its own time. `mine` publishes your own key, as any player can: private messages from the head of the dynasty are sealed to it, and `gitnomic sealed notes` reads them.',
  examples: [
    { line: 'keys', does: 'all keys, and which of them are on this machine' },
    { line: 'keys mine --as bo', does: 'let Bo receive private messages from now on' },
    { line: 'keys publish --as eli', does: 'Eli has just become the head of the dynasty: publish the key' },
    {
      line: 'keys new --because leaked --as eli',
      does: 'somebody else may have the old key: generate a new one',
    },
    { line: 'keys reseal --as eli', does: 'seal older submissions to the key in force' },
  ],
  options: {
    ...actingOptions,
    because: {
      type: 'string',
      value: 'REASON',
      summary: `the reason for another key: ${KEY_REASONS.join(', ')} (default: the usual one)`,
    },
  },
  operands: {
    name: 'ACTION',
    summary: 'new, publish, reseal or mine (default: the list)',
    min: 0,
    max: 1,
  },
  async run(context): Promise<Ending> {
    const [given] = context.operands;
    const what = given === undefined ? undefined : choiceGiven('`gitnomic keys`', given, ACTIONS);
    const because = reasonIn(context.values.because);
    if (what === 'mine') return publishMine(context);
    const game = await openGameOf(context);
    const service = await readKeyService(game);
    if (what === undefined) return list(context, service);
    const by = await actorOf(context as Given, game);
    if (what === 'reseal') return resealAll(context, game, service, by);
    // Checked before a key is generated, so that none is left that could not be published.
    if (service.emperor !== (service.people[by.id] ?? by.id))
      throw new Failure('refused', {
        code: 'not-the-receiver',
        what: `${by.name} is not the head of the dynasty, to whose key people seal.`,
      });
    const recipient = what === 'new' ? (await game.vault.renew?.())?.recipient : service.own;
    await say(game, by, keyLine(recipient ?? '', because));
    // Opened again, since the open vault doesn't have the key that was just generated.
    const after = (await readKeyService(await openGameOf(context))).ring;
    const last = after.at(-1);
    context.give({ keys: after }, () =>
      last === undefined
        ? 'No key is in force.\n'
        : `In force: ${last.key}, ${last.recipient} (${last.reason})\nWhat was sealed before: ${AFTER_CHANGE[last.reason]}\n`,
    );
    return 'ok';
  },
});

/** Publishes the key with which a player reads private notices on this machine. */
async function publishMine(context: Given & Pick<Context, 'give'>): Promise<Ending> {
  const game = await openGameOf(context);
  const by = await actorOf(context, game);
  const recipient = (await game.vault.readerKey?.(by.id))?.recipient ?? '';
  await say(game, by, `/reader-key ${recipient}`);
  context.give(
    { recipient },
    () => `Private messages to ${by.name} are sealed to ${recipient} from now on.\n`,
  );
  return 'ok';
}

function reasonIn(given: string | undefined): KeyReason | undefined {
  return given === undefined ? undefined : choiceGiven('--because', given, KEY_REASONS);
}

async function say(game: Game, by: Person, text: string): Promise<void> {
  const post = await game.thread();
  failIfRefused(await actAtOnce(game, () => game.say(by, post, text)));
}

function list({ give }: Pick<Context, 'give'>, { ring, own }: KeyService): Ending {
  const line = ({ key, at, reason, by, here }: KeySeen): string =>
    `  ${key}  ${at.slice(0, 10)}  ${reason.padEnd(12)}  ${by ?? '–'}${here ? '  (on this machine)' : ''}\n`;
  give({ keys: ring, own }, () =>
    ring.length === 0
      ? `No key has been published yet. Until one is, people seal to the key on this machine.\n${own === null ? '' : `  ${own}\n`}`
      : ring.map(line).join(''),
  );
  return 'ok';
}

async function resealAll(
  { give }: Pick<Context, 'give'>,
  game: Game,
  service: KeyService,
  by: Person,
): Promise<Ending> {
  const { texts, closed } = await sealAgain(game, service);
  for (const text of texts) await say(game, by, text);
  give({ resealed: texts.length, closed }, () =>
    texts.length + closed === 0
      ? 'Every submission is already sealed to the key in force.\n'
      : `${counted(texts.length, 'submission')} sealed again to the key in force${closed === 0 ? '' : `; ${closed} can’t be opened here, and stay as they are`}.\n`,
  );
  return 'ok';
}
