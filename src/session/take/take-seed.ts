import { fromHex } from '#platform/bytes.ts';
import { headCalled } from '../../kernel/roles.ts';
import { isSeedOf } from '../chance/committed-seed.ts';
import { whyNotPromise } from '../../store/key-ring.ts';
import type { AskedCommand } from './commands.ts';
import type { Position } from '../position/position.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import type { Outcome } from '../../kernel/result.ts';

type Taking = Pick<Position, 'rules' | 'secrets'>;
/**
 * `/seed sha256:…` promises the seed for the emperor's secret choices. `/seed reveal 3f…` publishes it after another
 * has replaced it, so that anybody can repeat the draws.
 */
export function takeSeed(taking: Taking, asked: AskedCommand): Outcome {
  const outcome = asked.command.operands[0] === 'reveal' ? reveal(taking, asked) : promise(taking, asked);
  return taking.rules.answer(asked, 'seed', outcome);
}

function promise({ rules: { play, line }, secrets }: Taking, { command, at, by }: AskedCommand): Outcome {
  const [hash = '', word] = command.operands;
  const { dynasty } = play.state();
  if (dynasty['emperor'] !== by)
    return refusedOutcome('seed', `only ${headCalled(play.terms)} can promise a seed for secret choices`);
  if (!/^sha256:[0-9a-f]{64}$/u.test(hash))
    return refusedOutcome('seed', 'that’s not the fingerprint of a seed, which begins with “sha256:”');
  if (secrets.seeds.some((one) => one.hash === hash))
    return refusedOutcome('seed', 'that seed has been promised before');
  const lost = word === 'lost';
  const number = typeof dynasty['number'] === 'number' ? dynasty['number'] : null;
  const isOver = dynasty['interregnum'] === true;
  const why = whyNotPromise(secrets.seeds, { emperor: by, dynasty: number, isOver, lost });
  if (why !== null) return refusedOutcome('seed', why);
  const entry = { hash, by, dynasty: number, line: line ?? 0, at };
  secrets.promiseSeed(lost ? { ...entry, lost } : entry);
  return doneOutcome('From now on, secret choices are drawn from this seed.');
}

function reveal({ secrets }: Taking, { command, at }: AskedCommand): Outcome {
  const hex = command.operands[1] ?? '';
  const seed = /^[0-9a-f]{64}$/u.test(hex) ? new Uint8Array(fromHex(hex)) : null;
  if (seed === null) return refusedOutcome('seed', 'a seed has 64 hexadecimal digits');
  const entry = secrets.seeds.find(({ hash }) => isSeedOf(hash, seed));
  if (entry === undefined) return refusedOutcome('seed', 'nobody promised that seed');
  if (entry === secrets.seeds.at(-1))
    return refusedOutcome(
      'seed',
      'secret choices still use it: promise another seed first, when the dynasty is over',
    );
  secrets.revealSeed(entry.hash, { seed: hex, at });
  return doneOutcome(
    `This is the seed promised on ${entry.at.slice(0, 10)}. \`gitnomic replay\` draws from it again.`,
  );
}
