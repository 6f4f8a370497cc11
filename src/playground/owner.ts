/// <reference lib="dom" />
// The page that owns a game. It begins the game, shows it in a frame, and ends the worker if it doesn't respond.
import type { Starter, FromWorker, Handed, ToWorker } from './messages.ts';

const PATIENCE_MS = 90_000;
/** The playground's own address: `/` or `/some/path/`. */
const BASE = new URL('..', (document.currentScript as HTMLScriptElement).src);
const at = (path: string): string => new URL(path, BASE).href;
const LOCK = `gitnomic-playground ${BASE.pathname}`;
const OWN_RULES = 'own/';

const find = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no ${id} on this page.`);
  return found as T;
};

class Owner {
  #worker: Worker;
  #files: ReadonlyMap<string, string | Uint8Array> = new Map();

  constructor() {
    this.#worker = this.#startWorker();
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
    await navigator.serviceWorker.register(at('sw.js'), { scope: BASE.pathname });
    await navigator.serviceWorker.ready;
    const response = await fetch(at('playground/engine.json'));
    const { texts, wasm } = (await response.json()) as {
      texts: Record<string, string>;
      wasm: Record<string, string>;
    };
    const binary = await Promise.all(
      Object.entries(wasm).map(async ([path, url]): Promise<[string, Uint8Array]> => [
        path,
        new Uint8Array(await (await fetch(at(url))).arrayBuffer()),
      ]),
    );
    this.#files = new Map<string, string | Uint8Array>([...Object.entries(texts), ...binary]);
    this.#tell({ do: 'open', files: this.#files });
  }

  #startWorker(): Worker {
    const worker = new Worker(at('playground/worker.js'));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = ({ message }) => this.#say(`The game stopped: ${message}. Reload the page.`);
    return worker;
  }

  #tell(asked: ToWorker): void {
    this.#worker.postMessage(asked);
  }

  #hear(said: FromWorker): void {
    if (said.is === 'failed') return this.#failed(said.why);
    if (said.is === 'forgotten') return location.assign(BASE);
    if (said.is === 'packed') return save(said.game, said.file);
    if (said.is === 'secrets') return askAboutSecrets(said.held);
    if (said.is === 'ready') this.#offer(said.choices);
    if (said.is === 'begun') this.#show(said.game, BASE.pathname);
    else if (said.game !== null) this.#show(said.game, `${location.pathname}${location.search}`);
  }

  #failed(why: string): void {
    this.#say(why);
    find<HTMLButtonElement>('go').disabled = false;
  }

  #offer(choices: readonly Starter[]): void {
    const rules = find<HTMLSelectElement>('rules');
    rules.replaceChildren(
      ...choices.map(({ label, about, core, dynasty }) => {
        const option = new Option(about === '' ? label : `${label} – ${about}`, `${core}/${dynasty}`);
        option.title = about;
        return option;
      }),
      new Option('Your own rules – paste their text', OWN_RULES),
    );
    // “Try this dynasty” on other pages links here with the rules: `?rules=CORE/DYNASTY`.
    const wanted = new URLSearchParams(location.search).get('rules');
    if (choices.some(({ core, dynasty }) => `${core}/${dynasty}` === wanted)) rules.value = wanted ?? '';
    this.#askForText();
    find<HTMLButtonElement>('go').disabled = false;
    this.#say('');
  }

  #askForText(): void {
    find('own').hidden = find<HTMLSelectElement>('rules').value !== OWN_RULES;
  }

  /** Opens a packed game, or the files of a game's folder. */
  async #takeIn(chosen: readonly File[]): Promise<void> {
    this.#say('Opening the game…');
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
      .filter((name, at, all) => name !== '' && all.indexOf(name) === at);
    const name = find<HTMLInputElement>('name').value.trim() || 'Our game';
    if (players.length === 0) return this.#say('Write the name of at least one player.');
    const text = core === 'own' ? find<HTMLTextAreaElement>('text').value : '';
    if (core === 'own' && text.trim() === '') return this.#say('Paste the text of your rules.');
    find<HTMLButtonElement>('go').disabled = true;
    this.#say('The game begins. This takes a few seconds.');
    this.#tell({ do: 'begin', wanted: { name, core, dynasty, players, text } });
  }

  #show(game: string, path: string): void {
    document.title = `${game} · Gitnomic`;
    this.#say('');
    find('start').hidden = true;
    find('bar').hidden = false;
    const frame = find<HTMLIFrameElement>('game');
    frame.hidden = false;
    frame.title = game;
    frame.src = path;
  }

  /** A clause that loops endlessly, or fills the memory, stops its worker. Files that were stored before are still there. */
  #handOn(handed: Handed, port: MessagePort): void {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => {
      this.#worker.terminate();
      this.#worker = this.#startWorker();
      this.#tell({ do: 'open', files: this.#files });
      port.postMessage({
        status: 504,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'The rules did not come back, so the game was closed and opened again. What you did last is not saved.',
      });
    }, PATIENCE_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(late);
      port.postMessage(data);
    };
    this.#worker.postMessage({ do: 'answer', handed } satisfies ToWorker, [port2]);
  }

  #say(text: string): void {
    find('said').textContent = text;
  }
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

function begin(): void {
  if (!('serviceWorker' in navigator)) {
    find('said').textContent =
      'This browser can’t play here: it has no service workers, or this is a private window or an address without HTTPS.';
    return;
  }
  // Two pages that write the same files would overwrite each other's changes.
  void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) {
      find('said').textContent = 'Your game is open in another tab. Close that one, and reload this page.';
      return;
    }
    try {
      await new Owner().open();
    } catch (error) {
      find('said').textContent =
        `The game can’t be opened: ${error instanceof Error ? error.message : String(error)}`;
    }
    await new Promise(() => undefined);
  });
}

begin();
