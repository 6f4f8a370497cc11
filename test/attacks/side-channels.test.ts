// A game is played twice, and only what was sealed and what is private differ. Whatever everybody can see must then be the same in
// both: sizes, times, counters, refusals, and how much there is of each thing, whether somebody thought of it or not.
import { expect, test } from 'vitest';
import { BEGINNING, bo, cy, dee, fay, memoryVault, testGame } from '../../src/tick/fixtures/embedded-game.ts';
import { RECEIVER } from '../../src/session/secrets/fixtures/sealed.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { showUntilWhole } from '../../src/site/prepare/game-shown.ts';
import { journalBranch } from '../../src/store/journal/part.ts';
import { readJournalLines } from '../../src/store/journal/segments.ts';

/** What these do hangs on what the emperor knows: how much they draw, keep and work through. */
const QUIET: Readonly<Record<string, string>> = {
  take: "effect({ emperor, submissions }) { for (const one of submissions('bid')) { if (one.values !== null) emperor.reserve = one.values.amount; one.use(); } }",
  ponder:
    'effect({ emperor, secret }) { for (let n = 0; n < (emperor.reserve > 100 ? 5 : 1); n++) emperor.drawn = secret.number(emperor.reserve > 100 ? 60 : 2); }',
  hoard: "effect({ emperor }) { emperor.note = 'x'.repeat(Math.min(emperor.reserve, 9_000)); }",
  dither:
    'effect({ emperor }) { for (let n = 0; n < Math.min(emperor.reserve, 2_000); n++) emperor.drawn = n % 7; }',
};
/** And whether they are refused. */
const REFUSED: Readonly<Record<string, string>> = {
  haggle:
    "check({ emperor, refuse }) { if (emperor.reserve > 100) refuse('the reserve is ' + emperor.reserve); }, effect() {}",
  stumble: "effect({ emperor }) { if (emperor.reserve > 100) throw new Error('it is ' + emperor.reserve); }",
  linger: 'effect({ emperor }) { for (let n = 0; emperor.reserve > 100; n++); }',
  tell: 'effect({ emperor, result }) { if (emperor.reserve > 100) result(emperor.reserve); }',
};
const CLAUSE = `import { action, integer, rule, text } from 'gitnomic/rules';
export default rule(({ emperor }) => ({
  emperor: { reserve: integer({ private: true }), drawn: integer({ private: true }), note: text({ private: true }) },
  submissions: { bid: { with: { amount: integer() } } },
  hooks: { 'may-post': ({ title }, next) => { if (title === 'peek' && emperor.reserve > 100) return 'refuse'; return next(); } },
  actions: {
    ${Object.entries({ ...QUIET, ...REFUSED })
      .map(([name, how]) => `${name}: action({ by: 'emperor', private: true, ${how} })`)
      .join(',\n    ')}
  },
}));
`;

/** Everything that everybody can see of such a game, with ciphertext by its length and hashes by none. */
async function playWith(amounts: readonly number[], actions: readonly string[]): Promise<string> {
  const game = await testGame();
  const parent = await game.mainTip();
  const settings = (await game.content()).get('content/game.yml') ?? '';
  const changes = new Map([
    ['content/game.yml', `${settings}sandbox: { steps: 1000 }\n`],
    ['content/ruleset/dynastic/auction.md', '---\ntitle: Auction\norder: 50\n---\nThere is a reserve.\n'],
    ['content/ruleset/dynastic/auction.ts', CLAUSE],
  ]);
  const author = { name: 'x', email: '', at: BEGINNING };
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes,
    author,
    message: 'Auction\n',
  });
  await game.forge.advance('main', parent, commit);
  const vault = { ...memoryVault(), key: RECEIVER };
  const post = await game.table.open(cy, { kind: 'story', title: 'An auction', text: '' });
  for (const [n, sender] of [bo, dee].entries()) {
    const envelope = newEnvelope({
      game: 'Harbour',
      dynasty: 1,
      submission: 'bid',
      sender: sender.id,
      serial: 0,
      params: { amount: amounts[n] ?? 0 },
    });
    await game.table.comment(sender, post, (await sealEnvelope(RECEIVER.recipient, envelope)).text);
  }
  for (const action of actions) {
    await game.table.comment(cy, post, `/act ${action}`);
    await game.table.comment(fay, post, `/act ${action}`);
    await game.table.comment(fay, post, `/why ${action}`);
    await game.tick({ vault });
    game.later(1);
  }
  await game.table.comment(bo, post, '/roll DICE6');
  await game.table.open(fay, { kind: 'story', title: 'peek', text: '' });
  await game.tick({ vault });
  await game.tick({ vault });
  const log = new TextDecoder().decode((await game.disk.read('events.jsonl')) ?? new Uint8Array());
  const journal = await readJournalLines(
    game.forge.repository,
    (await readBranch(game.forge.repository, journalBranch)) ?? '',
  );
  const content = await game.content();
  const { site } = await showUntilWhole(content, BEGINNING, {}, (shown) =>
    collectSite(shown, { now: BEGINNING }),
  );
  return [...[...content].flat(), log, JSON.stringify(journal), JSON.stringify(site.api, null, 1)]
    .join('\n')
    .replaceAll(/-----BEGIN AGE.*?-----END AGE ENCRYPTED FILE-----/gsu, (file) => `sealed ${file.length}`)
    .replaceAll(/[0-9a-f]{12,64}/gu, 'hash');
}

test('sealed and private values leave no trace in anything public', async () => {
  const actions = Object.keys(QUIET);
  const [low, high] = [await playWith([3, 5], actions), await playWith([40_404, 31_337], actions)];
  expect(new Set(high.match(/> .act (?:take|ponder|hoard|dither).n.n\*\*Done/gu))).toHaveProperty(
    'size',
    actions.length,
  );
  const lines = high.split('\n');
  expect(low.split('\n').filter((line, at) => line !== lines[at])).toEqual([]);
});

test('a refusal over something private is shown, without anything of its reason', async () => {
  const all = await playWith([40_404, 31_337], ['take', ...Object.keys(REFUSED)]);
  const answers = [...all.matchAll(/"> .act (\w+).n.n\*\*Refused\*\*: (?!only the)([^"]*)"/gu)];
  expect(new Set(answers.map(([, action]) => action))).toEqual(new Set(Object.keys(REFUSED)));
  expect(all).not.toMatch(/31[_ ,]?337|40[_ ,]?404/u);
});
