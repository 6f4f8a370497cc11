import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../../../language/wording.ts';
import { describeTick } from './words.ts';

const nothing = { commits: [], undone: [], stuck: [], happened: [], restored: null, told: 0 };

test('a tick with nothing to do says so', () => {
  expect(describeTick(nothing, IN_ENGLISH)).toBe('Nothing is due.\n');
});

test('what people wrote is no command of the runner’s, no HTML, and calls nobody', () => {
  const message = 'Enact 2: a\r::set-output name=x::y <img src=x> @everybody\n\nLedger 1';
  const why = 'two\n::error::lines';
  const said = describeTick(
    {
      ...nothing,
      commits: [{ commit: 'a'.repeat(40), message }],
      stuck: [{ matter: '3', why }],
      told: 2,
    },
    IN_ENGLISH,
  );
  expect(said).toBe(
    [
      '- aaaaaaa Enact 2: a : :set-output name=x: :y &lt;img src=x> @\u200beverybody',
      '- 3 is due and can’t be resolved: two : :error: :lines',
      '',
    ].join('\n'),
  );
});
