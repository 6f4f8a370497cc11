import { findPerson, namedPeople } from '../../session/position/person-id.ts';
import { readGame } from '../../store/read-game.ts';
import { statusAt } from '../../seat/read-table.ts';
import type { HomeGame } from '../../host/game.ts';
import { defineCommand, type Ending, failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { describeLinks, nameOfHolder, Seats, type LinkHolder } from '../home/seats.ts';
import { gameOptions, homeGameOf } from '../local/game-options.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

export const command = defineCommand({
  usage: 'links [options]',
  details:
    'Lists the links that seat people in a game served by `start --host`. They stay the same from start to start, in a file of the game that only its owner can read. A link that is withdrawn or replaced stops working at once, even while the server runs. NAME is a person, or :host or :newcomers.',
  examples: [
    { line: 'links --codes', does: 'each link, with a QR code for phones' },
    { line: 'links --withdraw bo', does: 'stop Bo’s link from working' },
    { line: 'links --give :host', does: 'a new link for the host, which replaces the old one' },
  ],
  options: {
    ...gameOptions,
    give: { type: 'string', value: 'NAME', summary: 'make a new link in place of the old one' },
    withdraw: { type: 'string', value: 'NAME', summary: 'withdraw this link' },
    codes: { type: 'boolean', summary: 'also show each link as a QR code' },
  },
  async run(context): Promise<Ending> {
    const { values, give } = context;
    const game = await homeGameOf(context);
    const seats = new Seats(game.folder);
    if (values.withdraw !== undefined) seats.withdraw(await holderOf(game, seats, values.withdraw));
    if (values.give !== undefined) seats.invite(await holderOf(game, seats, values.give));
    seats.rename(namedPeople(readGame(await game.content()).state?.players ?? {}));
    const links = seats.links.map(({ who, path }) => ({
      for: who === null ? ':host' : who === 'newcomers' ? ':newcomers' : who.id,
      address: path === null ? null : `${seats.url}${path}`,
    }));
    const codes = values.codes === true ? await codesOf(seats) : [];
    const none = [
      `The game in ${game.folder} has no links yet: \`gitnomic start --host ADDRESS\` draws them.`,
    ];
    return give(
      { links },
      () => `${[...(links.length === 0 ? none : describeLinks(seats)), ...codes].join('\n')}\n`,
    );
  },
});

async function holderOf(game: HomeGame, seats: Seats, name: string): Promise<LinkHolder> {
  if (name === ':host') return null;
  if (name === ':newcomers') return 'newcomers';
  const { roster } = await statusAt(game);
  const people = [
    ...roster,
    ...seats.links.flatMap(({ who }) => (typeof who === 'object' ? (who ?? []) : [])),
  ];
  const found = findPerson(people, name);
  if (found !== null) return { id: found.id, name: found.name, bot: false };
  const meant = meantBy(name, [':host', ':newcomers', ...people.flatMap((one) => [one.name, one.id])]);
  throw failure(
    'refused',
    'no-such-person',
    `Nobody in the game, and nobody with a link, is called ${name}${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
    { expected: [...new Set([':host', ':newcomers', ...people.map(({ id }) => id)])].join(', ') },
  );
}

async function codesOf(seats: Seats): Promise<readonly string[]> {
  const { renderUnicodeCompact } = await import('uqr');
  return seats.links.flatMap(({ who, path }) =>
    path === null ? [] : ['', nameOfHolder(who, IN_ENGLISH), renderUnicodeCompact(`${seats.url}${path}`)],
  );
}
