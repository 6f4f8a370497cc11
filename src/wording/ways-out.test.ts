import { expect, test } from 'vitest';

import { sessionWith } from '../session/fixtures/session.ts';
import { WHAT_TO_DO } from './rule-fault.ts';
import { waysOut } from './ways-out.ts';

const votes = { bo: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR' };

/** The ways out that are named for the first matter, where a rule refuses to enact those for which this holds. */
async function outOf(condition: string, core: string, more = ''): Promise<string> {
  const { session, now } = await sessionWith({
    core,
    rules: {
      'dynastic/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nGulls watch.\n',
      'dynastic/gulls.ts': `import { rule } from 'gitnomic/rules';
export default rule((g) => ({
  hooks: { 'may-enact'({ refuse, matter }, next) { if (${condition}) refuse('the gulls do not like it'); return next(); },${more} },
}));`,
    },
    posts: [{ by: 'ana', title: 'Bells', text: 'Please.', votes }],
  });
  const { play } = session.position.rules;
  const [post] = Object.values(play.state().posts);
  if (post === undefined) throw new Error('there is no matter');
  return waysOut(play, now, post);
}

test('if a new matter could pass, suggests changing the refusing rule by one', async () => {
  expect(await outOf("matter.title === 'Bells'", 'fireside')).toBe(WHAT_TO_DO);
});

test.each([
  [
    'by votes, by its author or in time',
    '',
    'votes that fail it, its author, who can withdraw it, time, after which it fails, ',
  ],
  ['in no way', "'may-fail': ({ refuse }) => refuse('never')", ''],
])('names every way out of a matter that can fail %s', async (_, more, ways) => {
  const back = 'a comment /recover or `gitnomic doctor recover`, which go back';
  expect(await outOf('true', '2021', more)).toBe(
    `; no new Proposal could pass now. What helps: ${ways}${back}`,
  );
});
