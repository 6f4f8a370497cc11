import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { createGame } from '../../session/play/create-game.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { submissionForms } from './collect-forms.ts';
import { openToShow } from './game-shown.ts';

const AT = '2024-03-02T09:00:00Z';

test('a published ballot offers all pieces that hang in public', async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({ id, emperor: id === 'dee' }));
  const wish = { name: 'Salon', core: '2021', dynasty: 'gallery', players, at: AT };
  const { files } = await createGame(shippedLibrary, wish, caches);
  const content = new Map(files);
  const game = content.get('content/gamestate/game.md') ?? '';
  content.set('content/gamestate/game.md', game.replace(/^round: .*$/mu, 'round: 2'));
  content.set(
    'content/gamestate/galleries/gallery-1.md',
    '---\ntitle: First\ntheme: Cats\nart: [r1-1, r1-2]\n---\n',
  );
  for (const [id, title] of Object.entries({ 'r1-1': 'Exit', 'r1-2': 'Dusk' }))
    content.set(
      `content/gamestate/art/${id}.md`,
      `---\ntitle: ${title}\nimage: https://example.com/1.png\nround: 1\n---\n`,
    );
  const shown = await openToShow(content, AT, caches);
  const ballot = submissionForms(shown, AT).find(({ id }) => id === 'ballot');
  shown.close();
  expect(ballot?.fields.slice(0, 3).map(({ input, options }) => [input, options])).toEqual(
    Array.from({ length: 3 }, () => [
      'one-of',
      [
        { value: 'r1-1', label: 'Exit' },
        { value: 'r1-2', label: 'Dusk' },
      ],
    ]),
  );
});
