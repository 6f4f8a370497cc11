import { later } from '#platform/turns.ts';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { IN_ENGLISH, type Wording } from '../../language/wording.ts';
import { findPerson } from '../../play/person-id.ts';
import { fieldFor, formOf, type FilledForm, type FormHandler } from '../../seat/forms/form.ts';
import { FormProblem } from '../../seat/forms/given.ts';
import { seatHandler } from '../../seat/forms/who.ts';
import { joinsByPost } from '../../seat/let-in.ts';
import { statusAt } from '../../seat/read-table.ts';
import { takeAction } from '../../seat/take-step.ts';
import type { Waits } from '../../seat/waits.ts';
import type { Reply } from './reply.ts';
import { hashOf, type Seats } from './seats.ts';
import type { Session } from './session.ts';

/** The name of the hosts' form about links and the lobby. */
export const LINKS = 'links';
/** More people than this can't wait at once, so that strangers can't fill the host's page. */
const MOST_WAITING = 20;
/** A page that opens the next one is gone for a moment. */
const LEAVES_AFTER_MS = 2_000;

/** The people who have a page of the game open, and those who wait for the host to let them in. */
export class Lobby {
  readonly #pages = new Map<Reply, Session>();
  readonly #waiting = new Map<string, { readonly session: Session; readonly who: Person }>();
  readonly #seats: Seats | undefined;
  readonly #tell: (line: string) => void;
  #here: readonly string[] = [];

  /** `tell` prints on the host's terminal. */
  constructor(seats: Seats | undefined, tell: (line: string) => void) {
    this.#seats = seats;
    this.#tell = tell;
  }

  /** The names of the people who have a page open, without those who only watch. */
  get here(): readonly string[] {
    const names = [...this.#pages.values()].flatMap(({ seat }) => (seat === null ? [] : [seat.name]));
    return [...new Set(names)].toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  }

  /** The host closes the door by withdrawing the link for new players. */
  get isOpen(): boolean {
    return this.#seats?.links.some(({ who, path }) => who === 'newcomers' && path !== null) === true;
  }

  /** The name under which somebody has asked to come in. */
  askedBy({ id }: Session): string | null {
    return this.#waiting.get(hashOf(id))?.who.name ?? null;
  }

  follow(reply: Reply, session: Session): void {
    this.#pages.set(reply, session);
    reply.onLeft(() => {
      this.#pages.delete(reply);
      later(() => this.tellWhoIsHere(), LEAVES_AFTER_MS);
    });
    reply.write(this.#message());
    this.tellWhoIsHere();
  }

  tellWhoIsHere(): void {
    const now = this.here;
    if (now.join('\n') === this.#here.join('\n')) return;
    this.#here = now;
    const { say } = IN_ENGLISH;
    if (this.#seats !== undefined)
      this.#tell(now.length === 0 ? say`Nobody is here.` : say`Here: ${now.join(', ')}`);
    for (const reply of this.#pages.keys()) reply.write(this.#message());
  }

  ask(session: Session, who: Person): void {
    const key = hashOf(session.id);
    if (!this.#waiting.has(key) && this.#waiting.size >= MOST_WAITING)
      throw new FormProblem(
        429,
        ({ say }) => say`Too many people are waiting. Ask the host to let some in first.`,
      );
    this.#waiting.set(key, { session, who });
    const { say } = IN_ENGLISH;
    this.#tell(say`${who.name} wants to come in. The host lets them in on any page of the game.`);
  }

  /** Ends somebody's waiting, and returns the person and the browser that asked. */
  take(key: string): { readonly session: Session; readonly who: Person } {
    const found = this.#waiting.get(key);
    if (found === undefined)
      throw new FormProblem(409, ({ say }) => say`They aren’t waiting any more. Nothing has changed.`);
    this.#waiting.delete(key);
    return found;
  }

  /** The host's answer to those who wait, shown on each page; null if nobody does. */
  form({ say }: Wording): FilledForm | null {
    if (this.#waiting.size === 0) return null;
    return formOf({
      kind: LINKS,
      title: say`At the door`,
      hidden: { on: 'door' },
      buttons: [...this.#waiting].flatMap(([key, { who }]) => [
        { name: 'admit', value: key, label: say`Let ${who.name} in`, main: true },
        { name: 'refuse', value: key, label: say`Not ${who.name}` },
      ]),
    });
  }

  #message(): string {
    return `event:here\ndata:${JSON.stringify(this.here)}\n\n`;
  }
}

interface Coming {
  readonly lobby: Lobby;
  readonly seats: Seats;
  readonly session: Session;
}

/** Asks everybody who comes without a link for a name, under which the host lets them in. */
export function lobbyHandler({ lobby, seats, session }: Coming): FormHandler {
  const [isHost, hasLink] = [seats.isHosts(session.hostLink), seats.isNewcomers(session.link)];
  return {
    open: async (visit) => {
      const { say } = visit.wording;
      const form = await seatHandler.open(visit);
      if (isHost) return form;
      const asked = lobby.askedBy(session);
      return {
        ...form,
        lede:
          asked === null
            ? say`Choose your name, or enter a new one. The host then lets you in.`
            : say`You asked to come in as ${asked}. This page changes once the host has let you in.`,
        fields: form.fields.map((field) =>
          field.name === 'new' ? fieldFor({ ...field, about: null }) : field,
        ),
      };
    },
    send: async (visit) => {
      const { say } = visit.wording;
      const done = await seatHandler.send(visit);
      if (!('sit' in done) || done.sit === undefined) return done;
      const { sit: who, ...rest } = done;
      const { roster } = await statusAt(visit.game);
      if (isHost || (hasLink && seats.isFree(who, roster))) {
        seatBrowser(seats, session, who);
        return rest;
      }
      lobby.ask(session, who);
      return { ...rest, goTo: '', done: say`The host has been asked to let you in as ${who.name}.` };
    },
  };
}

interface Admitting {
  readonly lobby: Lobby;
  readonly seats: Seats;
  readonly game: HomeGame;
  /** The player in whose seat the host is. */
  readonly as: Person | null;
  readonly waitsOf: (who: Person | null) => Promise<Waits | null>;
  readonly keep: (session: Session) => void;
}

/**
 * Seats somebody who has waited. A newcomer's request to join is posted for them, and if the host is an Admin whom the
 * rules let answer it, this is the answer too.
 */
export async function admit(
  key: string,
  { lobby, seats, game, as, waitsOf, keep }: Admitting,
): Promise<Person> {
  const { session, who } = lobby.take(key);
  seatBrowser(seats, session, who);
  keep(session);
  lobby.tellWhoIsHere();
  const { roster } = await statusAt(game);
  if (findPerson(roster, who.id) !== null || !(await joinsByPost(game, who))) return who;
  const letIn = (await waitsOf(as))?.acts.find(({ on }) => on?.id === who.id);
  if (as !== null && letIn?.on) await takeAction(game, as, letIn.action, { [letIn.on.param]: who.id });
  return who;
}

function seatBrowser(seats: Seats, session: Session, who: Person): void {
  session.link = seats.linkFor(who);
  session.seat = who;
}
