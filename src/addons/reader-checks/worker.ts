/// <reference lib="dom" />
// A worker of a published site: it checks the game's record, and tries changes of rules, from files that lie beside it. It asks no server
// for anything else, and stores nothing.
import { Caches } from '../../cache/caches.ts';
import { checkPublished, openPublished, readAbout, type PublishedGame } from './published.ts';
import type { FromReader, ToReader } from './messages.ts';
import { load, loadEngine, scope, whyOf } from '../../site/worker/engine.ts';
import { readRule, tryChange, type Tried } from './try-change.ts';

const tell = (said: FromReader): void => scope.postMessage(said);
/** Progress is reported no more often than this. */
const EVERY_MS = 100;

/** Anything loaded once is used for later questions too. */
class ReaderHere {
  readonly #loaded = new Map<string, Promise<unknown>>();
  readonly #caches = new Caches(null);

  async hear(asked: ToReader): Promise<void> {
    if (asked.do === 'check') return this.#check(asked.dynasty);
    const { game } = await this.#open('recent');
    if (asked.do === 'read') tell({ is: 'rule', rule: readRule(await game.content(), asked.path) });
    else {
      const tellTried = (tried: Tried): void => tell({ is: 'tried', tried });
      tellTried(await tryChange(game, asked.rule, this.#caches, tellTried));
    }
  }

  async #check(dynasty: number | null): Promise<void> {
    const published = await this.#open('game');
    let [reported, lines] = [0, 0];
    const noteLine = (line: number): void => {
      if (Date.now() - reported < EVERY_MS) return;
      reported = Date.now();
      tell({ is: 'played', line, of: lines });
    };
    for await (const checked of checkPublished(published, dynasty, noteLine)) {
      if (checked.part === 'journal') ({ lines } = checked);
      tell({ is: 'checked', checked });
    }
    tell({ is: 'done' });
  }

  /** Opens the record that a check or a trial needs. */
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

  /** Failed downloads, for example without a network, are tried again with the next question. */
  #once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#loaded.get(what) as Promise<T> | undefined) ?? make();
    this.#loaded.set(what, made);
    made.catch(() => this.#loaded.delete(what));
    return made;
  }
}

listen(new ReaderHere());

function listen(reader: ReaderHere): void {
  scope.addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
    reader.hear(data).catch((error: unknown) => tell({ is: 'failed', why: whyOf(error) }));
  });
}
