import { boolean, derive, integer, optional, player, rule, text } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { asWords, makersOf } from '../helpers/gallery-post.ts';
import { alphabetically, withLeast, withMost } from '../helpers/players.ts';
import type { Ballot, Bought, Display, Totaled } from '../helpers/types.ts';

export interface Asks {
  /** `round` is the one that begins: ballots are about the gallery of the last but one before it. */
  'total-votes'(words: { round: number; ballots: readonly Ballot[]; bonuses: Bought['bonuses'] }): Totaled;
}

export default rule((here) => {
  const { game, value, table, art, galleries, players, people, rounds, view, hook, maybe, secret, comment } =
    here;
  const points = table('points', { placeOnTheBallot: text(), points: integer() }).map((row) => row.points);
  const prizes = table('prizes', { placeInTheRanking: text(), kudos: integer(), price: integer() });

  const galleryOf = (round: number): Things['galleries'] | null => galleries.get(`gallery-${round}`);
  const piecesBy = (person: Person, round: number): readonly string[] =>
    (galleryOf(round)?.art ?? []).filter((id) => person.is(hook('submitter-of', { piece: id }, null)));
  const isSourced = (id: string, round: number): boolean =>
    round <= value('sources-waived-until') || (art.get(id)?.source ?? '') !== '';

  /** The best first; those with as many points as each other in a secret order. */
  const ranked = (): readonly Person[] => {
    const scores = [...new Set(players.map(({ roundScore }) => roundScore))].sort((a, b) => b - a);
    return scores.flatMap((score) =>
      secret.shuffle(alphabetically(players).filter(({ roundScore }) => roundScore === score)),
    );
  };

  /** The player whose ballot gave a piece the best place; null where no player's ballot names it. */
  const buyerOf = (id: string, ballots: readonly Ballot[]): Person | null => {
    for (const place of points.keys()) {
      const voters = ballots
        .filter(({ by, art: choices }) => choices[place] === id && players.has(by))
        .map(({ by }) => by);
      if (voters.length > 0)
        return (
          secret.pick(
            withLeast(alphabetically(voters), (voter) => maybe(() => view('collection-value', voter), 0)),
          ) ?? null
        );
    }
    return null;
  };

  const scoreTable = (round: number, ranking: readonly Person[]): string => {
    const titles = (person: Person): string =>
      piecesBy(person, round)
        .map((id) => asWords(art.get(id)?.title ?? id))
        .join(', ') || 'none submitted';
    const idle = alphabetically(people).filter(
      (person) => person.roundScore > 0 && !ranking.includes(person),
    );
    const rows = [
      ...ranking.map(
        (person, at) => `| ${at + 1} | ${person.label} | ${person.roundScore} | ${titles(person)} |`,
      ),
      ...idle.map((person) => `| – | ${person.label} (idle) | ${person.roundScore} | ${titles(person)} |`),
    ];
    return ['| Place | Name | Score | Art |', '| --- | --- | --- | --- |', ...rows].join('\n');
  };

  return {
    player: { roundScore: integer({ title: 'Round Score' }) },

    views: {
      scrupulous: derive({
        of: 'player',
        returns: boolean(),
        title: 'Scrupulous at the latest totaling',
        value: (person) =>
          rounds.get(`round-${game.round}`)?.scrupulous.some((one) => one.is(person)) ?? false,
      }),
      buyer: derive({
        of: 'text',
        returns: optional(player({ who: 'anybody' })),
        title: 'Whom a piece was displayed to',
        value: (id) =>
          rounds
            .all()
            .flatMap(({ displays }) => displays)
            .find((display) => display.art === id)?.buyer ?? null,
      }),
    },

    hooks: {
      /** A Round Score is no resource: no table tracks it for good, so nothing of it can be claimed. */
      'may-take'({ action, params, refuse }) {
        if (action.id === 'claim-favour' && params['resource'] === 'round-score')
          refuse('resource', 'a Round Score is not tabular');
      },

      'total-votes'({ round, ballots, bonuses }) {
        const judged = round - 2;
        const isScrupulous = (person: Person): boolean =>
          ballots.some(({ by }) => by.is(person)) &&
          piecesBy(person, judged).every((id) => isSourced(id, judged));
        const scrupulous = alphabetically(players).filter(isScrupulous);
        for (const person of scrupulous) maybe(() => person.gain('kudos', value('scrupulous-kudos')));

        for (const person of people) if (person.roundScore !== 0) person.roundScore = 0;
        for (const { to, points: extra } of bonuses) to.gain('roundScore', extra);
        const pointsOf = new Map<string, number>();
        for (const { art: choices } of ballots) {
          for (const [place, scored] of points.entries()) {
            const id = choices[place];
            if (id === undefined) continue;
            pointsOf.set(id, (pointsOf.get(id) ?? 0) + scored);
            hook('submitter-of', { piece: id }, null)?.gain('roundScore', scored);
          }
        }

        const ranking = ranked();
        const displays: Display[] = [];
        for (const [place, { kudos, price }] of prizes.entries()) {
          const person = ranking[place];
          if (person === undefined) break;
          maybe(() => person.gain('kudos', kudos));
          const shown = piecesBy(person, judged).filter((id) => pointsOf.has(id));
          const piece =
            shown.length === 0 ? undefined : secret.pick(withMost(shown, (id) => pointsOf.get(id) ?? 0));
          const buyer = piece === undefined ? null : buyerOf(piece, ballots);
          if (piece === undefined || buyer === null) continue;
          const held = maybe(() => buyer.collection);
          if (held === undefined) continue;
          buyer.collection = [...held, { art: piece, price }];
          displays.push({ art: piece, buyer, price });
        }

        const gallery = galleryOf(judged);
        for (const id of gallery?.art ?? [])
          art.get(id)?.set({ submitter: hook('submitter-of', { piece: id }, null) });
        maybe(() => gallery?.set({ revealed: true }));
        const gallerysPost = hook('gallery-post', { round: judged }, null);
        const makers = makersOf((gallery?.art ?? []).flatMap((id) => art.get(id) ?? []));
        if (gallerysPost !== null && makers !== '') comment(gallerysPost, makers);
        return { scrupulous, ranking, displays, summary: scoreTable(judged, ranking) };
      },
    },
  };
});
