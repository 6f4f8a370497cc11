import {
  action,
  choice,
  data,
  derive,
  boolean,
  hoursBetween,
  integer,
  list,
  map,
  optional,
  post,
  record,
  rule,
  text,
  thing,
  time,
  type Player,
  type Things,
} from 'gitnomic/rules';
import { type Creature, equivalent, idOf, inWords, sorted } from './helpers/creatures.ts';
import { meansOf } from './helpers/forces.ts';
import { type Elements, readList, shownList } from './helpers/lists.ts';
import { actingAsPlayer, ask, isAlliedTo, type Owner, stableOf } from './helpers/owners.ts';
import './helpers/questions.ts';

type Campaign = Things['campaigns'];

/** What somebody leads into a campaign, kept as it was when they joined. */
interface Led {
  readonly elements: Elements;
  readonly underling: string | null;
}

export default rule((game) => {
  const { refuse, value, words } = game;

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
      refuse(`${player.label} has joined already`);
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
    const led = openCampaign()?.led[owner.id] as Led | undefined;
    return led?.elements.flatMap((element) => element?.creature ?? []) ?? [];
  }

  /** Of twins one may be free. */
  function checkFree(owner: Owner, creature: Creature): void {
    const count = (creatures: readonly Creature[]): number =>
      creatures.filter((one) => equivalent(one, creature)).length;
    if (count(stableOf(owner)) <= count(committedOf(owner)))
      refuse(`${inWords(creature)} is committed to a campaign until that is closed`);
  }

  function hasLasted(since: string | null, hours: number, inclusive: boolean): boolean {
    if (since === null) return false;
    const lasted = hoursBetween(since, game.now);
    return inclusive ? lasted >= hours : lasted > hours;
  }

  const hasWon = (allied: string | null, situation: string | null): boolean =>
    hasLasted(allied, value('alliance-hours'), false) && hasLasted(situation, value('situation-hours'), true);

  return {
    game: {
      militarySituation: integer({ min: null, start: value('peace') }),
      highSince: optional(time()),
      lowSince: optional(time()),
      campaignNumber: integer(),
      openCampaign: optional(integer()),
      westernForce: optional(list(integer())),
    },
    player: { majestySince: optional(time()), ambassadorSince: optional(time()) },
    things: {
      campaigns: {
        title: 'Campaigns',
        fields: {
          number: integer(),
          status: choice(['open', 'closed'], { start: 'open' }),
          posted: time(),
          battlefields: list(text()),
          entries: list(record({ player: text(), battlefield: text(), list: list(data()) })),
          casualties: list(record({ player: text(), creature: text() })),
          successful: optional(boolean()),
          led: map(data()),
          post: optional(post()),
        },
      },
    },
    posts: { campaign: { title: 'Campaign', official: true } },

    actions: {
      'go-on-campaign': action({
        title: 'Go on campaign',
        by: 'emperor',
        with: { names: list(text()) },
        check({ names }) {
          if (openCampaign() !== null) refuse('a campaign is open');
          checkNames(names);
        },
        effect: ({ actor, names }) => go(actor, names),
      }),

      'join-campaign': action({
        title: 'Join the campaign',
        by: ['player', 'emperor'],
        with: { battlefield: thing('battlefields'), list: list(data()), for: optional(text()) },
        check: ({ actor, for: as, battlefield, list: given }) =>
          void join(actingAsPlayer(game, actor, as), battlefield.id, given),
        effect({ actor, battlefield, list: given }) {
          const { campaign, led } = join(actor, battlefield.id, given);
          const entry = { player: actor.id, battlefield: battlefield.id, list: shownList(led.elements) };
          campaign.set({ entries: [...campaign.entries, entry], led: { ...campaign.led, [actor.id]: led } });
        },
      }),
    },

    views: {
      committed: derive({
        of: 'player',
        returns: list(text()),
        value: (player) => sorted(committedOf(player).map(inWords)),
      }),
      'achieved-victory': derive({
        of: 'player',
        returns: boolean(),
        value: ({ majestySince, ambassadorSince }) =>
          hasWon(majestySince, game.game.highSince) || hasWon(ambassadorSince, game.game.lowSince),
      }),
    },

    hooks: {
      committed: ({ owner }) => committedOf(owner),
      'may-leave'({ owner, creature }, next) {
        next();
        checkFree(owner, creature);
      },
      'may-use'({ owner, creature }, next) {
        next();
        checkFree(owner, creature);
      },
    },

    on: {
      /** Since when something has been so, however it came about. */
      changed() {
        const { militarySituation, highSince, lowSince } = game.game;
        game.game.highSince = militarySituation > value('high') ? (highSince ?? game.now) : null;
        game.game.lowSince = militarySituation < value('low') ? (lowSince ?? game.now) : null;
        for (const person of game.people) {
          person.majestySince = isAlliedTo(person, words('crown')) ? (person.majestySince ?? game.now) : null;
          person.ambassadorSince = isAlliedTo(person, words('envoy'))
            ? (person.ambassadorSince ?? game.now)
            : null;
        }
      },
    },
  };
});
