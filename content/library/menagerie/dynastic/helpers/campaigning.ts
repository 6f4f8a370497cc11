import type { Game, Player, Things } from 'gitnomic/rules';
import { type Creature, equivalent, idOf, inWords, isCalled } from './creatures.ts';
import { meansOf } from './forces.ts';
import { type Element, type Elements, readList } from './lists.ts';
import { ask, type Owner, stableOf, underlingOf } from './owners.ts';
import './questions.ts';

type Campaign = Things['campaigns'];

/** What somebody leads into a campaign, kept as it was when they joined. */
export interface Led {
  readonly elements: Elements;
  readonly underling: string | null;
}

/** What a player leads into a campaign, if they have joined it. */
export function ledBy(game: Game, campaign: Campaign, id: string): Led | null {
  if (Object.hasOwn(campaign.led, id)) return campaign.led[id] as Led;
  // An entry of which nothing but the list is on record is read by what its player has now.
  const entry = campaign.entries.find(({ player }) => player === id);
  const player = game.people.get(id);
  if (entry === undefined || player === null) return null;
  return { elements: entry.list.map((item) => elementIn(item, player)), underling: underlingOf(player) };
}

function elementIn(item: unknown, owner: Owner): Element | null {
  if (typeof item !== 'string') return item as Element | null;
  const creature = stableOf(owner).find((one) => isCalled(one, item));
  return creature === undefined ? null : { creature };
}

/** The numbers and names are those of the rule's text. */
export function campaigning(game: Game) {
  const { refuse, value } = game;

  const openCampaign = (): Campaign | null =>
    game.game.openCampaign === null
      ? null
      : game.campaigns.find(({ number, status }) => status === 'open' && number === game.game.openCampaign);

  function checkNames(names: readonly string[]): void {
    const ids = names.map(idOf);
    if (names.length !== value('fields'))
      refuse('names', `a campaign needs ${value('fields')} names, and got ${names.length}`);
    const known = ids.find(
      (id, at) => id === '' || ids.indexOf(id) !== at || game.battlefields.get(id) !== null,
    );
    if (known !== undefined) refuse('names', `names of battlefields must be new ones and differ: ${known}`);
  }

  function drawField(
    name: string,
    number: number,
  ): { readonly id: string; readonly effects: readonly string[] } {
    const all = ask(game, 'battle-effects', {}, []);
    if (all.length === 0) refuse('no rule says what there can be on a battlefield');
    const effects = Array.from(
      { length: ask(game, 'effects-each', {}, 3) },
      () => all[game.dice(all.length) - 1] as string,
    );
    game.battlefields.add(idOf(name), { name, effects, campaign: number });
    return { id: idOf(name), effects };
  }

  function go(emperor: Player, names: readonly string[]): void {
    const number =
      1 + Math.max(game.game.campaignNumber, ...game.campaigns.map((campaign) => campaign.number));
    const fields = names.map((name) => ({ name, ...drawField(name, number) }));
    const told = fields.map(({ name, effects }) => `- ${name}: ${effects.join(', ')}`).join('\n');
    const entry = game.post({
      kind: 'campaign',
      title: `Campaign ${number}: ${names.join(', ')}`,
      text: told,
      author: emperor,
    });
    game.campaigns.add(`campaign-${number}`, {
      number,
      status: 'open',
      posted: game.now,
      battlefields: fields.map(({ id }) => id),
      post: entry,
    });
    game.game.set({ campaignNumber: number, openCampaign: number });
  }

  function join(player: Player, battlefield: string, given: unknown): { campaign: Campaign; led: Led } {
    const campaign = openCampaign() ?? refuse('no campaign is open');
    if (campaign.entries.some((entry) => entry.player === player.id))
      refuse(`${player.label} has already joined`);
    if (!campaign.battlefields.includes(battlefield))
      refuse(
        'battlefield',
        `${battlefield} is no battlefield of this campaign: ${campaign.battlefields.join(', ')}`,
      );
    const { means, underling } = meansOf(game, player);
    const read = readList(given, means);
    return 'problem' in read
      ? refuse('list', read.problem)
      : { campaign, led: { elements: read.elements, underling } };
  }

  /** Creatures that somebody listed for the open campaign. */
  function committedOf(owner: { readonly id: string }): readonly Creature[] {
    const campaign = openCampaign();
    const led = campaign && ledBy(game, campaign, owner.id);
    return led?.elements.flatMap((element) => element?.creature ?? []) ?? [];
  }

  /** Of twins one may be free. */
  function checkFree(owner: Owner, creature: Creature): void {
    const count = (creatures: readonly Creature[]): number =>
      creatures.filter((one) => equivalent(one, creature)).length;
    if (count(stableOf(owner)) <= count(committedOf(owner)))
      refuse(`${inWords(creature)} is committed to a campaign until that is closed`);
  }

  return { openCampaign, checkNames, go, join, committedOf, checkFree };
}
