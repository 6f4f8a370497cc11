import { sampleDynasty as clans } from '../../content/library/clans/players/sample-dynasty.ts';
import { sampleDynasty as gallery } from '../../content/library/gallery/players/sample-dynasty.ts';
import { sampleDynasty as menagerie } from '../../content/library/menagerie/players/sample-dynasty.ts';
import type { Work } from '../../content/library/gallery/players/works.ts';
import { choose } from '../../content/library/crypt/players/whim.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { ADMIN, EMPEROR, FOUNDER, FOUNDERS, LATECOMER, nameOf } from './cast.ts';
import { CRYPT, GALLERY, MENAGERIE } from './eras.ts';
import { Asides, CLANS_MATTERS, GALLERY_MATTERS, MENAGERIE_MATTERS } from './asides.ts';
import { addressOf } from './easel.ts';
import { playScript } from './play-script.ts';
import { succession } from './succession.ts';
import { later } from './times.ts';
import type { SampleWorld } from './world.ts';

/** The times at which each dynasty's players begin. Two are Mondays, because their packs need that. */
export const BEGINNINGS = {
  clans: '2021-02-01T00:00:00Z',
  menagerie: '2021-03-29T08:00:00Z',
  gallery: '2021-05-03T08:00:00Z',
} as const;

const others = (emperor: string, all: readonly string[]): readonly string[] =>
  all.filter((id) => id !== emperor);

/** The first dynasty: barbarians, under the oldest rules. */
export async function playClans(world: SampleWorld, library: ContentFiles): Promise<void> {
  const start = BEGINNINGS.clans;
  const script = clans({ start, emperor: FOUNDER, players: others(FOUNDER, FOUNDERS) });
  const asides = new Asides(world, start, CLANS_MATTERS);
  await playScript(world, script, { inPublic: ['duel'], asides });
  await world.act(FOUNDER, 'ask-idle', {});
  await world.tick();
  world.at(later(world.now, 1));
  await world.act(ADMIN, 'idle', { player: FOUNDER });
  await world.tick();
  await succession(world, library, MENAGERIE);
  await welcome(world, LATECOMER);
}

/** Styles for things that nobody has ever seen. */
const BEASTLY = ['beetle', 'mask', 'contours'];

/** The second dynasty: animals, a war in the west, and friends in the right places. */
export async function playMenagerie(world: SampleWorld, library: ContentFiles): Promise<void> {
  const start = BEGINNINGS.menagerie;
  const { emperor, players } = await seats(world);
  const pictureOf = (creature: string, artist: string): string =>
    addressOf({ style: choose(BEASTLY, artist, creature) ?? 'beetle', seed: `${creature} by ${artist}` });
  const script = menagerie({ start, emperor, players, pictureOf });
  const asides = new Asides(world, start, MENAGERIE_MATTERS);
  await playScript(world, script, { inPublic: ['duel'], asides });
  await succession(world, library, GALLERY);
}

/** The third: pictures. */
export async function playGallery(world: SampleWorld, library: ContentFiles): Promise<void> {
  const start = BEGINNINGS.gallery;
  const { emperor, players } = await seats(world, GALLERY_SEATS);
  const pictureOf = ({ title, ...work }: Work, artist: string): string =>
    addressOf({ ...work, seed: `${title} by ${artist}` });
  const script = gallery({ start, emperor, players, pictureOf });
  const asides = new Asides(world, start, GALLERY_MATTERS);
  await playScript(world, script, { inPublic: ['art'], asides });
  await succession(world, library, CRYPT);
  const head = (await world.state()).dynasty['emperor'];
  if (head !== EMPEROR)
    throw new Error(`${String(head)} has won the gallery: let ${EMPEROR} sit in that seat`);
}

/** In the gallery the order of seats matters, and its rules reveal who will head the next dynasty. */
const GALLERY_SEATS = ['ada', 'bertil', 'chidi', 'hana', 'emeka', 'freya', 'goro', 'dagny', 'imre', 'joana'];

async function seats(
  world: SampleWorld,
  order: readonly string[] = [...FOUNDERS, LATECOMER],
): Promise<{ readonly emperor: string; readonly players: readonly string[] }> {
  const { dynasty, players } = await world.state();
  const emperor = String(dynasty['emperor']);
  const active = order.filter((id) => players[id]?.['state'] === 'active');
  return { emperor, players: others(emperor, active) };
}

async function welcome(world: SampleWorld, id: string): Promise<void> {
  world.at(later(world.now, 6));
  const text = 'I have watched for a while from the door.';
  await world.open(id, { kind: 'join-request', title: `${nameOf(id)} would like to play`, text });
  await world.tick();
  world.at(later(world.now, 2));
  await world.act(ADMIN, 'join', { player: id });
  await world.tick();
}
