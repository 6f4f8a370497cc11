import { renderClauseApi } from './render-clause-api.ts';
import { renderCommands } from './render-commands.ts';
import { renderFrontMatter } from './render-front-matter.ts';
import { renderHooksAndEvents } from './render-hooks-and-events.ts';
import { renderLint } from './render-lint.ts';
import { renderWords } from './render-words.ts';

/** The generated pages of docs/reference, by file name. */
export async function renderReference(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['clause-api.md', renderClauseApi()],
    ['commands.md', await renderCommands()],
    ['front-matter.md', await renderFrontMatter()],
    ['hooks-and-events.md', await renderHooksAndEvents()],
    ['lint.md', renderLint()],
    ['words.md', renderWords()],
  ]);
}
