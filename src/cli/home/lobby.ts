import { later } from '#platform/turns.ts';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { IN_ENGLISH, type Wording } from '../../language/wording.ts';
import { findPerson } from '../../session/position/person-id.ts';
import { fieldFor, formOf, type FilledForm, type FormHandler } from '../../seat/forms/form.ts';
import { FormProblem } from '../../seat/forms/given.ts';
import { seatHandler } from '../../seat/forms/who.ts';
import { joinsByPost } from '../../seat/let-in.ts';
import { statusAt } from '../../seat/read-table.ts';
import { takeAction } from '../../seat/take-step.ts';
import type { Waits } from '../../seat/waits.ts';
import type { Reply } from './reply.ts';
import { hashOf, MOST_STRANGERS, type Seats } from './seats.ts';
import type { Session } from './session.ts';

/** The name of the hosts' form about links and the lobby. */
export const LINKS = 'links';
/** A page that opens the next one is gone for a moment. */
const LEAVES_AFTER_MS = 2_000;

/** Somebody who has asked to come in, from one or more browsers. */
interface Asking {
  readonly who: Person;
  readonly sessions: readonly Session[];
  readonly key: string;
}

/** The people who have a page of the game open, and those who wait for the host to let them in. */
export class Lobby {
  readonly #pages = new Map<Reply, Session>();
  readonly #asking = new Map<Session['id'], { readonly session: Session; readonly who: Person }>();
  /** The names of those whom the host has refused. */
  readonly #refused = new WeakMap<Session, string>();
  /** Those whom a host without a seat has let in: the rules ask a player, so they are let into the game once the host has one. */
  readonly #admitted = new WeakMap<Session, readonly Person[]>();
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

  /** The host closes it by withdrawing the link for new players. */
  get isOpen(): boolean {
    return this.#seats?.links.some(({ who, path }) => who === 'newcomers' && path !== null) === true;
  }

  /** The name under which somebody has asked to come in, and the one under which the host has refused them. */
  answerTo(session: Session): { readonly asked: string | null; readonly refused: string | null } {
    return {
      asked: this.#asking.get(session.id)?.who.name ?? null,
      refused: this.#refused.get(session) ?? null,
    };
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
    if (!this.#asking.has(session.id) && this.#asking.size >= MOST_STRANGERS)
      throw new FormProblem(
        429,
        ({ say }) => say`Too many people are waiting. Ask the host to let some in first.`,
      );
    this.#asking.set(session.id, { session, who });
    this.#refused.delete(session);
    const { say } = IN_ENGLISH;
    this.#tell(say`${who.name} wants to come in. The host lets them in on any page of the game.`);
  }

  /** The people who wait, each under a key for the browsers that ask: with another browser it changes. */
  get #waiting(): readonly Asking[] {
    const people = Map.groupBy(this.#asking.values(), ({ who }) => who.id);
    return [...people.values()].flatMap(([first, ...more]) => {
      if (first === undefined) return [];
      const sessions = [first, ...more].map(({ session }) => session);
      return [{ who: first.who, sessions, key: keyOf(sessions) }];
    });
  }

  /** Ends the waiting of those under these keys, and returns them: who came after the page was shown goes on waiting. */
  take(keys: string): readonly Asking[] {
    const shown = keys.split(' ');
    const found = this.#waiting.filter(({ key }) => shown.includes(key));
    if (found.length === 0)
      throw new FormProblem(
        409,
        ({ say }) => say`Other people are waiting now than this page showed. Nothing was done.`,
      );
    for (const { id } of found.flatMap(({ sessions }) => sessions)) this.#asking.delete(id);
    return found;
  }

  /** Ends the waiting of somebody, who is told that they stay outside. */
  refuse(key: string): string {
    const found = this.take(key);
    for (const { who, sessions } of found) for (const one of sessions) this.#refused.set(one, who.name);
    return found.map(({ who }) => who.name).join(', ');
  }

  /** Notes that this host has let them in, or returns whom they have. */
  admittedBy(host: Session, who: readonly Person[] = []): readonly Person[] {
    const all = [...(this.#admitted.get(host) ?? []), ...who];
    this.#admitted.set(host, all);
    return all;
  }

  /** The host's answer to those who wait, shown on each page; null if nobody does. */
  form({ say }: Wording): FilledForm | null {
    const waiting = this.#waiting;
    if (waiting.length === 0) return null;
    return formOf({
      kind: LINKS,
      title: say`At the door`,
      hidden: { on: 'door' },
      buttons: [
        ...(waiting.length > 1
          ? [{ name: 'admit', value: keysOf(waiting), label: say`Let all ${waiting.length} in`, main: true }]
          : []),
        ...waiting.flatMap(({ key, who: { name }, sessions: { length } }) => [
          {
            name: 'admit',
            value: key,
            label: length === 1 ? say`Let ${name} in` : say`Let ${name} in (${length} browsers)`,
            main: waiting.length === 1,
          },
          { name: 'refuse', value: key, label: say`Not ${name}` },
        ]),
      ],
    });
  }

  #message(): string {
    return `event:here\ndata:${JSON.stringify(this.here)}\n\n`;
  }
}

function keyOf(sessions: readonly Session[]): string {
  return hashOf(sessions.map(({ id }) => id).join(' ')).slice(0, 16);
}

function keysOf(waiting: readonly Asking[]): string {
  return waiting.map(({ key }) => key).join(' ');
}

interface Coming extends Pick<Admitting, 'lobby' | 'seats' | 'waitsOf'> {
  readonly session: Session;
}

/** Asks everybody who comes without a link for a name, under which the host lets them in. */
export function lobbyHandler({ lobby, seats, session, waitsOf }: Coming): FormHandler {
  const [isHost, hasLink] = [seats.isHosts(session.hostLink), seats.isNewcomers(session.link)];
  return {
    open: async (visit) => {
      const { say } = visit.wording;
      const form = await seatHandler.open(visit);
      if (isHost) return form;
      const { asked } = lobby.answerTo(session);
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
        const letIn = [];
        for (const one of isHost ? lobby.admittedBy(session) : [])
          if (await letIntoGame(one, { game: visit.game, as: who, waitsOf })) letIn.push(one.name);
        const done = letIn.length === 0 ? rest.done : say`${rest.done} ${letIn.join(', ')} joined the game.`;
        return { ...rest, done };
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
  /** The host who lets them in, in the seat of a player or of none. */
  readonly host: Session;
  readonly waitsOf: (who: Person | null) => Promise<Waits | null>;
  readonly keep: (session: Session) => void;
}

/** Answers somebody's request to join, if the rules let this player do it; false if they don't, or if it is answered. */
async function letIntoGame(
  { id }: Person,
  { game, as, waitsOf }: Pick<Admitting, 'game' | 'waitsOf'> & { readonly as: Person | null },
): Promise<boolean> {
  const letIn = (await waitsOf(as))?.acts.find(({ on }) => on?.id === id);
  if (as === null || !letIn?.on) return false;
  return (await takeAction(game, as, letIn.action, { [letIn.on.param]: id })).ok;
}

/**
 * Seats somebody who has waited, and tells them. A newcomer's request to join is posted for them, and if the rules let the host answer
 * it, this is the answer too. False if they still have to be let into the game.
 */
async function admit({ who, sessions }: Asking, admitting: Admitting, { say }: Wording): Promise<boolean> {
  const { lobby, seats, game, host, keep } = admitting;
  const { roster } = await statusAt(game);
  const isNew = findPerson(roster, who.id) === null;
  for (const session of sessions) seatBrowser(seats, session, who);
  const hasAsked = isNew && (await joinsByPost(game, who));
  const isIn = !isNew || (hasAsked && (await letIntoGame(who, { ...admitting, as: host.seat })));
  for (const session of sessions) {
    const said =
      hasAsked && !isIn ? [say`Your request to join is posted. This page says when it is answered.`] : [];
    session.flash = { ok: true, title: say`The host let you in: you’re ${who.name}.`, said };
    keep(session);
  }
  lobby.tellWhoIsHere();
  if (hasAsked && !isIn && host.seat === null) lobby.admittedBy(host, [who]);
  return isIn || !hasAsked;
}

/** Seats those who wait under this key, and says whether they are in the game. */
export async function admitAll(key: string, admitting: Admitting, wording: Wording): Promise<string> {
  const { say } = wording;
  const found = admitting.lobby.take(key);
  const names = found.map(({ who }) => who.name).join(', ');
  let areIn = true;
  for (const one of found) areIn = (await admit(one, admitting, wording)) && areIn;
  if (!areIn)
    return admitting.host.seat === null
      ? say`Seated: ${names}. They join the game once you’ve chosen your own name, or when a player who may lets them in.`
      : say`Seated: ${names}. They join the game when a player who may lets them in.`;
  return found.length === 1 ? say`${names} is in.` : say`${names} are in.`;
}

function seatBrowser(seats: Seats, session: Session, who: Person): void {
  session.link = seats.linkFor(who);
  session.seat = who;
}
