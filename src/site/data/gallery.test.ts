// Pieces as they hang, and who made them.
import { expect, test } from 'vitest';

import { collection, column, person, siteOf, thing } from './fixtures/site-of.ts';
import { galleryGroupsOf, makerOf, pictureOfPerson, piecesIn } from './gallery.ts';
import type { DisplayPage } from './display-schema.ts';
import { isSaid, shownFields, valueOf } from './field-of.ts';

const page = (more: object): DisplayPage =>
  ({
    id: 'show',
    kit: 'gallery',
    of: 'arts',
    group: null,
    maker: null,
    image: 'file',
    ...more,
  }) as unknown as DisplayPage;
const arts = collection(
  'arts',
  [],
  [
    thing('sun', { by: 'ana', year: 2, file: 'sun.webp' }),
    thing('moon', { by: 'none', year: 2 }),
    thing('star', { by: 3, file: 'star.webp' }, { views: { year: '1' } }),
  ],
);
const hung = (more: object, collections = [arts]) =>
  galleryGroupsOf(siteOf({ collections }), page(more), arts).map(({ id, title, pieces }) => [
    id,
    title,
    pieces.map((one) => one.id),
  ]);

test('pieces hang latest first, together or grouped by a field', () => {
  expect(hung({})).toEqual([['all', '', ['star', 'moon', 'sun']]]);
  expect(hung({ group: 'year' })).toEqual([
    ['1', '1', ['star']],
    ['2', '2', ['sun', 'moon']],
  ]);
  expect(hung({ group: 'none' })).toEqual([['', '', ['sun', 'moon', 'star']]]);
});

test('pieces hang once, in the show that lists them, and the others in a group of their own', () => {
  const shows = collection(
    'shows',
    [],
    [
      thing('10', { hangs: ['moon', 'sun', 'none'] }, { label: 'Tenth' }),
      thing('9', { hangs: ['sun', 7], more: ['x'], title: 'sun' }, { label: 'Ninth' }),
      thing('8', { hangs: [] }),
    ],
  );
  expect(hung({ group: 'shows' }, [arts, shows])).toEqual([
    ['others', 'Others', ['star']],
    ['10', 'Tenth', ['moon']],
    ['9', 'Ninth', ['sun']],
  ]);
  const all = collection('shows', [], [thing('1', { hangs: ['sun', 'moon', 'star'] })]);
  expect(hung({ group: 'shows' }, [arts, all])).toEqual([['1', '1', ['sun', 'moon', 'star']]]);
});

test('a piece has the maker that its field names, if any', () => {
  const [sun, moon, star] = arts.things as [never, never, never];
  expect([sun, moon, star].map((one) => makerOf(page({ maker: 'by' }), one))).toEqual(['ana', null, null]);
  expect(makerOf(page({}), sun)).toBeNull();
});

test('shows the pictures of pieces that a thing’s lists name', () => {
  const named = thing('bo', { likes: ['sun', 'sun', 'none', 4, { piece: 'star' }, null], best: 'moon' });
  const pieces = (pages: readonly DisplayPage[]) =>
    piecesIn(siteOf({ collections: [arts], display: { ...siteOf().display, pages } as never }), named).map(
      ({ piece, image }) => [piece.id, image],
    );
  expect(pieces([page({})])).toEqual([
    ['sun', 'sun.webp'],
    ['star', 'star.webp'],
  ]);
  for (const other of [page({ kit: 'table' }), page({ image: null }), page({ of: 'none' })])
    expect(pieces([other])).toEqual([]);
});

test('a person’s picture is the smallest size of their first public one', () => {
  const image = { kind: 'text', picture: true } as never;
  const pictures = {
    'a.webp': {
      width: 1000,
      height: 500,
      sizes: [
        { width: 100, path: 'p/a-100.webp' },
        { width: 400, path: 'p/a-400.webp' },
      ],
    },
  };
  const columns = [
    column('secret', image, { private: true }),
    column('face', image),
    column('name', { kind: 'text' }),
  ];
  const of = (values: object) =>
    pictureOfPerson(
      {
        people: [person('bo', { values: { face: 'none.webp' } }), person('ana', { values: values as never })],
        playerColumns: columns,
        pictures: { ...pictures, 'empty.webp': { width: 10, height: 10, sizes: [] } },
      },
      'ana',
    );
  expect(of({ face: 'a.webp' })).toEqual({ path: 'p/a-100.webp', width: 100, height: 50 });
  for (const face of ['empty.webp', 7, undefined]) expect(of({ face })).toBeNull();
  expect(of({ secret: 'a.webp' })).toBeNull();
  expect(of({ name: 'a.webp', face: 'none.webp' })).toBeNull();
  expect(pictureOfPerson({ people: [], playerColumns: columns, pictures }, 'ana')).toBeNull();
});

test('a field has its column’s title, and its own value or that of a view', () => {
  const rooms = collection(
    'rooms',
    [column('lit', { kind: 'boolean' }), column('key', { kind: 'text' }, { private: true })],
    [],
  );
  expect(shownFields(rooms, []).map(({ id, title, hidden }) => [id, title, hidden])).toEqual([
    ['lit', 'Lit', false],
    ['key', 'Key', true],
  ]);
  expect(shownFields(rooms, ['light-of-day'])).toEqual([
    { id: 'light-of-day', title: 'Light of day', hidden: false, type: undefined },
  ]);
  const one = thing('a', { lit: null }, { views: { lit: 2, dim: 3 } });
  expect([valueOf(one, 'lit'), valueOf(one, 'dim'), valueOf(one, 'none')]).toEqual([2, 3, undefined]);
  expect([null, undefined, '', 'none', {}, []].map(isSaid)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([0, false, 'x', [0], { a: 1 }].map(isSaid)).toEqual([true, true, true, true, true]);
});
