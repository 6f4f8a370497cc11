import { splitSentences } from '../../ruleset/merge/sentences.ts';
import type { RuleChange } from './rule-change.ts';

/** For each sentence of a rule's text in force, the change that it comes from; original sentences are left out. */
export function attributeChanges(
  changes: readonly RuleChange[],
): readonly { readonly sentence: string; readonly change: number }[] {
  let known = new Map<string, number | null>();
  for (const [index, { before, after }] of changes.entries()) {
    if (index === 0) known = new Map(sentencesOf(before).map((sentence) => [sentence, null]));
    known = new Map(
      sentencesOf(after).map((sentence) => [
        sentence,
        known.has(sentence) ? (known.get(sentence) ?? null) : index,
      ]),
    );
  }
  return [...known].flatMap(([sentence, change]) => (change === null ? [] : [{ sentence, change }]));
}

/** `- **FOR**` → `FOR`, `| glyph | 1 |` → `glyph · 1`: the text without its markup. */
export function readable(sentence: string): string {
  const cells = /^\|(.*)\|$/u.exec(sentence)?.[1]?.split('|');
  if (cells !== undefined) return cells.map((cell) => readable(cell.trim())).join(' · ');
  return sentence.replace(/^(?:[-*>]|#{1,6}|\d+\.)\s+/u, '').replace(/(\*{1,2})(\S(?:.*?\S)?)\1/gu, '$2');
}

/** The line under a table's header contains no text. */
const RULE_OF_TABLE = /^\|[\s|:-]+\|$/u;

function sentencesOf(text: string | null): string[] {
  return (text ?? '')
    .split(/\n+/)
    .flatMap((line) => splitSentences(line))
    .map(({ text: sentence }) => sentence.trim())
    .filter((sentence) => sentence !== '' && !RULE_OF_TABLE.test(sentence));
}
