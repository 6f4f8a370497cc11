import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { START, type TestHome } from './open-home.ts';

const BIDS = {
  'content/ruleset/dynastic/bids.md':
    '---\ntitle: Bids\norder: 10\n---\n\nA Player may send the Emperor a Bid, which nobody else sees.\n',
  'content/ruleset/dynastic/bids.ts': `import { derive, integer, list, rule, text } from 'gitnomic/rules';

export default rule(({ refuse }) => ({
  submissions: {
    bid: {
      title: 'Send a bid',
      open: { lot: text() },
      with: { amount: integer() },
      check({ lot }) {
        if (lot === 'moon') refuse('lot', 'nobody sells the moon');
      },
    },
  },
  views: {
    'bid-by-line': derive({
      of: 'text',
      returns: list(text()),
      value(words) {
        const { by, amount } = JSON.parse(words);
        if (amount > 900) refuse('Nobody has so much');
        return [\`\${by} bids \${amount}\`, \`and pays \${2 * amount} with the fee\`];
      },
    }),
  },
}));
`,
};

/** Gives a game a rule by which players send eli, who heads its dynasty, something sealed. */
export async function addBids({ folder }: TestHome): Promise<void> {
  const game = await openLocalGame(folder, { now: START, caches });
  const main = await game.main();
  const dynasty = (await game.content()).get('content/gamestate/dynasty.md') ?? '';
  const commit = await writeCommit(game.forge.repository, {
    parents: [main],
    changes: new Map([
      ...Object.entries(BIDS),
      ['content/gamestate/dynasty.md', dynasty.replace(/^emperor: .*$/mu, 'emperor: eli')],
    ]),
    author: { name: 'Gitnomic', email: '', at: START },
    message: 'Begin with bids\n',
  });
  await game.forge.advance('main', main, commit);
}
