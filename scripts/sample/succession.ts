import { below } from '../../src/store/read-game.ts';
import { RULESET, type ContentFiles } from '../../src/store/paths.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { ADMIN } from './cast.ts';
import type { Era } from './eras.ts';
import { coreRulesOf, dynasticRulesOf } from './rules-of.ts';
import { later } from './times.ts';
import { decideTogether } from './together.ts';
import type { SampleWorld } from './world.ts';

/**
 * Plays the transition between two dynasties: the winner passes the mantle or keeps it, posts an address, and
 * proposes first the core rules of the next era, then the rules of the dynasty.
 */
export async function succession(
  world: SampleWorld,
  library: ContentFiles,
  era: Era,
  emperor: string | null = null,
): Promise<string> {
  const winner = String((await world.state()).dynasty['emperor']);
  const head = emperor ?? winner;
  if (head !== winner) {
    world.at(later(world.now, 5));
    await world.act(winner, 'pass-the-mantle', { to: head });
    await world.tick();
  }
  await ascend(world, head, era);
  await amendCore(world, library, head, era);
  await bringRules(world, library, head, era);
  return head;
}

/** The rules of the ending era say what an address contains. */
async function ascend(
  world: SampleWorld,
  by: string,
  { theme, terms, trackingPage, address }: Era,
): Promise<void> {
  const content = await world.content();
  const { manifest } = readRuleset(below(content, RULESET));
  const repeal = manifest.rules
    .filter(({ section, parent, path }) => section === 'dynastic' && parent === null && path.includes('/'))
    .map(({ title }) => title);
  const listsRepeals = (content.get(`${RULESET}core/victory-and-ascension.ts`) ?? '').includes(
    'repeal: list(',
  );
  const namesPage = content.has(`${RULESET}special-case/dynastic-tracking.md`) && trackingPage !== undefined;
  const words = {
    theme,
    terms,
    ...(listsRepeals ? { repeal } : {}),
    ...(namesPage ? { 'tracking-page': trackingPage } : {}),
  };
  world.at(later(world.now, 7));
  await world.act(by, 'ascend', words);
  await world.tick();
  if ((await world.state()).dynasty['interregnum'] === true)
    throw new Error(`${by} did not ascend: ${JSON.stringify(world.chronicle.refusals.at(-1))}`);
  world.at(later(world.now, 0.5));
  await world.open(by, { kind: 'story', title: theme, text: address });
  await world.tick();
}

async function amendCore(world: SampleWorld, library: ContentFiles, by: string, era: Era): Promise<void> {
  if (era.amendment === undefined) return;
  const { title, text, votes } = era.amendment;
  world.at(later(world.now, 3));
  const changes = coreRulesOf(await world.content(), library, era.core);
  await decideTogether(world, by, { kind: 'proposal', title, text, changes }, votes);
  await noteInGameFile(world, `core=${era.core}`);
}

async function bringRules(
  world: SampleWorld,
  library: ContentFiles,
  by: string,
  { core, pack, rules }: Era,
): Promise<void> {
  const { title, text, votes } = rules;
  world.at(later(world.now, 4));
  const changes = dynasticRulesOf(await world.content(), library, { core, dynasty: pack });
  await decideTogether(world, by, { kind: 'proposal', title, text, changes }, votes);
  await noteInGameFile(world, `pack=${pack}`);
}

/** `game.yml` belongs to the Admins, so one of them records the game's new packs. */
async function noteInGameFile(world: SampleWorld, packs: string): Promise<void> {
  await world.say(ADMIN, `/game ${packs}`);
  await world.tick();
}
