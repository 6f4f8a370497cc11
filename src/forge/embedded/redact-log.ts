import { ForgeError } from '../forge-error.ts';
import { inTurn, logPath, type Core } from './core.ts';
import type { LogRecord } from './records.ts';

/** The person whose words are removed, by id, and the only post in which they are, if given. */
export interface LogRedaction {
  readonly person: string;
  readonly post?: string;
}

const encoder = new TextEncoder();
const newline = '\n';

/**
 * Removes a person's words from the log: titles and texts become empty, while who did what and when stays. Each line is padded with
 * spaces to its length, so that earlier marks remain valid.
 */
export function redactLog(core: Core, redaction: LogRedaction): Promise<number> {
  return inTurn(core, async () => {
    const bytes = (await core.disk.read(logPath)) ?? new Uint8Array();
    let redacted = 0;
    const lines = new TextDecoder().decode(bytes).split(newline);
    const after = lines.map((line) => {
      const without = line === '' ? line : withoutWords(line, redaction);
      if (without !== line) redacted += 1;
      return without;
    });
    const written = encoder.encode(after.join(newline));
    if (written.length !== bytes.length) {
      throw new ForgeError('log-broken', `${logPath} is not in UTF-8, so no word of it was changed.`, {});
    }
    if (redacted > 0) await core.disk.write(logPath, written, { durable: true });
    // An incomplete line of a killed process was never part of the game, but may contain such words.
    await core.disk.remove(`${logPath}.torn`);
    return redacted;
  });
}

function withoutWords(line: string, { person, post }: LogRedaction): string {
  const record = JSON.parse(line) as LogRecord & { title?: string; text?: string };
  if (!('by' in record) || record.by?.id !== person) return line;
  if (post !== undefined && !('post' in record && record.post === post)) return line;
  if ((record.title ?? '') === '' && (record.text ?? '') === '') return line;
  const emptied = {
    ...record,
    ...(record.title === undefined ? {} : { title: '' }),
    ...(record.text === undefined ? {} : { text: '' }),
  };
  const text = JSON.stringify(emptied);
  return text + ' '.repeat(encoder.encode(line).length - encoder.encode(text).length);
}
