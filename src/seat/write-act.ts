import { privateWords } from '../play/private-values.ts';
import type { Vault } from '../store/vault.ts';
import type { Params } from '../play/secrets/envelope.ts';
import { newEnvelope, sealEnvelope } from '../play/secrets/seal.ts';
import { writeCommand } from '../decide/commands.ts';
import type { Position } from '../decide/position.ts';
import { SEALED_ACTION } from '../play/secrets/sealed-text.ts';

export interface Acting {
  readonly by: string;
  readonly action: string;
  readonly words: Readonly<Record<string, unknown>>;
}

/**
 * The post that takes an action: a public line or, if the rule declares some of its parameters private, one with those
 * sealed to the key of the emperor's side.
 */
export async function writeAct(
  { open: { play }, name, secrets }: Pick<Position, 'open' | 'name' | 'secrets'>,
  vault: Pick<Vault, 'key'>,
  { by, action, words }: Acting,
): Promise<string> {
  const hidden = privateWords(play.model.actions[action]?.with ?? {});
  const has = (part: boolean): [string, unknown][] =>
    Object.entries(words).filter(([key]) => hidden.has(key) === part);
  const [sealed, inPublic] = [has(true), has(false)];
  // Even a machine without a key of its own seals to the published one.
  const recipient = secrets.keys.at(-1)?.recipient ?? vault.key?.recipient;
  if (sealed.length === 0 || recipient === undefined) return writeCommand(action, words);
  const { submissions, dynasty } = play.state();
  const envelope = newEnvelope({
    game: name,
    dynasty: Number(dynasty['number'] ?? 0),
    submission: SEALED_ACTION,
    sender: by,
    serial: Object.keys(submissions).length,
    open: { action, ...Object.fromEntries(inPublic) },
    params: Object.fromEntries(sealed) as Params,
  });
  return (await sealEnvelope(recipient, envelope)).text;
}
