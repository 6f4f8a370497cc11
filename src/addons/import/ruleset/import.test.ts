import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRuleset } from '../../../ruleset/read.ts';
import { importText } from './import-ruleset.ts';

const SPACED = `Ruleset

From Some Wiki
Jump to navigation Jump to search

Core Rules

Ruleset and Gamestate

All Sailors obey this.

The Ruleset has parts: first, others. It can be changed.

Sailors

Anybody may ask to sail.

Idle Sailors

An Idle Sailor rests for 7 days.

Votable Matters

Votes

Each Sailor has one vote. It is Popular if:

  • It has many votes.
  • It has been open for 48 hours, and:
    • nobody minds, or
    • nobody looks.

Then:

  1. Count;
  2. Enact.

Proposals

# is no heading here.

Dynastic Rules

Wind

Blows from:
The north (+1)
The south (0)

Strong Wind

A gale.

Special Case

Some rules rest.

Calm [Inactive] [Rare]

No wind.

Calm Seas [Active]

No waves.

Appendix

Keywords

These hold:

Can
“is able to”
Shall
“is required to”

Time

A day is a day.

Things that a mentor must do

Each term in this list is a synonym

  • Sailor (Player)
`;

const UNSPACED = `Ruleset 7
Contents |
Core Rules
Ruleset and Gamestate
This is the Ruleset. All Sailors obey it.
Dynasties
The game has dynasties, each with an Admiral at its head.
- The first;
- Others.
Metadynasties
Some have none.
Dynastic Rules
Captains
Some Sailors are Captains. These are they:
Ana
Bo
Duels
A duel is fought until somebody gives up.
- Punch.
Duel Words
The purpose of this sub-rule is to define words.
Glossary
This is always at the end of the Ruleset.
Timespans
- A week begins on Monday.
`;

function outline(text: string) {
  const { files, unsure } = importText(text);
  const { manifest, problems } = readRuleset(files);
  expect(problems).toEqual([]);
  return {
    rules: manifest.rules,
    titles: manifest.rules.map((rule) => `${rule.number} ${rule.title}`),
    unsure,
    files,
  };
}

test('turns a page with blank lines into rules, nested as their titles say', () => {
  const { titles, rules, unsure, files } = outline(SPACED);
  expect(titles).toEqual([
    '1.1 Ruleset and Gamestate',
    '1.2 Sailors',
    '1.2.1 Idle Sailors',
    '1.3 Votable Matters',
    '1.3.1 Votes',
    '1.4 Proposals',
    '2.1 Wind',
    '2.1.1 Strong Wind',
    '3 Special Case',
    '3.1 Calm',
    '3.2 Calm Seas',
    '4.1 Keywords',
    '4.1.1 Time',
    '4.2 Things that a mentor must do',
  ]);
  const text = (title: string): string | undefined => rules.find((rule) => rule.title === title)?.text;
  expect(text('Votes')).toBe(
    'Each Sailor has one vote. It is Popular if:\n\n- It has many votes.\n- It has been open for 48 hours, and:\n   - nobody minds, or\n   - nobody looks.\n\nThen:\n\n1. Count;\n2. Enact.',
  );
  expect(text('Wind')).toBe('Blows from:\n\n- The north (+1)\n- The south (0)');
  expect(text('Keywords')).toBe('These hold:\n\n- **Can**: “is able to”\n- **Shall**: “is required to”');
  expect(text('Proposals')).toBe('\\# is no heading here.');
  expect(files.get('special-case/calm.md')).toBe(
    '---\ntitle: Calm\norder: 10\nstatus: inactive\nrare: true\n---\nNo wind.\n',
  );
  expect(unsure.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '1 left-out',
    '3 left-out',
    '4 left-out',
    '46 list',
    '72 definitions',
    '81 heading',
    '83 no-heading',
  ]);
});

test('turns a page without blank lines into rules, too', () => {
  const { titles, rules, unsure } = outline(UNSPACED);
  expect(titles).toEqual([
    '1.1 Ruleset and Gamestate',
    '1.2 Dynasties',
    '1.2.1 Metadynasties',
    '2.1 Captains',
    '2.2 Duels',
    '2.2.1 Duel Words',
    '3.1 Glossary',
    '3.1.1 Timespans',
  ]);
  expect(rules[3]?.text).toBe('Some Sailors are Captains. These are they:\n\n- Ana\n- Bo');
  expect(unsure.map(({ code, text }) => `${code} ${text}`)).toContain('nesting Duels');
});

test('reads the nesting from marks that survived', () => {
  const { titles } = outline(
    '== Core Rules ==\n\n=== Votes ===\n\nOne each.\n\n==== Ties ====\n\nNone.\n\n=== Posts ===\n\nAny.\n',
  );
  expect(titles).toEqual(['1.1 Votes', '1.1.1 Ties', '1.2 Posts']);
});

test('replaces the terms of the text with plain words, if they are given', () => {
  const terms = { player: 'Sailor', players: 'Sailors', emperor: 'Admiral', emperors: 'Admirals' };
  const { files } = importText(SPACED, { terms });
  expect(files.get('core/players/idle-players.md')).toBe(
    '---\ntitle: Idle Players\norder: 10\n---\nAn Idle Player rests for 7 days.\n',
  );
});

test('a text without sections is dynastic, and says so', () => {
  const { unsure, titles } = outline('Night\n\nIt is dark.\n\nDay\n\nIt is light.\n');
  expect(titles).toEqual(['2.1 Night', '2.2 Day']);
  expect(unsure[0]?.code).toBe('section');
});

const seeds = process.env['GITNOMIC_SEEDS'] ?? '';
const seedFiles = existsSync(seeds) ? readdirSync(seeds).filter((name) => name.endsWith('.txt')) : [];
const SECTION_LINE = /^(?:Core Rules|Dynastic Rules|Special Case|Appendix)$/;

test('keeps every word of a real ruleset, in its order', (context) => {
  context.skip(seedFiles.length === 0, 'GITNOMIC_SEEDS names no folder of rulesets as text');
  for (const name of seedFiles) {
    const text = readFileSync(`${seeds}/${name}`, 'utf8');
    const { rules, unsure } = outline(text);
    const out = new Set(unsure.filter(({ code }) => code === 'left-out').map(({ line }) => line));
    const lines = text
      .split(/\r?\n/)
      .filter((line, at) => !out.has(at + 1) && !SECTION_LINE.test(line.trim()));
    expect(out.size).toBeLessThan(5);
    const imported = rules.map((rule) => `${rule.number.includes('.') ? rule.title : ''}\n${rule.text}`);
    expect([name, ...words(imported.join('\n'))]).toEqual([name, ...words(lines.join('\n'))]);
  }
});

/** The words of a text, without bullets, title marks and Markdown. */
function words(text: string): string[] {
  const bare = text
    .replace(/\[(?:Active|Inactive|Rare)\]/g, '')
    .replace(/^(\s*)[•-] /gm, '$1')
    .replace(/\*\*([^*\n]+)\*\*:/g, '$1');
  return bare
    .replace(/^\\/gm, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}
