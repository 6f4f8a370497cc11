// A live value that its clause reads only when something happens can be reworded so that nobody can read it. The matter says so before the
// vote, as it does of what is read at once. The oracle is lint, which reads the syntax of clauses.
import { expect, test } from 'vitest';

import type { RuleEntry } from '../../src/kernel/manifest.ts';
import { modulesOf, readingsOf } from '../../src/rehearse/lint/find-missing-text.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { nowUnread, whyUnread } from '../../src/session/play/unread-values.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { ana, kernelGame } from '../../src/tick/fixtures/embedded-game.ts';
import { Trials } from '../../src/rehearse/trials.ts';
import { slowTest, some } from '../slowly.ts';

const GAMES = [
  { core: '2008' },
  { core: '2021', dynasty: 'crypt' },
  { core: '2021', dynasty: 'menagerie' },
  { core: 'fireside', dynasty: 'dice-and-dares' },
  { core: '2008', dynasty: 'clans' },
  { core: '2019', dynasty: 'gallery' },
  { core: 'suber' },
];

/** The same rule whose text says something else in the place of a live value, or no longer has it. */
function reworded(rule: RuleEntry, name: string, text: string | null): RuleEntry {
  const { [name]: was, ...values } = rule.values;
  return {
    ...rule,
    values: text === null || was === undefined ? values : { ...values, [name]: { ...was, text } },
  };
}

test.each(some(GAMES, 3))('each live value of $core $dynasty that becomes unreadable, or goes', (wish) => {
  const { files, terms } = composeRuleset(shippedLibrary, wish);
  const { manifest } = readRuleset(files, terms);
  const moduleAt = modulesOf(files);
  const missed: string[] = [];
  let told = 0;
  for (const rule of manifest.rules) {
    const readings = rule.clause === null ? [] : readingsOf(rule.clause, moduleAt);
    for (const name of Object.keys(rule.values))
      for (const text of ['for ever', null]) {
        const other = reworded(rule, name, text);
        const isSaid = nowUnread(manifest, { ...manifest, rules: [other] }, files).length > 0;
        const isUnread = readings.some(
          (one) => one.name === name && whyUnread(other, one.kind, name) !== null,
        );
        if (isSaid !== isUnread) missed.push(`${rule.path} ${name} ${String(text)}`);
        if (isSaid) told++;
      }
  }
  expect(missed).toEqual([]);
  expect(told).toBeGreaterThan(5);
});

test('the matter says it before anybody votes, and doesn’t come into force', async () => {
  const game = await kernelGame({ core: 'suber' });
  const path = 'content/ruleset/core/defeat.md';
  const text = (await game.content()).get(path) ?? '';
  const head = await game.branch({ [path]: text.replace('[10](#value:points)', '[all](#value:points)') });
  const post = await game.table.open(ana, { kind: 'proposal', title: 'All', text: 'Please.', head });
  await game.tick({ trials: new Trials('') });
  expect((await game.said(post)).join('\n')).toMatch(
    /it would fail\.\n+- core\/defeat\.md:\d+: the live value "points" must be a number/u,
  );
});

slowTest(
  'a dynastic rule that loses such a value comes into force and is played by hand, which the matter says before the vote',
  async () => {
    const game = await kernelGame({ core: '2021', dynasty: 'crypt-cleanup' });
    const path = 'content/ruleset/dynastic/the-organ.md';
    const text = (await game.content()).get(path) ?? '';
    const head = await game.branch({ [path]: text.replace(/\[[^\]]+\]\(#value:playing\)/u, 'a while') });
    const post = await game.table.open(ana, { kind: 'proposal', title: 'A while', text: 'Please.', head });
    await game.tick({ trials: new Trials('') });
    const said = (await game.said(post)).join('\n');
    expect(said).not.toContain('it would fail');
    expect(said).toMatch(/its code is switched off and you play the rule by hand: [^\n]*"playing"/u);
  },
);
