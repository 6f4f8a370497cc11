import { createHash } from 'node:crypto';

import { AFTER_CHANGE, KEY_REASONS, type KeyReason } from '../play/secrets/key-ring.ts';
import type { Outcome } from '../play/outcome.ts';
import type { Command } from './commands.ts';
import { define } from '../kernel/values.ts';
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

/** `/reader-key age1…`: with which key somebody reads what they are told in private. */
export function takeReaderKey(
  table: Table,
  { command, at, by }: Head & { readonly command: Command },
): Outcome {
  const [recipient = ''] = command.operands;
  const outcome: Outcome = PUBLIC_KEY.test(recipient)
    ? {
        ok: true,
        changes: [],
        draws: [],
        result: 'What you are told in private is sealed to it from now on.',
      }
    : {
        ok: false,
        refusal: { code: 'key', reason: NO_KEY, rule: null, param: null },
        draws: [],
      };
  if (outcome.ok) define(table.readers, by, recipient);
  table.happened.push({ at, by, what: 'reader-key', outcome, line: table.line });
  return outcome;
}

const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{58}$/u;
const NO_KEY = 'that is no public key; one begins with “age1”';

function keyOutcome(table: Table, recipient: string, why: string | undefined, head: Head): Outcome {
  const refused = (reason: string): Outcome => ({
    ok: false,
    refusal: { code: 'key', reason, rule: null, param: null },
    draws: [],
  });
  const { emperor } = table.open.play.state().dynasty;
  const { terms } = table.open.play;
  if (emperor !== head.by) return refused(`only the ${terms.emperor} says to which key is sealed`);
  if (!PUBLIC_KEY.test(recipient)) return refused(NO_KEY);
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
