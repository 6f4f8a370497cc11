import { capitalised } from '../../kernel/sentence.ts';
import type { Status } from '../../apply/status.ts';
import { statusAt } from '../../seat/read-table.ts';
import { formOf, type Door, type DoorAnswer, type DoorForm, type DoorPart } from '../../seat/doors/door.ts';
import { DoorProblem } from '../../seat/doors/given.ts';
import { nameOfHolder, type LinkHolder, type Seats } from './seats.ts';

/** Can't be mistaken for an id, since none begins with a space. */
const OWN_SEAT = ' own';

/** The name of the host's page of links. */
export const LINKS = 'links';

/** The host's page, on which each link has a QR code and can be withdrawn or replaced. */
export function linksDoor(seats: Seats): Door {
  return {
    open: ({ isPractice }) => linksForm(seats, isPractice),
    send: async ({ given, game, isPractice }) => {
      const lend = given.one('lend', 200);
      if (lend !== '' && isPractice) return lendSeat(seats, (await statusAt(game)).roster, lend);
      const action = given.one('give', 200) === '' ? 'withdraw' : 'give';
      const found = seats.links.find(({ who }) => idOf(who) === given.one(action, 200));
      if (found === undefined) throw new DoorProblem(400, 'There is no such link. Nothing was done.');
      if (action === 'give') seats.invite(found.who);
      else seats.withdraw(found.who);
      const done = `The link of ${nameOfHolder(found.who)} is ${action === 'give' ? 'new, and the old one seats nobody' : 'withdrawn'}.`;
      return { step: NOTHING, done, goTo: `do/${LINKS}/` };
    },
  };
}

const NOTHING = { ok: true, said: [], post: null } as const;

/** In a practice game, lets the host sit in for somebody, or return to their own seat. */
function lendSeat(seats: Seats, roster: Status['roster'], id: string): DoorAnswer {
  if (id === OWN_SEAT) return { step: NOTHING, done: 'You have your own seat again.', goTo: '', lend: null };
  const who = seats.links.map((link) => link.who).find((one) => idOf(one) === id);
  if (typeof who !== 'object' || who === null)
    throw new DoorProblem(400, 'There is no such seat. Nothing was done.');
  if (roster.some((one) => one.emperor && one.id === who.id))
    throw new DoorProblem(403, `Only ${who.name} may see their private side. Nothing was done.`);
  const hostDid = `sat in for ${who.name}`;
  return { step: NOTHING, done: `You sit in for ${who.name}.`, goTo: '', lend: who, hostDid };
}

async function linksForm(seats: Seats, isPractice: boolean): Promise<DoorForm> {
  // Loaded only here and where a terminal shows codes; no other page needs it.
  const { renderSVG } = await import('uqr');
  const part = ({ who, path }: Seats['links'][number]): DoorPart => {
    const address = path === null ? null : `${seats.url}${path}`;
    const svg = address === null ? null : renderSVG(address, { pixelSize: 4 });
    return {
      id: idOf(who).replace(' ', '-'),
      title: capitalised(nameOfHolder(who)),
      meta: address ?? 'Withdrawn.',
      code: svg === null ? undefined : `data:image/svg+xml,${encodeURIComponent(svg)}`,
      wrong: [],
      diffs: [],
      links: [],
      buttons: [
        { name: 'give', value: idOf(who), label: `Give ${nameInButton(who)} a new link` },
        ...(path === null
          ? []
          : [{ name: 'withdraw', value: idOf(who), label: `Withdraw the link of ${nameInButton(who)}` }]),
        ...(isPractice && typeof who === 'object' && who !== null
          ? [{ name: 'lend', value: idOf(who), label: `Sit in for ${who.name}` }]
          : []),
      ],
    };
  };
  return formOf({
    door: LINKS,
    title: 'Seat links',
    lede: 'A link seats the browser that opens it. Give each person their own; on a phone, point its camera at the code. A link that is withdrawn seats nobody from then on, and a new one takes the place of the old.',
    parts: seats.links.map(part),
    buttons: isPractice ? [{ name: 'lend', value: OWN_SEAT, label: 'Back to your own seat' }] : [],
  });
}

function nameInButton(who: LinkHolder): string {
  if (who === null) return 'the host';
  return nameOfHolder(who);
}

/** Prefixed with a space, so that no player's id is mistaken for these. */
function idOf(who: LinkHolder): string {
  if (who === null) return 'the host';
  return who === 'newcomers' ? 'the newcomers' : who.id;
}
