import { canonical } from '../../kernel/values.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { faultOf, type Envelope } from './envelope.ts';

const REVEAL = /^Revealed, as it was sealed:\s*\n+```json\n([\s\S]*?)\n```\s*$/u;

export function writeRevealed(envelopes: readonly Envelope[]): string {
  const list = envelopes.map((one) => canonical({ ...one })).join(',\n');
  return `Revealed, as it was sealed:\n\n\`\`\`json\n[\n${list}\n]\n\`\`\`\n`;
}

/** Null if the text is no such post. */
export function readRevealed(text: string): readonly unknown[] | null {
  const json = REVEAL.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (json === undefined) return null;
  const { value: list } = readWrittenJson(json);
  return Array.isArray(list) ? list : [];
}

export function isEnvelope(value: unknown): value is Envelope {
  return faultOf(value) === null;
}
