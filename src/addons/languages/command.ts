import { join } from 'node:path';
import { MESSAGES } from '../../language/catalogue.ts';
import { putFile } from '#platform/files.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { assertNoLinks } from '../../host/links-in-game.ts';
import { textInFolder } from '../../store/content-folder.ts';
import {
  completed,
  fileOfLanguage,
  languageMeant,
  languageTag,
  readTranslations,
} from '../../store/read-language.ts';
import { defineCommand, Failure } from '../../cli/command.ts';
import { counted } from '../../cli/local/text-table.ts';

interface LanguageWritten {
  readonly file: string;
  readonly texts: number;
  readonly translated: number;
  /** Texts that this engine no longer uses; they stay in the file. */
  readonly unused: readonly string[];
}

export const command = defineCommand({
  usage: 'languages TAG',
  details:
    'Adds the texts of the pages that are still missing to content/languages/TAG.yml, to be translated there; a text that is left empty is shown in English. Nothing in the file is changed or removed. `language: TAG` in content/site.yml switches the pages to that language.',
  examples: [
    {
      line: 'languages de',
      does: 'begin content/languages/de.yml, or add the texts of a newer engine to it',
    },
  ],
  options: {},
  operands: { name: 'TAG', summary: 'the language, such as de, eo or pt-BR', min: 1, max: 1 },
  run({ operands: [tag = ''], folder, give }) {
    if (!languageTag.safeParse(tag).success) {
      const meant = languageMeant(tag);
      throw new Failure('usage', {
        code: 'not-a-language',
        what: `'${tag}' is not a language tag.`,
        next: meant === undefined ? 'Give a tag such as de, eo or pt-BR.' : `Did you mean ${meant}?`,
      });
    }
    const file = fileOfLanguage(tag);
    assertNoLinks(folder);
    const before = textInFolder(folder, file);
    const texts = textsOf(file, before ?? '');
    const missing = MESSAGES.filter((message) => !texts.has(message));
    if (missing.length > 0) putFile(join(folder, file), completed(before, missing));
    const written: LanguageWritten = {
      file,
      texts: MESSAGES.length,
      translated: MESSAGES.filter((message) => (texts.get(message) ?? '') !== '').length,
      unused: [...texts.keys()].filter((message) => !MESSAGES.includes(message)),
    };
    return give(written, render);
  },
});

function textsOf(file: string, text: string): ReadonlyMap<string, unknown> {
  const { data, problems } = readTranslations(file, text);
  if (problems.length > 0)
    throw new Failure('refused', {
      code: 'unreadable-language',
      what: problems.map(describeProblem).join('\n'),
      next: 'Correct the file; it was left as it is.',
    });
  return new Map(Object.entries(data ?? {}));
}

function render({ file, texts, translated, unused }: LanguageWritten): string {
  const left = unused.map((message) => `  ${JSON.stringify(message)}\n`).join('');
  return [
    `${file}: ${translated} of ${counted(texts, 'text')} translated.\n`,
    left === '' ? '' : `No page uses these any more:\n${left}`,
  ].join('');
}
