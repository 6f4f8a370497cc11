import { action, hoursBetween, optional, rule, text, type Things } from 'gitnomic/rules';
import { ledBy } from '../helpers/campaigning.ts';
import { type Creature, equivalent, has, idOf, inWords, without } from '../helpers/creatures.ts';
import type { Fight, Force } from '../helpers/forces.ts';
import type { Elements } from '../helpers/lists.ts';
import { actingAsPlayer, ask, isAlliedTo, type Owner, stableOf } from '../helpers/owners.ts';
import '../helpers/questions.ts';

type Campaign = Things['campaigns'];

/** A battle of the campaign: whose it was, and how it went. */
interface Battle {
  readonly player: Owner;
  readonly battlefield: string;
  readonly elements: Elements;
  readonly won: boolean;
}

const ARMIES = 'armies-to-the-west';

export default rule((game) => {
  const { refuse, value, words } = game;
  const openCampaign = (): Campaign =>
    game.campaigns.find(({ number, status }) => status === 'open' && number === game.game.openCampaign) ??
    refuse('no campaign is open');

  function western(numbers: readonly number[]): Force {
    const elements = numbers.map((strength, at) => ({
      creature: { type: `${words('emu')}${at + 1}`, qualities: [] },
      strength,
    }));
    return { commander: ARMIES, owner: null, elements, underling: null };
  }

  function fightAll(campaign: Campaign, armies: Force): Battle[] {
    return campaign.entries.flatMap(({ player: id, battlefield }) => {
      const player = game.players.get(id);
      const led = ledBy(game, campaign, id);
      if (player === null || led === null) return [];
      const fight: Fight = {
        id: `${campaign.id}-${id}`,
        battlefield,
        first: { commander: id, owner: player, ...led },
        second: armies,
      };
      const fought = ask(game, 'fight', fight, null) ?? refuse('no rule says how battles are fought');
      const won = fought.triumphant === id;
      if (won) ask(game, 'receive-favor', { owner: player, amount: value('glory') + campaign.number }, 0);
      return [{ player, battlefield, elements: led.elements, won }];
    });
  }

  /** What stood where the one strongest Emu stands is lost, won or not. */
  function bury(
    battles: readonly Battle[],
    numbers: readonly number[],
  ): { player: string; creature: string }[] {
    const strongest = Math.max(...numbers);
    const at = numbers.indexOf(strongest);
    if (numbers.lastIndexOf(strongest) !== at) return [];
    return battles.flatMap(({ player, elements }) => {
      const creature = elements[at]?.creature;
      const isSpared =
        creature === undefined ||
        has(creature, idOf(words('spared'))) ||
        isAlliedTo(player, words('protector'));
      return isSpared ? [] : [lose(player, creature)];
    });
  }

  function lose(player: Owner, creature: Creature): { player: string; creature: string } {
    const place = stableOf(player).findIndex((one) => equivalent(one, creature));
    if (place >= 0) player.set({ stable: without(stableOf(player), place) });
    return { player: player.id, creature: inWords(creature) };
  }

  function close(campaign: Campaign): void {
    const sides = value('die-factor') * campaign.number + value('die-base');
    const numbers = Array.from({ length: ask(game, 'battle-slots', {}, 5) }, () => game.dice(sides));
    game.game.westernForce = numbers;
    const battles = fightAll(campaign, western(numbers));
    const casualties = bury(battles, numbers);
    const successful = campaign.battlefields.every((field) =>
      battles.some(({ battlefield, won }) => won && battlefield === field),
    );
    game.game.militarySituation += successful ? value('step') : -value('step');
    if (!successful) shame(battles);
    campaign.set({ status: 'closed', successful, casualties });
    game.game.openCampaign = null;
  }

  function shame(battles: readonly Battle[]): void {
    for (const player of game.players) {
      if (battles.some((battle) => battle.player.is(player))) continue;
      player.favor = Math.max(Math.min(player.favor, value('floor')), player.favor - value('shame'));
    }
  }

  return {
    actions: {
      'close-campaign': action({
        title: 'Close the campaign',
        sentence: 'closed the campaign',
        by: ['player', 'emperor'],
        with: { for: optional(text({ from: 'players' })) },
        check({ actor, for: as }) {
          actingAsPlayer(game, actor, as);
          const { posted } = openCampaign();
          if (posted === null || hoursBetween(posted, game.now) < game.hours('open'))
            refuse(`a campaign can be closed when ${game.words('open')} have passed`);
        },
        effect: () => close(openCampaign()),
      }),
    },
  };
});
