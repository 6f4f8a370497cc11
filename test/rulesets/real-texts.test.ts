import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { readSources } from '../../src/cli/local/read-given.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { hosts } from '../../src/host/registry.ts';
import { importRuleset } from '../../src/addons/import/ruleset/import-ruleset.ts';
import type { Source } from '../../src/cli/command.ts';
import { splitFrontMatter } from '../../src/ruleset/front-matter.ts';
import { readRuleset } from '../../src/ruleset/read.ts';

/** A folder with rulesets of living groups, each a file or a folder, which are nobody's here to give away. */
const folder = process.env['GITNOMIC_RULESETS'] ?? '';
const names = existsSync(folder) ? readdirSync(folder).sort() : [];
const FEWEST_WORDS = 4;
/** Of six moves each. */
const ROUNDS = 5;

test('the variable names a folder with rulesets of living groups', (context) => {
  context.skip(folder === '', 'GITNOMIC_RULESETS names no folder of rulesets');
  expect(names).not.toEqual([]);
});

describe.each(names)('%s', (name) => {
  test('loses no sentence, and repeats none', async ({ annotate }) => {
    const sources = readSources(join(folder, name));
    const { files, layout, unsure } = importRuleset(sources);
    const { manifest, problems } = readRuleset(files);
    expect(problems).toEqual([]);
    const out = unsure.filter(({ code }) => code === 'left-out' || code === 'repealed');
    const told = sources.flatMap((source) => proseOf(source, out));
    const held = [...files.values()].map(wordsOf);
    const all = held.join('\n');
    const sentences = told.flatMap(sentencesOf);
    const whole = told.map(wordsOf).join('\n');
    const lost = sentences.filter((sentence) => !all.includes(sentence));
    const bodies = manifest.rules.map(({ text }) => wordsOf(text)).join('\n');
    const twice = sentences.filter((sentence) => timesIn(bodies, sentence) > timesIn(whole, sentence));
    await annotate(
      `${name}: read as ${layout}; ${manifest.rules.length} rules, ${sentences.length} sentences, ${lost.length} lost, ${twice.length} twice, ${new Set(unsure.map(({ code }) => code)).size} kinds of warnings (${unsure.length})`,
    );
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(sentences.length).toBeGreaterThan(20);
  });

  test('begins a game with it in one command, and plays thirty moves', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gitnomic-real-'));
    const run = async (...words: string[]) => {
      let out = '';
      const sink = { write: (text: string) => (out += text) };
      const terminal = makeTerminal(sink, sink, {}, () => 0);
      return {
        words,
        code: await runCli({ words, folder: home, environment: {}, terminal, hosts, caches }),
        out,
      };
    };
    try {
      const people = ['ana', 'bo', 'cy'];
      const begun = await run(
        'init',
        'g',
        '--ruleset',
        join(folder, name),
        ...people.flatMap((one) => ['--player', one]),
      );
      expect(begun).toMatchObject({ code: 0 });
      let moves = 0;
      const move = async (who: string, ...words: string[]): Promise<void> => {
        expect(await run(...words, '--game', 'g', '--as', who)).toMatchObject({ code: 0 });
        moves += 1;
      };
      for (let round = 1; round <= ROUNDS; round += 1) {
        const by = people[round % people.length] ?? '';
        await move(
          by,
          'propose',
          '--title',
          `Matter ${round}`,
          '--add-rule',
          `Custom ${round}`,
          '--text',
          `Custom ${round} holds.`,
        );
        for (const voter of people.filter((one) => one !== by))
          await move(voter, 'vote', 'for', `Matter ${round}`);
        await move('ana', 'resolve', `Matter ${round}`, 'enacted');
        await move(by, 'act', 'write-down', `of=${by}`, 'what=points', `is=is ${round}`, 'reason=It passed');
        await move('cy', 'act', 'undo-record', 'ledger=-1', 'reason=To see that it can be undone');
      }
      expect((await run('status', '--game', 'g')).code).toBe(0);
      expect((await run('show', 'Custom 1', '--game', 'g')).out).toContain('Custom 1 holds.');
      expect((await run('replay', '--game', 'g')).code).toBe(0);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }, 300_000);
});

/** What of a source is prose of rules in force: of YAML its text, of a page what isn't told as left out. */
function proseOf(
  { path, text }: Source,
  out: readonly { readonly line: number; readonly text: string }[],
): string[] {
  if (out.some((one) => one.text.startsWith(`${path}: `) || one.text === path)) return [];
  const yaml = /^text: [|>][-+\d]*\n((?: .*\n|\n)*)/m.exec(`${text}\n`);
  if (yaml && /^id:/m.test(text)) return [yaml[1] ?? ''];
  if (/^- name:/m.test(text)) return [];
  const lines = splitFrontMatter(text.replace(/\r\n?/g, '\n')).body.split('\n');
  const isOut = (line: string, at: number): boolean =>
    /^Rule \d+\/\d+/.test(line) || out.some((one) => one.line === at + 1 && one.text === line.trim());
  // In a report whatever stands at the margin is a title or an entry of its own; a header becomes front matter.
  // Where hardly a line is blank each one is a paragraph.
  const isByLine =
    /^Rule \d+\/\d+/m.test(text) || lines.filter((line) => line.trim() === '').length < lines.length / 8;
  return [
    lines
      .filter((line, at) => !isOut(line, at))
      .map((line) => (isByLine && /^\S/.test(line) ? `${line}\n` : line))
      .join('\n'),
  ];
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|^\*\*\d+\*\*|\n(?=\s*(?:[-*•#=]|\(?\w{1,3}[.)]\s|Rule \d))|(?<=[.!?])\s+|-{3,}|={3,}/mu)
    .map(wordsOf)
    .filter((sentence) => sentence.split(' ').length >= FEWEST_WORDS);
}

/** Letters and digits, without what only marks and binds. */
function wordsOf(text: string): string {
  return text
    .replace(/<\/?(?:a|b|i|u|em|strong|br|p|div|span|sup|sub|ref|img)\b[^<>]*>/gi, '')
    .replace(/\[(?:Active|Inactive|Rare)\]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function timesIn(text: string, piece: string): number {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) count += 1;
  return count;
}
