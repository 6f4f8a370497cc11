import { canonical } from '../../kernel/canonical.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { faultOf, type Envelope } from './envelope.ts';

const REVEAL = /^Revealed, as it was sealed:\s*\n+```json\n([\s\S]*?)\n```\s*$/u;

/** The post that shows a submission which had been sealed. */
export function writeRevealed(envelopes: readonly Envelope[]): string {
  const list = envelopes.map((one) => canonical({ ...one })).join(',\n');
  return `Revealed, as it was sealed:\n\n\`\`\`json\n[\n${list}\n]\n\`\`\`\n`;
}

/** Reads the submission that such a post shows; null where the text is none. */
export function readRevealed(text: string): readonly unknown[] | null {
  const json = REVEAL.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (json === undefined) return null;
  const { value: list } = readWrittenJson(json);
  return Array.isArray(list) ? list : [];
}

export function isEnvelope(value: unknown): value is Envelope {
  return faultOf(value) === null;
}
