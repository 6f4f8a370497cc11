/// <reference lib="dom" />
// The page that owns a game: it begins one, shows it in a frame, and ends the worker if that doesn't come back.
import type { FromWorker, Handed, ToWorker } from './messages.ts';
import type { Starter } from '../../store/library-parts.ts';

const PATIENCE_MS = 90_000;
/** Where the playground is served: `/` or `/some/path/`. */
const BASE = new URL('..', (document.currentScript as HTMLScriptElement).src);
const at = (path: string): string => new URL(path, BASE).href;
const LOCK = `gitnomic-playground ${BASE.pathname}`;
const OWN_RULES = 'own/';
/** Where this tab was in the game. */
const HERE = `gitnomic-here ${BASE.pathname}`;
/** What only the tab that plays can do. */
const OF_PLAYER = ['take', 'forget'];
const NO_WORKERS =
  'This browser can’t play here: it has no service workers, or this is a private window or an address without HTTPS.';
const NO_STORAGE =
  'This browser can’t play here: it is set to store nothing for this site. Allow it to, and reload the page.';
const LOST =
  'Everything since then is in this page, and lost when you close it. Free some space and do anything else, which stores all of it; or press “Take this game with you”.';
const MAY_GO =
  'Everything stays in this browser, which may delete it when space is short: take it with you now and then.';

const find = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no ${id} on this page.`);
  return found as T;
};

class Owner {
  #worker: Worker;
  #isReady = false;
  /** The game that was asked for last, and one in which nobody could propose anything, as somebody was told. */
  #asked = '';
  #doubted = '';

  constructor(worker: Worker | null) {
    this.#worker = this.#listenTo(worker ?? startWorker());
    find<HTMLFormElement>('begin').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#begin();
    });
    find('take').addEventListener('click', () => this.#tell({ do: 'list-secrets' }));
    find<HTMLDialogElement>('taking').addEventListener('close', () => {
      const { returnValue } = find<HTMLDialogElement>('taking');
      if (returnValue === 'with') this.#tell({ do: 'pack', secrets: true });
      if (returnValue === 'without') this.#tell({ do: 'pack', secrets: false });
    });
    find('rules').addEventListener('change', () => this.#askForText());
    for (const id of ['open-file', 'open-folder'])
      find<HTMLInputElement>(id).addEventListener('change', ({ target }) => {
        void this.#takeIn([...((target as HTMLInputElement).files ?? [])]);
      });
    find('forget').addEventListener('click', () => {
      const sure = confirm('Delete this game from this browser? Nobody can bring it back.');
      if (sure) this.#tell({ do: 'forget' });
    });
    navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
      const { handed } = data as { handed?: Handed };
      if (handed !== undefined && port !== undefined) this.#handOn(handed, port);
    });
  }

  async open(): Promise<void> {
    this.#tell({ do: 'open' });
    const choices = await fetch(at('playground/choices.json'));
    this.#offer((await choices.json()) as readonly Starter[]);
  }

  #listenTo(worker: Worker): Worker {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    return worker;
  }

  #tell(asked: ToWorker): void {
    this.#worker.postMessage(asked);
  }

  #hear(said: FromWorker): void {
    if (said.is === 'failed') return this.#failed(said.why);
    if (said.is === 'forgotten') return this.#askToBegin(true);
    if (said.is === 'unsure') {
      this.#doubted = this.#asked;
      return this.#failed(`${said.why} To begin all the same, press “Begin the game” again.`);
    }
    if (said.is === 'packed') return save(said.game, said.file);
    if (said.is === 'secrets') return askAboutSecrets(said.held);
    if (said.is === 'stored') return sayStored(said.but);
    if (said.is === 'begun') void keepStored();
    this.#isReady = true;
    for (const id of OF_PLAYER) find(id).hidden = false;
    if (said.game !== null) {
      show(said.game, said.is === 'begun' ? BASE.pathname : wantedHere());
      if (said.is === 'begun') say(said.note ?? '');
      return;
    }
    this.#askToBegin();
  }

  #askToBegin(isAgain = false): void {
    sessionStorage.removeItem(HERE);
    const name = find<HTMLInputElement>('name');
    if (isAgain) name.value = name.defaultValue;
    history.replaceState(null, '', location.search === '' ? BASE : location.href);
    [find('start').hidden, find('bar').hidden, find('game').hidden] = [false, true, true];
    find<HTMLIFrameElement>('game').src = 'about:blank';
    find<HTMLButtonElement>('go').disabled = false;
    say('');
  }

  #failed(why: string): void {
    say(why);
    find<HTMLButtonElement>('go').disabled = !this.#isReady;
  }

  #offer(choices: readonly Starter[]): void {
    const rules = find<HTMLSelectElement>('rules');
    rules.replaceChildren(
      ...choices.map(({ label, about, core, dynasty }) => {
        const option = new Option(label, `${core}/${dynasty}`);
        option.title = about;
        return option;
      }),
      new Option('Your own rules – paste their text', OWN_RULES),
    );
    // “Try this dynasty” on another page names its rules: `?rules=CORE/DYNASTY`.
    const wanted = new URLSearchParams(location.search).get('rules');
    if (choices.some(({ core, dynasty }) => `${core}/${dynasty}` === wanted)) rules.value = wanted ?? '';
    this.#askForText();
  }

  #askForText(): void {
    const { value, selectedOptions } = find<HTMLSelectElement>('rules');
    find('own').hidden = value !== OWN_RULES;
    find('about').textContent = selectedOptions[0]?.title ?? '';
  }

  /** An exported file, or the files of a game's folder. */
  async #takeIn(chosen: readonly File[]): Promise<void> {
    say('Opening the game…');
    const files = await Promise.all(
      chosen.map(async (file): Promise<[string, Uint8Array]> => [
        file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
        new Uint8Array(await file.arrayBuffer()),
      ]),
    );
    if (files.length > 0) this.#tell({ do: 'take-in', files: new Map(files) });
  }

  #begin(): void {
    const [core = '', dynasty = ''] = find<HTMLSelectElement>('rules').value.split('/');
    const players = find<HTMLTextAreaElement>('names')
      .value.split(/[\n,]/u)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const twice = players.find((name, at) => players.slice(0, at).some((one) => isAlike(one, name)));
    const name = find<HTMLInputElement>('name').value.trim() || 'Our game';
    if (players.length === 0) return say('Write the name of at least one player.');
    if (twice !== undefined) return say(`${twice} is named twice.`);
    const text = core === 'own' ? find<HTMLTextAreaElement>('text').value : '';
    if (core === 'own' && text.trim() === '') return say('Paste the text of your rules.');
    find<HTMLButtonElement>('go').disabled = true;
    say('The game begins. This takes a few seconds.');
    this.#asked = JSON.stringify([core, dynasty, players, text]);
    const isSure = this.#asked === this.#doubted;
    this.#tell({ do: 'begin', wanted: { name, core, dynasty, players, text, isSure } });
  }

  /** A clause that never ends, or takes all memory, kills its worker. Everything stored before that remains. */
  #handOn(handed: Handed, port: MessagePort): void {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => {
      this.#worker.terminate();
      this.#worker = this.#listenTo(startWorker());
      this.#tell({ do: 'open' });
      port.postMessage({
        status: 504,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'The rules never finished, so the game was closed and opened again. Your last action is not saved.',
      });
    }, PATIENCE_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(late);
      port.postMessage(data);
    };
    this.#worker.postMessage({ do: 'answer', handed } satisfies ToWorker, [port2]);
  }
}

function startWorker(): Worker {
  const worker = new Worker(at('playground/worker.js'));
  worker.onerror = ({ message }) => say(`The game stopped: ${message}. Reload the page.`);
  return worker;
}

function isAlike(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0;
}

function say(text: string): void {
  find('said').textContent = text;
}

/** An address that somebody opened, or where this tab was before it was loaded again. */
const wantedHere = (): string =>
  location.pathname === BASE.pathname
    ? (sessionStorage.getItem(HERE) ?? BASE.pathname)
    : `${location.pathname}${location.search}`;

function show(game: string, path: string): void {
  if (game !== '') document.title = `${game} · Gitnomic`;
  say('');
  find('start').hidden = true;
  find('bar').hidden = false;
  find<HTMLDetailsElement>('more').open = matchMedia('(min-width: 40rem)').matches;
  const frame = find<HTMLIFrameElement>('game');
  if (!frame.hidden) return;
  frame.hidden = false;
  frame.title = game;
  frame.src = path;
  frame.addEventListener('load', () => {
    remember(frame);
    comeBack(frame).catch(failed);
  });
}

/** Its address can't be this page's, since without its service worker the host would be asked for it. */
function remember({ contentWindow }: HTMLIFrameElement): void {
  const { pathname = '', search = '' } = contentWindow?.location ?? {};
  if (!pathname.startsWith(BASE.pathname)) return;
  history.replaceState(null, '', BASE);
  sessionStorage.setItem(HERE, `${pathname}${search}`);
}

function sayStored(but: string | null): void {
  say(but === null ? '' : `${but} ${LOST}`);
  // The browser asks before it closes the page.
  window.onbeforeunload = but === null ? null : (event) => event.preventDefault();
}

/** Somebody who clears what a site has stored also removes its service worker, and then the frame asks the host. */
async function comeBack({ contentWindow }: HTMLIFrameElement): Promise<void> {
  if ((await navigator.serviceWorker.getRegistration(BASE)) !== undefined) return;
  await register();
  say('This browser’s storage was cleared. The game goes on, and is stored again. Do your last step again.');
  contentWindow?.location.replace(contentWindow.location.href);
}

/** Browsers that are short of space delete what no site asked them to keep. */
async function keepStored(): Promise<void> {
  const isPersistent = await navigator.storage.persist().catch(() => false);
  if (!isPersistent) find('kept').textContent = MAY_GO;
}

function askAboutSecrets(held: readonly string[]): void {
  find('secrets').replaceChildren(
    ...held.map((one) => Object.assign(document.createElement('li'), { textContent: one })),
  );
  find<HTMLDialogElement>('taking').showModal();
}

function save(game: string, file: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file], { type: 'application/json' }));
  const name = game.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
  link.download = `${name.replaceAll(/^-|-$/gu, '') || 'game'}.gitnomic.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The service worker of this page, once it has stored the playground; it says when a newer one waits. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(at('sw.js'), { scope: BASE.pathname });
  const first = registration.active ?? registration.waiting ?? registration.installing;
  const settled = (): boolean => first === null || ['activated', 'redundant'].includes(first.state);
  while (!settled())
    await new Promise((done) => first?.addEventListener('statechange', done, { once: true }));
  if (first?.state === 'redundant')
    throw new Error(
      'this browser stores nothing for it, or has no space left. Free some, or leave the private window',
    );
  const offer = (): void => {
    find('newer').hidden = registration.waiting === null;
  };
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  );
  offer();
  registration.update().catch(() => undefined);
  find('newer').addEventListener('click', () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    registration.waiting?.postMessage('take over');
  });
}

/** The tab that has the lock plays the game. Others show it, and go on when that tab is closed. */
async function begin(): Promise<void> {
  if (!('serviceWorker' in navigator)) return say(NO_WORKERS);
  // A playground that is stored already needn't wait for its service worker, and its script takes the longest to start.
  const isStored = navigator.serviceWorker.controller !== null;
  let worker = isStored ? startWorker() : null;
  await register();
  const isFirst = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null);
  if (!isFirst) {
    worker?.terminate();
    worker = null;
    await showElsewhere();
  }
  await navigator.locks.request(LOCK, async () => {
    await new Owner(worker).open();
    await new Promise(() => undefined);
  });
}

async function showElsewhere(): Promise<void> {
  const isPlayed = (await fetch(at('play/'))).ok;
  if (isPlayed) show('', wantedHere());
  say(isPlayed ? '' : 'The playground is open in another tab. It begins here once you close that one.');
  for (const id of OF_PLAYER) find(id).hidden = true;
}

function failed(error: unknown): void {
  if (error instanceof DOMException && error.name === 'SecurityError') return say(NO_STORAGE);
  const why = error instanceof Error ? error.message : String(error);
  say(`The game can’t be opened: ${why.replace(/\.$/u, '')}.`);
}

begin().catch(failed);
