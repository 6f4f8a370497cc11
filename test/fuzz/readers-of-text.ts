import {
  htmlToMarkdown,
  htmlToWords,
  readOutcome,
  readTime,
} from '../../src/addons/import/history/read-words.ts';
import { readCsv } from '../../src/addons/import/history/read-csv.ts';
import { commandsIn, readValue } from '../../src/session/take/commands.ts';
import { inert, inHtml } from '../../src/wording/inert.ts';
import { isReport, parseReport } from '../../src/wording/action-report.ts';
import { readWorded } from '../../src/wording/worded-changes.ts';
import {
  changesOfForm,
  commandOfForm,
  kindOfForm,
  parseFormBody,
  textOfForm,
} from '../../src/forge/github/form-body.ts';
import { leadWithin, tame } from '../../src/host/github/action/labels-for.ts';
import { CodedError } from '../../src/kernel/coded-error.ts';
import { defuseMessage, givesOrders } from '../../src/kernel/defuse.ts';
import { readDated, textAt } from '../../src/kernel/dated-words.ts';
import { readDuration } from '../../src/kernel/durations.ts';
import { readNumber, readQuantity, splitWords } from '../../src/kernel/number-words.ts';
import { readAddresses } from '../../src/addons/notices/addresses.ts';
import { isShares, readShares } from '../../src/session/secrets/shares.ts';
import { parseEnvelope } from '../../src/session/secrets/envelope.ts';
import { readRevealed } from '../../src/session/secrets/reveal.ts';
import { PLAIN_TERMS } from '../../src/kernel/manifest.ts';
import { readScenario, ScenarioError } from '../../src/rehearse/scenarios/format.ts';
import { SealError } from '../../src/session/secrets/seal-error.ts';
import { isSealed, parseSealed } from '../../src/session/secrets/sealed-text.ts';
import { readMarkdownFile, readYamlFile } from '../../src/ruleset/front-matter.ts';
import { importText } from '../../src/addons/import/ruleset/import-ruleset.ts';
import { parseHeadings } from '../../src/addons/import/ruleset/markdown-headings.ts';
import { mergeText } from '../../src/ruleset/merge/merge-tree.ts';
import { parseBody } from '../../src/ruleset/markdown.ts';
import { readTypedJson, readWrittenJson } from '../../src/ruleset/plain-data.ts';
import { readableSlug } from '../../src/ruleset/readable-slug.ts';
import { readRuleFile } from '../../src/ruleset/rule-file.ts';
import { takeTerms } from '../../src/ruleset/terms.ts';
import { wordDiff } from '../../src/ruleset/word-diff.ts';
import { plainBody } from '../../src/seat/draft-edit.ts';
import { scripted } from '../../src/addons/programs/read-policy.ts';
import { readDisplay } from '../../src/site/prepare/display.ts';
import { readOwnCss } from '../../src/site/prepare/own-css.ts';
import { readOwnPages } from '../../src/site/prepare/collect-style.ts';
import { parsePart } from '../../src/store/journal/part.ts';
import { parseRecord } from '../../src/store/journal/journal-record.ts';
import { readLanguage } from '../../src/store/read-language.ts';
import { readTracked } from '../../src/store/tracked-file.ts';
import { namesBeside } from '../../src/ruleset/read-rows.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { toShownText } from '../../src/ruleset/shown.ts';
import { harmlessText } from '../../src/site/prepare/harmless-text.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { renderAsMarkdown } from '../../src/site/prepare/render-markdown.ts';
import { plainWords } from '../../src/site/prepare/history.ts';
import { MarkedText } from '../../src/site/scripts/marked-text.ts';
import { OFFERS, readOffer, type OfferKind, type OfferScene } from '../../src/tables/offers.ts';

const { words, moves, provided } = namesBeside('', new Map(), PLAIN_TERMS, { path: null, memo: undefined });
const SCENE: OfferScene = {
  words,
  moves: [...moves.keys()],
  provided,
  kinds: ['proposal'],
  chosen: ['the chosen player'],
};

/** Every reader of texts that anybody may have written. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a rule': (text) => parseBody('core/x.md', text, 1),
  'a rule as it is shown': toShownText,
  'cells of tables that count': (text) => {
    const cell = text.replace(/[|\n\\]/gu, ' ');
    const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
    const table = (heads: readonly string[], cells: readonly string[]): string =>
      `${row(...heads)}${row(...heads.map(() => '---'))}${row(...cells)}\n`;
    const tables = [
      table(['Each player has', 'starts at'], ['Coins', '5']),
      table(['When', 'who', 'gets', 'limit'], [cell, 'each player', '1 Coin', '']),
      table(['When', 'who', 'gets', 'limit'], ['each Sunday', cell, '1 Coin', '']),
      table(['When', 'who', 'gets', 'limit'], ['each Sunday', 'each player', cell, cell]),
    ];
    return readRuleset(new Map([['dynastic/x.md', `---\ntitle: X\n---\n\n${tables.join('')}`]]), PLAIN_TERMS);
  },
  'a cell that a form reads back': (text) =>
    (Object.keys(OFFERS) as OfferKind[]).map((kind) => readOffer(text, kind, SCENE)),
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
  'a rule with what changed': (text) => new MarkedText(text, [], 'ins').blocks(),
  'letters on the site': harmlessText,
  'a comment with commands': commandsIn,
  'JSON of a program': readWrittenJson,
  'JSON that somebody typed': readTypedJson,
  'a command': (text) => commandsIn(`/act ${text.replaceAll('\n', ' ')}`),
  'a comment that tells or seals': (text) => [
    isReport(text),
    parseReport(text),
    isSealed(text) ? unlessRefused(() => parseSealed(text)) : null,
  ],
  'changes in words': readWorded,
  'a form': (text) =>
    [parseFormBody, textOfForm, kindOfForm, changesOfForm, (body: string) => commandOfForm('go', body)].map(
      (read) => read(text),
    ),
  'what is said on GitHub': (text) => leadWithin(tame(text), { post: () => null, picture: () => null }),
  'a value of a command': readValue,
  'words of a live value': (text) => [
    readQuantity(text),
    readNumber(text),
    readDuration(text),
    splitWords(text),
  ],
  'dated words of a live value': (text) => [
    readDated(text),
    readDated(`${text} from 2030-07-01`),
    textAt(`${text} from 2030-07-01`, '2024-03-01T09:00:00Z'),
  ],
  'what changed in a rule, word by word': (text) => wordDiff(text, `${text.slice(9)} and so on`),
  'a rule that two proposals change': (text) =>
    mergeText(text, `${text}\n\nIt is night.`, `It is day.\n\n${text.slice(1)}`),
  'a rule with the words of a game': (text) => takeTerms(text, PLAIN_TERMS),
  'a title': (text) => readableSlug(text),
  'a draft': plainBody,
  'a rule of the past': plainWords,
  'a rule file': (text) => readRuleFile('core/x.md', text),
  'a tracked file': (text) => readTracked('content/gamestate/players/bo.md', `---\n${text}\n---\n`),
  'headings that are imported': (text) => parseHeadings(text),
  'shares of what is sealed': (text) => [
    isShares(text),
    readShares(`/shares\n\n\`\`\`json\n${text}\n\`\`\`\n`),
  ],
  'what is revealed': (text) => [
    readRevealed(text),
    readRevealed(`/revealed\n\n\`\`\`json\n${text}\n\`\`\`\n`),
  ],
  'what was sealed': (text) => unlessRefused(() => parseEnvelope(text)),
  'a list of steps': (text) => unlessRefused(() => scripted(text)),
  'a style': (text) => readOwnCss({ path: 'content/site.css', text }),
  'how pages look': (text) => readDisplay({ path: 'content/site.yml', text }),
  'a page of the group': (text) => readOwnPages([{ path: 'content/pages/x.md', text }], new Set()),
  'a language': (text) => readLanguage('de', [{ path: 'content/languages/de.yml', text }]),
  'lines of a journal': (text) => unlessRefused(() => parsePart(text)),
  'where a journal stood': (text) => unlessRefused(() => parseRecord(text)),
  'where notices go': readAddresses,
  'a table of the past': (text) => readCsv('x.csv', text, { matters: [], dynasties: [], unclear: [] }),
  'words of the past': (text) => [htmlToMarkdown(text), htmlToWords(text), readTime(text), readOutcome(text)],
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
  '[a](#value:',
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
    if (error instanceof SealError || error instanceof CodedError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}
