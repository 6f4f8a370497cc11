import type { Status } from '../../tick/read-status.ts';
import type { Wording } from '../../language/wording.ts';
import { statusAt } from '../../seat/read-table.ts';
import {
  formOf,
  type FormHandler,
  type FormAnswer,
  type FormButton,
  type FilledForm,
  type FormPart,
  type Visit,
} from '../../seat/forms/form.ts';
import { FormProblem } from '../../seat/forms/given.ts';
import { takeAction } from '../../seat/take-step.ts';
import { admitAll, LINKS, type Lobby } from './lobby.ts';
import { nameOfHolder, type LinkHolder, type Seats } from './seats.ts';
import type { Session, Sessions } from './session.ts';
import type { HomePages } from './home-pages.ts';
import type { Person } from '../../forge/events.ts';
import type { Waits } from '../../seat/waits.ts';

/** Can't be mistaken for an id, since none begins with a space. */
const OWN_SEAT = ' own';

interface Hosting {
  readonly lobby: Lobby;
  readonly seats: Seats;
  readonly sessions: Sessions;
  readonly session: Session;
  readonly shown: HomePages;
  readonly waitsOf: (who: Person | null) => Promise<Waits | null>;
}

/** The host's page: the lobby, and the links, each with a QR code, that can be withdrawn or replaced. */
export function linksHandler({ lobby, seats, sessions, session, shown, waitsOf }: Hosting): FormHandler {
  return {
    open: async (visit) => linksForm({ seats, session }, (await statusAt(visit.game)).roster, visit),
    send: async ({ given, isPractice, who, wording }) => {
      const { say } = wording;
      const { game } = shown;
      const admitted = given.one('admit', 1000);
      const refused = given.one('refuse', 200);
      if (admitted !== '') {
        const done = await admitAll(
          admitted,
          { lobby, seats, game, host: session, waitsOf, keep: (one) => sessions.keep(one) },
          wording,
        );
        return { step: NOTHING, done, goTo: '' };
      }
      if (refused !== '')
        return { step: NOTHING, done: say`${lobby.refuse(refused)} stays outside.`, goTo: '' };
      const lend = given.one('lend', 200);
      if (lend !== '' && isPractice) return lendSeat(seats, (await statusAt(game)).roster, lend, wording);
      const practice = given.one('practice', 10);
      if (practice !== '' && who !== null)
        return {
          step: await takeAction(game, who, 'game', { practice }),
          done: say`Done, for everybody to see.`,
          goTo: `do/${LINKS}/`,
        };
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
  if (isHead(who, roster))
    throw new FormProblem(403, () => say`Only ${who.name} may see this. Nothing has changed.`);
  const hostDid = say`played for ${who.name}`;
  return { step: NOTHING, done: say`You’re playing for ${who.name}.`, goTo: '', lend: who, hostDid };
}

/** Nobody else may see what the head of the game sees. */
function isHead(who: Person, roster: Status['roster']): boolean {
  return roster.some((one) => one.emperor === true && one.id === who.id);
}

async function codeOf(address: string): Promise<string> {
  // Loaded only here and for codes on a terminal; no other page needs it.
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { pixelSize: 4 }))}`;
}

async function lobbyPart({ seats, session }: Host, isOpen: boolean, { say }: Wording): Promise<FormPart> {
  return {
    id: 'lobby',
    title: isOpen ? say`Everybody scans this` : say`The door is closed`,
    meta: isOpen
      ? say`Or opens ${seats.url} and picks a name. You let them in here.`
      : say`Nobody new can ask to come in.`,
    code: isOpen ? await codeOf(seats.url) : undefined,
    wrong: [],
    diffs: [],
    links: session.seat === null ? [{ text: say`Choose your own name`, to: 'do/who/' }] : [],
    buttons: [
      isOpen
        ? { name: 'withdraw', value: idOf('newcomers'), label: say`Close the door` }
        : { name: 'give', value: idOf('newcomers'), label: say`Open the door` },
    ],
  };
}

type Host = Pick<Hosting, 'seats' | 'session'>;

async function linksForm(
  host: Host,
  roster: Status['roster'],
  { isPractice, who: sitting, wording }: Pick<Visit, 'isPractice' | 'who' | 'wording'>,
): Promise<FilledForm> {
  const { say } = wording;
  const { seats, session } = host;
  seats.rename(roster);
  const isOpen = seats.links.some(({ who, path }) => who === 'newcomers' && path !== null);
  const part = async ({ who, path }: Seats['links'][number]): Promise<FormPart> => {
    const address = path === null ? null : `${seats.url}${path}`;
    return {
      id: idOf(who).replace(' ', '-'),
      title: nameOfHolder(who, wording),
      meta: address ?? say`Withdrawn.`,
      code: address === null ? undefined : await codeOf(address),
      isFolded: true,
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
        ...(isPractice && typeof who === 'object' && who !== null && !isHead(who, roster)
          ? [{ name: 'lend', value: idOf(who), label: say`Play for ${who.name}` }]
          : []),
      ],
    };
  };
  return formOf({
    kind: LINKS,
    title: say`The lobby`,
    lede: isOpen
      ? say`Everybody can join with this code. Each player also has a link below: a browser that opens it plays as them at once.`
      : say`Each player has a link below: a browser that opens it plays as them at once.`,
    parts: await Promise.all([lobbyPart(host, isOpen, wording), ...seats.links.map(part)]),
    buttons:
      session.lent !== null
        ? [{ name: 'lend', value: OWN_SEAT, label: say`Play as yourself again` }]
        : roster.some(({ id, admin }) => admin && id === sitting?.id)
          ? [practiceButton(isPractice, wording)]
          : [],
  });
}

function practiceButton(isPractice: boolean, { say }: Wording): FormButton {
  return isPractice
    ? {
        name: 'practice',
        value: 'off',
        label: say`End the practice`,
        about: say`The clock follows real time again, and everybody plays for themselves.`,
      }
    : {
        name: 'practice',
        value: 'on',
        label: say`Make this a practice game`,
        about: say`You can skip ahead in time and play for others. Everybody sees that it is for practice.`,
      };
}

function nameInButton(who: LinkHolder, wording: Wording): string {
  return who === null ? wording.say`the host` : nameOfHolder(who, wording);
}

/** Prefixed with a space, so that no player's id is mistaken for these. */
function idOf(who: LinkHolder): string {
  if (who === null) return 'the host';
  return who === 'newcomers' ? 'the newcomers' : who.id;
}
