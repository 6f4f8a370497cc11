import { format, resolveConfig } from 'prettier';

import { collectMessages } from './collect-messages.ts';
import { collectReasons } from './collect-reasons.ts';

/** Renders `src/language/catalogue.ts` from the sources. */
export async function renderCatalogue(root: string): Promise<string> {
  const { messages, unreadable } = collectMessages(root);
  if (unreadable.length > 0)
    throw new Error(`The English words of a text must stand in the source: ${unreadable.join(', ')}`);
  const { messages: inScripts } = collectMessages(
    root,
    'src/{site/scripts/*,addons/*/scripts/*,seat/read-fields}.ts',
  );
  const reasons = collectReasons(root);
  const all = [...new Set([...messages, ...reasons])].sort();
  const path = `${root}/src/language/catalogue.ts`;
  const text = [
    '// Written by scripts/write-catalogue.ts, with a line for each text.',
    '/* oxlint-disable max-lines */',
    '/** All translatable texts, in English. */',
    `export const MESSAGES: readonly string[] = ${JSON.stringify(all)};`,
    '',
    '/** The texts that scripts write into a page. */',
    `export const MESSAGES_OF_SCRIPTS: readonly string[] = ${JSON.stringify(inScripts)};`,
    '',
    '/** The texts that the engine records in English and recognises by their words. */',
    `export const RECORDED: readonly string[] = ${JSON.stringify(reasons)};`,
  ].join('\n');
  return await format(text, { ...(await resolveConfig(path)), filepath: path });
}
