/// <reference lib="dom" />
// On published sites, if the group offers it: a reader who has signed in acts on the page in their own name. The token
// is held only in this page’s memory and is gone with it.
import type { SignIn } from '../../host/host.ts';
import { fillIn } from '../../site/data/fill-in.ts';
import { ASKED, CHANGED, onSignedIn, type Hand } from '../../site/scripts/hand.ts';
import { say } from '../../site/scripts/say-here.ts';

/** The channel by which the callback page passes its parameters to this one. */
export const CHANNEL = 'gitnomic-sign-in';

export interface CameBack {
  readonly state: string;
  readonly code: string | null;
}

/** The PKCE verifier and state of this page: without the verifier, the code is useless to anybody else. */
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
  /** Prepared in advance, since a browser opens a pop-up only directly in response to a click. */
  #next: Secrets | null = null;
  /** The secrets for the open window; they are valid once. */
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

  /** Hides a form for signed-in readers together with its message, so that the message appears beside the button. */
  #endWith(text: string): Error {
    this.#set(null);
    this.#tell(text);
    return new Error(text);
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
    // The window needs no reference to this page, since the channel carries the answer.
    const opened = window.open(address, 'gitnomic-sign-in', 'popup,width=640,height=800');
    if (opened === null)
      this.#tell(say`Your browser blocked a pop-up window. Allow it for this page, and press again.`);
  }

  async #take({ state, code }: CameBack): Promise<void> {
    // An answer for another page, a repeated one, or one from somebody else is ignored.
    if (this.#waiting === null || state !== this.#waiting.state) return;
    const { verifier } = this.#waiting;
    this.#waiting = null;
    if (code === null) return this.#tell(say`${this.#where.forge} says that you didn’t sign in.`);
    try {
      const token = await tokenFor(this.#where.service, code, verifier);
      this.#set(
        await handFor(this.#where, token, () =>
          this.#endWith(
            say`${this.#where.forge} has signed you out. Sign in again: your text is still here.`,
          ),
        ),
      );
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
          : say`You’re ${now.login} on ${forge} until you leave this page.`;
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
  }).catch(() => null);
  if (answer === null) throw new Error(say`the game’s server doesn’t answer.`);
  // A proxy may answer with a page instead.
  const { token, error } = (await answer.json().catch(() => ({}))) as {
    readonly token?: string;
    readonly error?: string;
  };
  if (token === undefined) throw new Error(error ?? say`the game’s server didn’t sign you in.`);
  return token;
}

function textOf(given: Readonly<Record<string, unknown>>, name: string): string {
  const text = given[name];
  return typeof text === 'string' ? text : '';
}

async function handFor(where: SignIn, token: string, end: () => Error): Promise<Hand> {
  const ask = async (address: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(address, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => null);
    if (answer === null) throw new Error(say`${where.forge} doesn’t answer. It may not have worked.`);
    const given = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    if (answer.status === 401) throw end();
    if (!answer.ok)
      throw new Error(say`${where.forge} refused: ${textOf(given, 'message') || answer.status}`);
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

/** The callback page passes on its parameters and closes. */
function comeBack(): void {
  const given = new URLSearchParams(location.search);
  const cameBack: CameBack = { state: given.get('state') ?? '', code: given.get('code') };
  // The rest of the address is no longer needed.
  history.replaceState(null, '', location.pathname);
  new BroadcastChannel(CHANNEL).postMessage(cameBack);
  window.close();
}

const root = document.getElementById('sign-in');
// If scripts run separately, as in pages opened from a folder, the form's script has begun it already.
if (root !== null && root.dataset['begun'] === undefined) {
  root.dataset['begun'] = '';
  void new SigningIn(root).begin();
}
if (document.getElementById('signed-in') !== null) comeBack();
