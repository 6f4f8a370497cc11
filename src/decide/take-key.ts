import { headCalled } from '../kernel/called.ts';
import { hexDigest } from '#platform/hash.ts';

import { AFTER_CHANGE, KEY_REASONS, type KeyReason } from '../play/secrets/key-ring.ts';
import type { Command } from './commands.ts';
import type { Position } from './position.ts';
import { doneOutcome } from '../play/outcome.ts';
import { type Outcome, refusedOutcome } from '../play/outcome.ts';

type Asked = { readonly at: string; readonly by: string; readonly command: Command };

/** `/key age1… leaked`: the emperor's side sets the sealing key, and says why it is new. */
export function takeKey({ rules, secrets }: Pick<Position, 'rules' | 'secrets'>, asked: Asked): Outcome {
  const outcome = keyOutcome({ rules, secrets }, asked);
  return rules.answer(asked, 'key', outcome);
}

/** `/reader-key age1…` sets the key for private messages to this player. */
export function takeReaderKey(
  { rules, accounts }: Pick<Position, 'rules' | 'accounts'>,
  { command, at, by }: Asked,
): Outcome {
  const [recipient = ''] = command.operands;
  const outcome: Outcome = PUBLIC_KEY.test(recipient)
    ? doneOutcome('From now on, private messages to you are locked with it.')
    : refusedOutcome('key', NO_KEY);
  if (outcome.ok) accounts.setReader(by, recipient);
  return rules.answer({ at, by }, 'reader-key', outcome);
}

const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{58}$/u;
const NO_KEY = 'that’s not a public key; they begin with “age1”';

function keyOutcome(
  { rules: { play, line }, secrets }: Pick<Position, 'rules' | 'secrets'>,
  { command, at, by }: Asked,
): Outcome {
  const [recipient = '', why] = command.operands;
  if (play.state().dynasty['emperor'] !== by)
    return refusedOutcome('key', `only ${headCalled(play.terms)} can choose the key for sealing`);
  if (!PUBLIC_KEY.test(recipient)) return refusedOutcome('key', NO_KEY);
  const last = secrets.keys.at(-1);
  if (last?.recipient === recipient) return refusedOutcome('key', 'that key is already in use');
  const usual = last === undefined ? 'first' : last.by === by ? 'routine' : 'new-receiver';
  const reason = (why ?? usual) as KeyReason;
  if (!KEY_REASONS.includes(reason))
    return refusedOutcome('key', `the reason for a new key must be one of ${KEY_REASONS.join(', ')}`);
  const key = hexDigest('sha256', `gitnomic key\0${recipient}`).slice(0, 16);
  secrets.publishKey({ key, recipient, by, line: line ?? 0, at, reason });
  return doneOutcome(AFTER_CHANGE[reason]);
}
