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
} from 'gitnomic/rules';
import { campaigning } from './helpers/campaigning.ts';
import { foresee } from './helpers/foreseeing.ts';
import { inWords, sorted } from './helpers/creatures.ts';
import { PLAN, shownList } from './helpers/lists.ts';
import { actingAsPlayer, isAlliedTo } from './helpers/owners.ts';
import './helpers/questions.ts';

export default rule((game) => {
  const { refuse, value, words } = game;
  // Needed whatever happens: without them the text is not let in, rather than everything refused.
  const [high, low] = [value('high'), value('low')];
  const [crown, envoy] = [words('crown'), words('envoy')];
  const { openCampaign, checkNames, go, join, committedOf, checkFree } = campaigning(game);

  function hasLasted(since: string | null, hours: number, inclusive: boolean): boolean {
    if (since === null) return false;
    const lasted = hoursBetween(since, game.now);
    return inclusive ? lasted >= hours : lasted > hours;
  }

  const hasWon = (allied: string | null, situation: string | null): boolean =>
    hasLasted(allied, game.hours('alliance'), false) && hasLasted(situation, game.hours('situation'), true);

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
          posted: optional(time()),
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
        sentence: 'went on campaign',
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
        sentence: 'joined the campaign',
        by: ['player', 'emperor'],
        with: {
          battlefield: thing('battlefields'),
          list: list(data(), { about: PLAN }),
          for: optional(text({ from: 'players' })),
        },
        check: ({ actor, for: as, battlefield, list: given }) =>
          void join(actingAsPlayer(game, actor, as), battlefield.id, given),
        effect({ actor, battlefield, list: given }) {
          const { campaign, led } = join(actor, battlefield.id, given);
          game.result(foresee(game, actor, { battlefield: battlefield.id, list: given }).join('\n'));
          const entry = { player: actor.id, battlefield: battlefield.id, list: shownList(led.elements) };
          campaign.set({ entries: [...campaign.entries, entry], led: { ...campaign.led, [actor.id]: led } });
        },
      }),
    },

    views: {
      committed: derive({
        of: 'text',
        returns: list(text()),
        value: (id) => sorted(committedOf({ id }).map(inWords)),
      }),
      // Only players win: not the idle, not the emperor, nor anybody who is no person.
      'may-declare-victory': derive({
        of: 'text',
        returns: boolean(),
        value(id) {
          const player = game.players.get(id);
          if (player === null) return false;
          return (
            hasWon(player.majestySince, game.game.highSince) ||
            hasWon(player.ambassadorSince, game.game.lowSince)
          );
        },
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
        game.game.highSince = militarySituation > high ? (highSince ?? game.now) : null;
        game.game.lowSince = militarySituation < low ? (lowSince ?? game.now) : null;
        for (const person of game.people) {
          person.majestySince = isAlliedTo(person, crown) ? (person.majestySince ?? game.now) : null;
          person.ambassadorSince = isAlliedTo(person, envoy) ? (person.ambassadorSince ?? game.now) : null;
        }
      },
    },
  };
});
