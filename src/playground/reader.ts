/// <reference lib="dom" />
// A worker of a published site. It checks the game's record and tries changes of rules, using only files beside it. It stores nothing.
import { putFile } from '../platform/web/files.ts';
import { Caches } from '../cache/caches.ts';
import { checkPublished, openPublished, readAbout, type PublishedGame } from '../care/replay/published.ts';
import type { FromReader, ToReader } from '../seat/reader-messages.ts';
import type { WorkerScope } from './scopes.ts';
import { readRule, tryChange } from '../seat/try-change.ts';

const scope = globalThis as unknown as WorkerScope & { readonly location: Location };
const tell = (said: FromReader): void => scope.postMessage(said);
/** The shortest interval between two progress messages. */
const EVERY_MS = 100;

async function load(name: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(name, scope.location.href), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function loadEngine(): Promise<void> {
  const { texts, binary } = JSON.parse(new TextDecoder().decode(await load('engine.json'))) as {
    texts: Record<string, string>;
    binary: Record<string, string>;
  };
  for (const [path, text] of Object.entries(texts)) putFile(path, text);
  for (const [path, name] of Object.entries(binary)) putFile(path, await load(name));
}

/** Everything loaded stays loaded for the next question. */
class ReaderHere {
  readonly #loaded = new Map<string, Promise<unknown>>();
  readonly #caches = new Caches(null);

  async hear(asked: ToReader): Promise<void> {
    if (asked.do === 'check') return this.#check(asked.dynasty);
    const { game } = await this.#open('recent');
    if (asked.do === 'read') tell({ is: 'rule', rule: readRule(await game.content(), asked.path) });
    else tell({ is: 'tried', tried: await tryChange(game, asked.rule, this.#caches) });
  }

  async #check(dynasty: number | null): Promise<void> {
    const published = await this.#open('game');
    let [told, lines] = [0, 0];
    const noteLine = (line: number): void => {
      if (Date.now() - told < EVERY_MS) return;
      told = Date.now();
      tell({ is: 'played', line, of: lines });
    };
    for await (const checked of checkPublished(published, dynasty, noteLine)) {
      if (checked.part === 'journal') ({ lines } = checked);
      tell({ is: 'checked', checked });
    }
    tell({ is: 'done' });
  }

  /** Opens the record that is needed for a check or for a trial. */
  async #open(record: 'game' | 'recent'): Promise<PublishedGame> {
    tell({ is: 'loading' });
    await this.#once('engine', loadEngine);
    return this.#once(record, async () => {
      const [about, pack, index] = await Promise.all(
        ['about.json', `${record}.pack`, `${record}.idx`].map((name) => load(`../record/${name}`)),
      );
      if (about === undefined || pack === undefined || index === undefined)
        throw new Error('There is no record.');
      return openPublished(readAbout(about), pack, index);
    });
  }

  /** Loads something once. If that fails, for example without a network, the next question tries again. */
  #once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#loaded.get(what) as Promise<T> | undefined) ?? make();
    this.#loaded.set(what, made);
    made.catch(() => this.#loaded.delete(what));
    return made;
  }
}

/** The type stripper is large, and only a clause that the library doesn't have needs it. */
Object.assign(globalThis, {
  [Symbol.for('gitnomic.type-stripper')]: () => {
    const found = globalThis as { amaro?: unknown };
    if (found.amaro === undefined) scope.importScripts(new URL('type-stripper.js', scope.location.href).href);
    return found.amaro;
  },
});
listen(new ReaderHere());

function listen(reader: ReaderHere): void {
  scope.addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
    reader
      .hear(data)
      .catch((error: unknown) =>
        tell({ is: 'failed', why: error instanceof Error ? error.message : String(error) }),
      );
  });
}
