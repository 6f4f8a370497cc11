import { capitalised } from '../../kernel/sentence.ts';
import type { Status } from '../../apply/status.ts';
import type { Wording } from '../../language/wording.ts';
import { statusAt } from '../../seat/read-table.ts';
import { formOf } from '../../seat/forms/form.ts';
import type { FormHandler, FormAnswer, FilledForm, FormPart, Visit } from '../../seat/forms/form.ts';
import { FormProblem } from '../../seat/forms/given.ts';
import { nameOfHolder, type LinkHolder, type Seats } from './seats.ts';

/** Can't be mistaken for an id, since none begins with a space. */
const OWN_SEAT = ' own';

export const LINKS = 'links';

/** The host's page, on which each link has a QR code and can be withdrawn or replaced. */
export function linksHandler(seats: Seats): FormHandler {
  return {
    open: (visit) => linksForm(seats, visit),
    send: async ({ given, game, isPractice, wording }) => {
      const { say } = wording;
      const lend = given.one('lend', 200);
      if (lend !== '' && isPractice) return lendSeat(seats, (await statusAt(game)).roster, lend, wording);
      const action = given.one('give', 200) === '' ? 'withdraw' : 'give';
      const found = seats.links.find(({ who }) => idOf(who) === given.one(action, 200));
      if (found === undefined)
        throw new FormProblem(400, () => say`There’s no such link. Nothing has changed.`);
      if (action === 'give') seats.invite(found.who);
      else seats.withdraw(found.who);
      const name = nameOfHolder(found.who, wording);
      const done =
        action === 'give'
          ? say`${name} has a new link; the old one no longer works.`
          : say`${name}’s link no longer works.`;
      return { step: NOTHING, done, goTo: `do/${LINKS}/` };
    },
  };
}

const NOTHING = { ok: true, said: [], post: null } as const;

/** In a practice game, lets the host sit in for somebody, or return to their own seat. */
function lendSeat(seats: Seats, roster: Status['roster'], id: string, { say }: Wording): FormAnswer {
  if (id === OWN_SEAT)
    return { step: NOTHING, done: say`You’re playing as yourself again.`, goTo: '', lend: null };
  const who = seats.links.map((link) => link.who).find((one) => idOf(one) === id);
  if (typeof who !== 'object' || who === null)
    throw new FormProblem(400, () => say`There’s no such player here. Nothing has changed.`);
  if (roster.some((one) => one.emperor === true && one.id === who.id))
    throw new FormProblem(403, () => say`Only ${who.name} may see this. Nothing has changed.`);
  const hostDid = say`played for ${who.name}`;
  return { step: NOTHING, done: say`You’re playing for ${who.name}.`, goTo: '', lend: who, hostDid };
}

async function linksForm(
  seats: Seats,
  { isPractice, wording }: Pick<Visit, 'isPractice' | 'wording'>,
): Promise<FilledForm> {
  const { say } = wording;
  // Loaded only here and where a terminal shows codes; no other page needs it.
  const { renderSVG } = await import('uqr');
  const part = ({ who, path }: Seats['links'][number]): FormPart => {
    const address = path === null ? null : `${seats.url}${path}`;
    const svg = address === null ? null : renderSVG(address, { pixelSize: 4 });
    return {
      id: idOf(who).replace(' ', '-'),
      title: capitalised(nameOfHolder(who, wording)),
      meta: address ?? say`Withdrawn.`,
      code: svg === null ? undefined : `data:image/svg+xml,${encodeURIComponent(svg)}`,
      wrong: [],
      diffs: [],
      links: [],
      buttons: [
        { name: 'give', value: idOf(who), label: say`New link for ${nameInButton(who, wording)}` },
        ...(path === null
          ? []
          : [
              {
                name: 'withdraw',
                value: idOf(who),
                label: say`Withdraw the link of ${nameInButton(who, wording)}`,
              },
            ]),
        ...(isPractice && typeof who === 'object' && who !== null
          ? [{ name: 'lend', value: idOf(who), label: say`Play for ${who.name}` }]
          : []),
      ],
    };
  };
  return formOf({
    kind: LINKS,
    title: say`Player links`,
    lede: say`A link makes the person who opens it play as that player. Send each player their own; phones can scan the code. A withdrawn link stops working, and a new link replaces the old one.`,
    parts: seats.links.map(part),
    buttons: isPractice ? [{ name: 'lend', value: OWN_SEAT, label: say`Play as yourself again` }] : [],
  });
}

function nameInButton(who: LinkHolder, wording: Wording): string {
  return who === null ? wording.say`the host` : nameOfHolder(who, wording);
}

/** Prefixed with a space, so that no player's id is mistaken for these. */
function idOf(who: LinkHolder): string {
  if (who === null) return 'the host';
  return who === 'newcomers' ? 'the newcomers' : who.id;
}
