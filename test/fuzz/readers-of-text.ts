import { commandsIn } from '../../src/decide/commands.ts';
import { inert, inHtml } from '../../src/decide/inert.ts';
import { isTold, parseTold } from '../../src/decide/told-text.ts';
import { readWorded } from '../../src/decide/worded-changes.ts';
import {
  changesOfForm,
  commandOfForm,
  kindOfForm,
  parseFormBody,
  textOfForm,
} from '../../src/forge/github/form-body.ts';
import { leadWithin, tame } from '../../src/host/github/action/tame.ts';
import { defuseMessage, givesOrders } from '../../src/kernel/defuse.ts';
import { readScenario, ScenarioError } from '../../src/rehearse/scenarios/format.ts';
import { SealError } from '../../src/play/secrets/seal-error.ts';
import { isSealed, parseSealed } from '../../src/play/secrets/sealed-text.ts';
import { readMarkdownFile, readYamlFile } from '../../src/ruleset/front-matter.ts';
import { importText } from '../../src/ruleset/import/import-ruleset.ts';
import { parseBody } from '../../src/ruleset/markdown.ts';
import { toShownText } from '../../src/ruleset/shown.ts';
import { harmlessText } from '../../src/site/prepare/harmless-text.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { renderAsMarkdown } from '../../src/site/prepare/render-markdown.ts';
import { plainMarkdown } from '../../src/site/prepare/plain-markdown.ts';
import { MarkedText } from '../../src/site/scripts/marked-text.ts';

/** Whatever reads a text that anybody may have written. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a rule': (text) => parseBody('core/x.md', text, 1),
  'a rule as it is shown': toShownText,
  'a file with front matter': (text) => readMarkdownFile('core/x.md', text),
  'a file of YAML': (text) => readYamlFile('game.yml', text),
  'front matter': (text) => readMarkdownFile('core/x.md', `---\n${text}\n---\n`),
  'a scenario': (text) => {
    try {
      return readScenario('x.scenario.yml', text);
    } catch (error) {
      if (error instanceof ScenarioError) return null;
      throw error;
    }
  },
  'a ruleset that is imported': (text) => importText(text),
  'a text on the site': (text) => renderAsMarkdown(text, { anchor: null, under: 1, wording: IN_ENGLISH }),
  'a plain text on the site': (text) => plainMarkdown(text, { anchor: null, under: 1 }),
  'a rule with what changed': (text) => new MarkedText(text, [], 'ins').blocks(),
  'letters on the site': harmlessText,
  'a comment with commands': commandsIn,
  'a command': (text) => commandsIn(`/act ${text.replaceAll('\n', ' ')}`),
  'a comment that tells or seals': (text) => [
    isTold(text),
    parseTold(text),
    isSealed(text) ? unlessRefused(() => parseSealed(text)) : null,
  ],
  'changes in words': readWorded,
  'a form': (text) =>
    [parseFormBody, textOfForm, kindOfForm, changesOfForm, (body: string) => commandOfForm('go', body)].map(
      (read) => read(text),
    ),
  'what is said on GitHub': (text) => leadWithin(tame(text), { post: () => null, picture: () => null }),
  'what is repeated': (text) => [inert(text), inHtml(text), defuseMessage(text), givesOrders(text)],
};

/** Of such pieces, repeated, are the texts that readers have been slow with. */
export const PIECES: readonly string[] = [
  ...'[ ] ( ) * _ ~ ` | < > & ! # - + = : " \' \\ / . @ a 1'.split(' '),
  ' ',
  '\n',
  '\n\n',
  '\t',
  '[a](',
  '[^a]',
  '[a]: b\n',
  '- a\n',
  '1. a\n',
  '> a\n',
  '> a\n\n',
  'a\n-\n',
  '**a',
  '*a_',
  '|a',
  '|-',
  '<!--',
  '<a ',
  '```\n',
  '``',
  '](',
  '![',
  'www.a',
  'http://a.',
  'a@b.',
  '[a](b "c',
  '/act ',
  'x=[',
  '{',
  'fix ',
  'a/b#',
  '== a ==\n',
  "''",
  "'''",
  '{|',
  '|}',
  '[[',
  ']]',
  '{{',
  '&#1',
  '### a\n',
  '\u202e',
  'e\u0301',
  '_No response_',
  'Rule 1\n',
  '(#post:',
  '? ',
  'a: ',
  '&a ',
  "a: 'b\n",
  '{a: ',
];

function unlessRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
