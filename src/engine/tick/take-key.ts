import { createHash } from 'node:crypto';

import { AFTER_CHANGE, KEY_REASONS, type KeyReason } from '../secrets/key-ring.ts';
import type { Outcome } from '../play.ts';
import type { Command } from './commands.ts';
import type { Table } from './table.ts';

type Head = { readonly at: string; readonly by: string };

/** `/key age1… leaked`: the emperor's side says to which key is sealed from now on, and why there is a new one. */
export function takeKey(table: Table, { command, at, by }: Head & { readonly command: Command }): Outcome {
  const [recipient = '', why] = command.operands;
  const head = { at, by };
  const outcome = keyOutcome(table, recipient, why, head);
  table.happened.push({ ...head, what: 'key', outcome, line: table.line });
  return outcome;
}

function keyOutcome(table: Table, recipient: string, why: string | undefined, head: Head): Outcome {
  const refused = (reason: string): Outcome => ({
    ok: false,
    refusal: { code: 'key', reason, rule: null, param: null },
    draws: [],
  });
  const { emperor } = table.open.play.state().dynasty;
  const { terms } = table.open.play;
  if (emperor !== head.by) return refused(`only the ${terms.emperor} says to which key is sealed`);
  if (!/^age1[02-9ac-hj-np-z]{58}$/u.test(recipient))
    return refused('that is no public key; one begins with “age1”');
  const last = table.keys.at(-1);
  if (last?.recipient === recipient) return refused('that key is in force already');
  const usual = last === undefined ? 'first' : last.by === head.by ? 'routine' : 'new-receiver';
  const reason = why ?? usual;
  if (!KEY_REASONS.includes(reason as KeyReason))
    return refused(`a new key is published because it is one of ${KEY_REASONS.join(', ')}`);
  table.keys.push({
    key: createHash('sha256').update(`gitnomic key\0${recipient}`).digest('hex').slice(0, 16),
    recipient,
    by: head.by,
    line: table.line ?? 0,
    at: head.at,
    reason: reason as KeyReason,
  });
  return { ok: true, changes: [], draws: [], result: AFTER_CHANGE[reason as KeyReason] };
}
