import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../../../language/wording.ts';
import { describeTick } from './words.ts';

const nothing = { commits: [], undone: [], stuck: [], happened: [], restored: null, notified: 0 };

test('a tick with nothing to do says so', () => {
  expect(describeTick(nothing, IN_ENGLISH)).toBe('Everything is up to date.\n');
});

test('what people wrote is neither a runner command nor HTML, and mentions nobody', () => {
  const message = 'Enact 2: a\r::set-output name=x::y <img src=x> @everybody\n\nLedger 1';
  const why = 'two\n::error::lines';
  const said = describeTick(
    {
      ...nothing,
      commits: [{ commit: 'a'.repeat(40), message }],
      stuck: [{ matter: '3', why }],
      notified: 2,
    },
    IN_ENGLISH,
  );
  expect(said).toBe(
    [
      '- aaaaaaa Enact 2: a : :set-output name=x: :y &lt;img src=x> @\u200beverybody',
      '- the vote on 3 is over, but the result can’t be carried out: two : :error: :lines',
      '',
    ].join('\n'),
  );
});
