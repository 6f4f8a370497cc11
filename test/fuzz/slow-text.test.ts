import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

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
import { renderAsMarkdown } from '../../src/site/prepare/render-markdown.ts';
import { plainMarkdown } from '../../src/site/prepare/plain-markdown.ts';
import { MarkedText } from '../../src/site/scripts/marked-text.ts';

/** Whatever reads a text that anybody may have written. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
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
  'a text on the site': (text) => renderAsMarkdown(text, null, 1),
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
const PIECES: readonly string[] = [
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

const LONG = process.env['GITNOMIC_FUZZ'] !== undefined;
/** What is looked through, how long a text is, and what it may take of a processor, others' work not counted. */
const SIZE = LONG ? 1_000_000 : 50_000;
const MOST_MS = LONG ? 30_000 : 8_000;
const ROUNDS = LONG ? 200 : 2;

/** The first and the last piece once, where there are more than two, and those between them again and again. */
function repeated(pieces: readonly string[], size: number): string {
  const again = (pieces.length < 3 ? pieces : pieces.slice(1, -1)).join('');
  const [before = '', after = ''] = pieces.length < 3 ? [] : [pieces[0], pieces.at(-1)];
  return `${before}${again.repeat(Math.ceil(size / again.length))}${after}`;
}

/** What is too much once may be the machine's doing; what is so three times is the reader's. */
const TRIES = 3;

/** Of this thread alone: tests before it may have left others at work in the same process. */
function msOf(read: (text: string) => unknown, text: string): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries++) {
    const before = process.threadCpuUsage();
    read(text);
    const used = process.threadCpuUsage(before);
    least = Math.min(least, (used.user + used.system) / 1000);
  }
  return least;
}

/** Four times the text may take four times as long, and something for what a processor's own stores do; square it would be sixteen. */
const MOST_GROWTH = 13;
/** Below this there is nothing to compare. */
const LEAST_MS = 40;

/** How much longer four times the text takes: what is so three times is the reader's doing. */
function growth(read: (text: string) => unknown, pieces: readonly string[]): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > MOST_GROWTH; tries++) {
    const [some, more] = [SIZE / 4, SIZE].map((size) => msOf(read, repeated(pieces, size)));
    least = Math.min(least, (more ?? 0) / Math.max(some ?? 0, LEAST_MS));
  }
  return least;
}

/** Numbers that come again for each reader, so that what was found is found again. */
function* chances(): Generator<number, number> {
  for (let seed = 20_210_618; ; seed = (seed * 48_271) % 2_147_483_647) yield seed;
}

/** The slowest texts of a search: every piece alone, and what becomes of the slowest by adding and leaving out. */
function slowest(read: (text: string) => unknown): readonly (readonly string[])[] {
  const numbers = chances();
  const pick = (): string => PIECES[numbers.next().value % PIECES.length] ?? '[';
  const small = LONG ? 20_000 : 1_200;
  let known = PIECES.flatMap((piece, at) =>
    LONG || at % 2 === 0 ? [[piece], [pick(), piece, pick()]] : [[piece]],
  ).map((pieces) => ({
    pieces,
    ms: msOf(read, repeated(pieces, small)),
  }));
  for (let round = 0; round < ROUNDS; round++) {
    known = known.sort((a, b) => b.ms - a.ms).slice(0, 8);
    const next = known.map(({ pieces }) =>
      numbers.next().value % 3 === 0 ? [pick(), ...pieces] : [...pieces.slice(-3), pick()],
    );
    known.push(...next.map((pieces) => ({ pieces, ms: msOf(read, repeated(pieces, small)) })));
  }
  return known
    .sort((a, b) => b.ms - a.ms)
    .map(({ pieces }) => pieces)
    .slice(0, 2);
}

describe('no text makes a reader slow', () => {
  test.each(Object.entries(READERS))('%s', (name, read) => {
    for (const pieces of slowest(read)) {
      expect(msOf(read, repeated(pieces, SIZE)), JSON.stringify(pieces)).toBeLessThan(MOST_MS);
      if (LONG || name === 'front matter')
        expect(growth(read, pieces), JSON.stringify(pieces)).toBeLessThan(MOST_GROWTH);
    }
  });
});

test.each([
  [['*', '\n\n', '``']],
  [['a: 1', ' \n\t\r\n', 'b: 2']],
  [['', '\n', '']],
  [['a:', '\u00a0\n\u2028', '- b']],
])('blank lines in front matter are gone through once: %j', (pieces) => {
  expect(growth((text) => readMarkdownFile('core/x.md', `---\n${text}\n---\n`), pieces)).toBeLessThan(8);
});

/** Those that were found, at the size at which they were. */
test.each<readonly [string, string]>([
  ['links begun', '[a]('.repeat(16_000)],
  ['a table of 3,000 columns', `${'|a'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n${'|b\n'.repeat(3000)}`],
  ['600 runs of backticks', Array.from({ length: 600 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
  ['footnotes', `${'[^a]'.repeat(4000)}\n\n[^a]: x`],
  ['references to a long address', `[a]: http://${'x'.repeat(50_000)}\n\n${'[a]\n\n'.repeat(4000)}`],
  ['underlined headings', 'a\n-\n'.repeat(20_000)],
  ['quotes', '> a\n\n'.repeat(20_000)],
  ['emphasis', '**a*'.repeat(16_000)],
])('%s: every reader is done at once, and the site shows it as it was written and says so', (_, text) => {
  for (const [name, read] of Object.entries(READERS)) expect(msOf(read, text), name).toBeLessThan(MOST_MS);
  const html = renderAsMarkdown(text, null, 1);
  expect(html).toMatch(/^<p><em>This has [^<]+, so it is shown as it was written\.<\/em><\/p><pre/u);
  expect(html.length).toBeLessThan(6 * text.length + 1000);
  expect(parseBody('core/x.md', text, 1).problems.map(({ code }) => code)).toEqual(['too-much-markup']);
});

test('the parser of Markdown is asked only where the text was measured before', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const asks = globSync('src/**/*.{ts,astro}', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('/parse-markdown.ts'))
    .filter((path) => {
      const source = readFileSync(`${root}/${path}`, 'utf8');
      return /parseMarkdown\(|fromMarkdown\(|use\(remarkParse\)/u.test(source);
    });
  expect(asks.sort()).toEqual([
    'src/ruleset/import/clean-markdown.ts',
    'src/ruleset/markdown.ts',
    'src/site/prepare/render-markdown.ts',
  ]);
  for (const path of asks) expect(readFileSync(`${root}/${path}`, 'utf8'), path).toContain('markdownExcess(');
});

test('all YAML is parsed in one file, which bounds what it costs', () => {
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
