import { IN_ENGLISH } from '../../../language/wording.ts';
import { expect, test } from 'vitest';
import { ana, kernelGame } from '../../../tick/fixtures/embedded-game.ts';
import { CachedGame } from '../../../tick/cached-game.ts';
import { summariesOf } from './facts.ts';
import { saySummaryInFull } from './say-summary.ts';

const RULE = 'content/ruleset/dynastic/proving-ground';

test('a matter says, at home and on GitHub, which rule keeps its clause or its words', async () => {
  const game = await kernelGame();
  const content = await game.content();
  const propose = async (title: string, path: string, from: string, to: string): Promise<string> => {
    const text = content.get(path) ?? '';
    expect(text).toContain(from);
    const head = await game.branch({ [path]: text.replace(from, to) });
    return game.table.open(ana, { kind: 'proposal', title, text: 'Please.', head });
  };
  const words = await propose('Use', `${RULE}.md`, 'of no use whatever', 'of great use');
  const clause = await propose('Code', `${RULE}.ts`, 'export default', 'const asItWas = 1;\nexport default');
  const saved = new CachedGame();
  await game.tick({ cached: saved });
  const { position } = saved;
  if (position === null) throw new Error('no game is kept');
  const facts = summariesOf(position, game.now, new Map(), { headOf: () => null, reviewsOf: () => [] });
  const [wordsThere = '', clauseThere = ''] = facts.map((one) => saySummaryInFull(one, IN_ENGLISH));
  saved.close();
  for (const said of [(await game.said(words)).join('\n'), wordsThere]) {
    expect(said).toMatch(
      /Only the words of \*\*Proving Ground\*\* change\. The code goes on with .*The text now says .*great.* instead of .*no/u,
    );
    expect(said).toMatch(/<del>no<\/del>/u);
    expect(said).toMatch(/<ins>great<\/ins>/u);
  }
  for (const said of [(await game.said(clause)).join('\n'), clauseThere])
    expect(said).toMatch(/Only the code of \*\*Proving Ground\*\* changes\. The text still says the same\./u);
});
