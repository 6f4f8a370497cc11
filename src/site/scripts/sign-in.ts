/// <reference lib="dom" />
// Published, where the group wants it: whoever signs in acts on the page in their own name. The token is kept in this page’s
// memory and nowhere else: it is gone with the page.
import { say } from './say-here.ts';
import type { SignIn } from '../../host/host.ts';
import { fillIn } from '../data/fill-in.ts';

/** The signed-in reader, and what they can do. */
export interface Hand {
  readonly login: string;
  readonly forge: string;
  /** Each gives the address of what was made. */
  comment(post: string, body: string): Promise<string>;
  open(title: string, body: string): Promise<string>;
}

/** The page that the forge comes back to tells this one by it what it was given. */
export const CHANNEL = 'gitnomic-sign-in';
const CHANGED = 'gitnomic-signed-in';

export interface CameBack {
  readonly state: string;
  readonly code: string | null;
}

const ASKED = 'gitnomic-who-is-signed-in';

export function signedIn(): Hand | null {
  let found: Hand | null = null;
  const detail = (hand: Hand | null): void => void (found = hand);
  document.dispatchEvent(new CustomEvent(ASKED, { detail }));
  return found;
}

/** Says now, and whenever it changes, who is signed in. */
export function onSignedIn(tell: (hand: Hand | null) => void): void {
  document.addEventListener(CHANGED, () => tell(signedIn()));
  tell(signedIn());
}

/** A secret of this page alone: without the verifier the code is of no use to anybody else. */
interface Secrets {
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
}

async function newSecrets(): Promise<Secrets> {
  const random = (): string => base64(crypto.getRandomValues(new Uint8Array(32)));
  const [state, verifier] = [random(), random()];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { state, verifier, challenge: base64(new Uint8Array(hash)) };
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

class SigningIn {
  readonly #root: HTMLElement;
  readonly #where: SignIn;
  readonly #back: string;
  #hand: Hand | null = null;
  readonly #channel = new BroadcastChannel(CHANNEL);
  /** Made before anybody presses, since a browser opens a window at once or not at all. */
  #next: Secrets | null = null;
  /** Of the window that is open: it counts once. */
  #waiting: Secrets | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#where = JSON.parse(root.dataset['signIn'] ?? '') as SignIn;
    this.#back = new URL(root.dataset['back'] ?? '', location.href).href;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<CameBack>) => void this.#take(data));
    root
      .querySelector('button')
      ?.addEventListener('click', () => (this.#hand === null ? this.#begin() : this.#set(null)));
    document.addEventListener(ASKED, (event) => {
      (event as CustomEvent<(hand: Hand | null) => void>).detail(this.#hand);
    });
    onSignedIn((now) => this.#show(now));
  }

  #set(hand: Hand | null): void {
    this.#hand = hand;
    document.dispatchEvent(new Event(CHANGED));
  }

  async begin(): Promise<void> {
    this.#next = await newSecrets();
    this.#root.hidden = false;
  }

  #begin(): void {
    if (this.#next === null) return;
    const { state, challenge } = this.#next;
    const address = fillIn(this.#where.authorize, { state, challenge, back: this.#back }, encodeURIComponent);
    this.#waiting = this.#next;
    void this.begin();
    // The window needs no way back to this page: what it is given is told by the channel.
    const opened = window.open(address, 'gitnomic-sign-in', 'popup,width=640,height=800');
    if (opened === null)
      this.#tell(say`The browser opens no window here: allow it for this page, and press again.`);
  }

  async #take({ state, code }: CameBack): Promise<void> {
    // An answer that another page waits for, that comes twice, or that somebody else sends, is not for this page.
    if (this.#waiting === null || state !== this.#waiting.state) return;
    const { verifier } = this.#waiting;
    this.#waiting = null;
    if (code === null) return this.#tell(say`${this.#where.forge} says that you did not sign in.`);
    try {
      const token = await tokenFor(this.#where.service, code, verifier);
      this.#set(await handFor(this.#where, token, () => this.#set(null)));
      this.#tell('');
    } catch (error) {
      this.#tell(say`Signing in did not work: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #show(now: Hand | null): void {
    const { forge } = this.#where;
    const who = this.#root.querySelector('[data-who]');
    if (who !== null)
      who.textContent =
        now === null
          ? say`To act on this page in your own name`
          : say`You are ${now.login} at ${forge}, until you leave this page.`;
    const button = this.#root.querySelector('button');
    if (button !== null) button.textContent = now === null ? say`Sign in with ${forge}` : say`Sign out`;
  }

  #tell(text: string): void {
    const said = this.#root.querySelector('[role=status]');
    if (said !== null) said.textContent = text;
  }
}

async function tokenFor(service: string, code: string, verifier: string): Promise<string> {
  const answer = await fetch(service, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, verifier }),
  });
  const { token, error } = (await answer.json()) as { readonly token?: string; readonly error?: string };
  if (token === undefined) throw new Error(error ?? say`the game’s service gave no token.`);
  return token;
}

function textOf(given: Readonly<Record<string, unknown>>, name: string): string {
  const text = given[name];
  return typeof text === 'string' ? text : '';
}

async function handFor(where: SignIn, token: string, end: () => void): Promise<Hand> {
  const ask = async (address: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(address, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => null);
    if (answer === null)
      throw new Error(say`${where.forge} does not answer. Nothing is known to have been done.`);
    const given = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    if (answer.status === 401) end();
    if (!answer.ok)
      throw new Error(say`${where.forge} refused it: ${textOf(given, 'message') || answer.status}`);
    return given;
  };
  const made = async (address: string, body: object): Promise<string> =>
    textOf(await ask(address, body), 'html_url');
  return {
    login: textOf(await ask(where.who), 'login'),
    forge: where.forge,
    comment: (post, body) => made(fillIn(where.comment, { post }), { body }),
    open: (title, body) => made(where.open, { title, body }),
  };
}

/** The page that whoever signed in comes back to hands on what it was given, and goes. */
function comeBack(): void {
  const given = new URLSearchParams(location.search);
  const told: CameBack = { state: given.get('state') ?? '', code: given.get('code') };
  // The rest of the address is of no further use.
  history.replaceState(null, '', location.pathname);
  new BroadcastChannel(CHANNEL).postMessage(told);
  window.close();
}

const root = document.getElementById('sign-in');
if (root !== null) void new SigningIn(root).begin();
if (document.getElementById('signed-in') !== null) comeBack();
