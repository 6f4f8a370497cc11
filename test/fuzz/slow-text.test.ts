import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { readMarkdownFile } from '../../src/ruleset/front-matter.ts';
import { parseBody } from '../../src/ruleset/markdown.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { renderAsMarkdown } from '../../src/site/prepare/render-markdown.ts';
import { READERS } from './readers-of-text.ts';
import { SlowSearch, msOf, textOf, type Pattern, type Worst } from './slow-search.ts';

const LONG = process.env['GITNOMIC_FUZZ'] !== undefined;
/** How long is searched for each reader, how long a text is in the end, and what it may take of a processor. */
const SEARCH_MS = LONG ? 30_000 : 250;
const SIZE = 1_000_000;
/** Of each reader so many of the worst texts are read at that size. */
const WORST = LONG ? 3 : 1;
const MOST_MS = LONG ? 30_000 : 8_000;
/** Four times the text may take four times as long, and something for what a processor's own stores do; square it would be sixteen. */
const MOST_GROWTH = 13;
const QUICK_MS = 500;
/** Below this there is nothing to compare. */
const LEAST_MS = 40;

/** How much longer four times the text takes, and how long that is. */
function measured(
  read: (text: string) => unknown,
  pattern: Pattern,
  size: number,
): { ms: number; growth: number } {
  let best = { ms: Infinity, growth: Infinity };
  for (let tries = 0; tries < 3 && (best.growth >= MOST_GROWTH || best.ms >= MOST_MS); tries++) {
    const [some, ms] = [size / 4, size].map((letters) => msOf(read, textOf(pattern, letters))) as [
      number,
      number,
    ];
    best = { ms: Math.min(best.ms, ms), growth: Math.min(best.growth, ms / Math.max(some, LEAST_MS)) };
  }
  return best;
}

/** Where that would take long a shorter text does, unless there is time. */
function sizeFor({ size, ms }: Worst): number {
  return LONG || (ms / size) * SIZE < QUICK_MS ? SIZE : SIZE / 4;
}

describe('no text makes a reader slow', () => {
  test.each(Object.entries(READERS))(
    '%s',
    (name, read) => {
      for (const { pattern, worst } of new SlowSearch(read).run(SEARCH_MS).slice(0, WORST)) {
        const found = `${JSON.stringify(pattern)}, at ${worst.size} letters ${worst.ms.toFixed(1)} ms`;
        if (LONG) process.stderr.write(`${name}: ${found}\n`);
        const { ms, growth } = measured(read, pattern, sizeFor(worst));
        expect(ms, found).toBeLessThan(MOST_MS);
        expect(growth, found).toBeLessThan(MOST_GROWTH);
      }
    },
    600_000,
  );
});

test.each([
  ['*', '\n\n', '``'],
  ['a: 1', ' \n\t\r\n', 'b: 2'],
  ['', '\n', ''],
  ['a:', '\u00a0\n\u2028', '- b'],
])('blank lines in front matter are read only once: %j', (before, again, after) => {
  const pattern = { shape: 'again', before, again: [again], after } as const;
  const read = (text: string): unknown => readMarkdownFile('core/x.md', `---\n${text}\n---\n`);
  expect(measured(read, pattern, 50_000).growth).toBeLessThan(8);
});

/** Those that were found, at the size at which they were. */
test.each<readonly [string, string]>([
  ['links begun', '[a]('.repeat(16_000)],
  ['a table with 3,000 columns', `${'|a'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n${'|b\n'.repeat(3000)}`],
  ['600 runs of backticks', Array.from({ length: 600 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
  ['footnotes', `${'[^a]'.repeat(4000)}\n\n[^a]: x`],
  ['references to a long address', `[a]: http://${'x'.repeat(50_000)}\n\n${'[a]\n\n'.repeat(4000)}`],
  ['underlined headings', 'a\n-\n'.repeat(20_000)],
  ['quotes', '> a\n\n'.repeat(20_000)],
  ['emphasis', '**a*'.repeat(16_000)],
])('%s: every reader finishes at once, and the site shows it as written and says so', (_, text) => {
  for (const [name, read] of Object.entries(READERS))
    expect(msOf(read, text, MOST_MS), name).toBeLessThan(MOST_MS);
  const html = renderAsMarkdown(text, { anchor: null, under: 1, wording: IN_ENGLISH });
  expect(html).toMatch(/^<p><em>This has [^<]+, so it is shown as it was written\.<\/em><\/p><pre/u);
  expect(html.length).toBeLessThan(6 * text.length + 1000);
  expect(parseBody('core/x.md', text, 1).problems.map(({ code }) => code)).toEqual(['too-much-markup']);
});

/** Whatever takes a text and reads it is searched above, by its name, or says here why it need not be. */
const NOT_SEARCHED: Readonly<Record<string, string>> = {
  readRevisions: 'the engine itself wrote it',
  readShowed: 'the engine itself wrote it',
  readSnapshot: 'the engine itself wrote it',
  readCheckpoints: 'the engine itself wrote it',
  readTrigger: 'by readRuleset',
  readLimit: 'by readRuleset',
  readPromises: 'by readRuleset',
  readEffects: 'by readRuleset',
  readFormula: 'by readRuleset',
  readWho: 'by readRuleset',
  renderMarkdown: 'by renderAsMarkdown',
  readForRules: 'by readValue',
  readPackFile: 'by readYamlFile; packs come with the engine',
  splitFrontMatter: 'by readMarkdownFile',
  splitMarks: 'by parseBody',
  parseMarkdown: 'by parseBody',
  parseYaml: 'by readYamlFile',
  readYamlValue: 'by readWorded',
  readTypedValue: 'by readWorded',
  readTypedWord: 'by readValue',
  readFrontMatter: 'by readMarkdownFile',
  readYaml: 'by readYamlFile',
  readTranslations: 'by readYamlFile',
  splitBlocks: 'by mergeText',
  splitSentences: 'by mergeText',
  splitCells: 'by mergeText',
  splitLines: 'by mergeText',
  splitHeading: 'by importText',
  readLines: 'by importText',
  readWords: 'by commandsIn',
  readMessage: 'by readWrittenJson',
  plainAddress: 'an address of a request, which Node bounds',
};

test('each reader of text is searched for slow texts, or says why not', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const searched = readFileSync(`${root}/test/fuzz/readers-of-text.ts`, 'utf8');
  const readers = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/fixtures/'))
    .flatMap((path) =>
      [...readFileSync(`${root}/${path}`, 'utf8').matchAll(A_READER)].map(([, name = '']) => name),
    );
  expect(readers.length).toBeGreaterThan(40);
  const isSearched = (name: string): boolean => new RegExp(`\\b${name}\\b`, 'u').test(searched);
  expect(readers.filter((name) => !isSearched(name) && NOT_SEARCHED[name] === undefined)).toEqual([]);
  expect(Object.keys(NOT_SEARCHED).filter((name) => !readers.includes(name) || isSearched(name))).toEqual([]);
});
const A_READER =
  /export (?:async )?function ((?:read|parse|import|commands|scripted|html|plain|render|split)(?:[A-Z]\w*)?)\(\s*(?:(?:file|path): string,\s*)?(?:text|source|body|written|given|html|words|markdown|block|answer): string/gu;

test('Markdown is parsed only after the text was measured', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const asks = globSync('src/**/*.{ts,astro}', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('/parse-markdown.ts'))
    .filter((path) => {
      const source = readFileSync(`${root}/${path}`, 'utf8');
      return /parseMarkdown\(|fromMarkdown\(|use\(remarkParse\)/u.test(source);
    });
  expect(asks.sort()).toEqual([
    'src/addons/import/ruleset/clean-markdown.ts',
    'src/ruleset/hidden-values.ts',
    'src/ruleset/markdown.ts',
    'src/ruleset/own-words.ts',
    'src/site/prepare/render-markdown.ts',
  ]);
  for (const path of asks) expect(readFileSync(`${root}/${path}`, 'utf8'), path).toContain('markdownExcess(');
});

test('only one file parses YAML, and it bounds the cost', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const parses = globSync('src/**/*.{ts,astro}', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) =>
      /import \{[^}]*\b(?:parse\w*|Parser|Composer|Lexer)\b[^}]*\} from 'yaml'/u.test(
        readFileSync(`${root}/${path}`, 'utf8'),
      ),
    );
  expect(parses).toEqual(['src/ruleset/parse-yaml.ts']);
});

test('what readers type into search and filters never becomes a regular expression', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const path of globSync('src/{site/scripts,cli/table/assets}/**/*.{ts,js}', { cwd: root }))
    expect(readFileSync(`${root}/${path}`, 'utf8'), path).not.toMatch(
      /new RegExp|\.match(?:All)?\([a-z]+\)/u,
    );
});
