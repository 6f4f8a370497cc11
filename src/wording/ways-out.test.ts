import { expect, test } from 'vitest';

import { sessionWith } from '../session/fixtures/session.ts';
import { WHAT_TO_DO } from './rule-fault.ts';
import { waysOut } from './ways-out.ts';

const votes = { bo: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR' };

/** The ways out that are named for the first matter, where a rule refuses to enact those for which this holds. */
async function outOf(condition: string, core: string, dynasty: string): Promise<string> {
  const { session, now } = await sessionWith({
    core,
    dynasty,
    rules: {
      'dynastic/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nGulls watch.\n',
      'dynastic/gulls.ts': `import { rule } from 'gitnomic/rules';
export default rule((g) => ({
  hooks: { 'may-enact'({ refuse, matter }, next) { if (${condition}) refuse('the gulls do not like it'); return next(); } },
}));`,
    },
    posts: [{ by: 'ana', title: 'Bells', text: 'Please.', votes }],
  });
  const { play } = session.position.rules;
  const [post] = Object.values(play.state().posts);
  if (post === undefined) throw new Error('there is no matter');
  return waysOut(play, now, post);
}

test('where a new matter could pass, it may change the rule that refuses', async () => {
  expect(await outOf("matter.title === 'Bells'", 'fireside', 'dice-and-dares')).toBe(WHAT_TO_DO);
});

test('where none could, the ways that work are named', async () => {
  const said = await outOf('true', '2021', 'proving');
  expect(said).toMatch(/^; no new Proposal could pass now\. What helps: /u);
  expect(said).toContain('votes that fail it');
  expect(said).toContain('`gitnomic doctor recover`');
});
