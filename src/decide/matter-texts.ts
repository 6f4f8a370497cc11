import { mergeTexts, type TextChange, type TextsMerged } from './gamestate-text.ts';
import type { Table } from './table.ts';

/** What it takes to know what matters say below the front matter of the gamestate. */
export type TextsTable = Pick<Table, 'files' | 'heads' | 'matterHeads' | 'merged' | 'texts'>;

export function proposedTexts({ matterHeads, heads }: TextsTable, matter: string): readonly TextChange[] {
  const head = matterHeads[matter];
  return head === undefined ? [] : (heads.get(head)?.texts ?? []);
}

/** What a matter says there, brought together with what is there. */
export function textsOf(table: TextsTable, matter: string): TextsMerged {
  const resolved = table.texts.get(table.merged[matter]?.commit ?? '');
  return mergeTexts(table.files, proposedTexts(table, matter), resolved);
}

/** What a matter waits for, since an Admin has to say how its texts and those that are there go together; or null. */
export function whyTextsWait(table: TextsTable, matter: string): string | null {
  const { conflicts } = textsOf(table, matter);
  return conflicts.length === 0 ? null : conflicts.map(({ shown }) => shown).join('\n');
}
