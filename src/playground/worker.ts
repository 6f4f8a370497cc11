/// <reference lib="dom" />
// Plays a game in a worker that a page owns. It answers requests like the server at home, from files that the browser stores.
import { putFile, removeAll } from '../platform/web/files.ts';
import * as pages from '#shell';
import { answersAtHome, type HomeAnswers } from '../cli/home/serve-home.ts';
import { Sessions } from '../cli/home/session.ts';
import { Caches } from '../cache/caches.ts';
import { fromBase64, textOf } from '../platform/web/bytes.ts';
import { join } from '../platform/web/paths.ts';
import { packedGameSchema } from '../cli/local/unpack-game.ts';
import type { RulesetReader } from '../cli/command.ts';
import { isByHand, listPacks } from '../ruleset/compose.ts';
import { takeOver } from '../host/embedded/take-over.ts';
import { beginLocalGame } from '../host/embedded/begin.ts';
import { openLocalGame } from '../host/embedded/local-game.ts';
import { ENGINE_FOLDER, type HomeGame } from '../host/game.ts';
import { GAME_FILE } from '../store/paths.ts';
import { personId } from '../play/person-id.ts';
import { gameNameIn, PagesHere, PortReply } from './pages-here.ts';
import { knowsHead } from '../store/create-game.ts';
import { readLibrary } from '../store/library.ts';
import { choicesIn } from './choices.ts';
import { StoredFiles } from './stored-files.ts';
import type { Answer, FromWorker, Handed, ToWorker, GameWanted } from './messages.ts';
import { packGame, secretsIn } from './pack-game.ts';
import type { WorkerScope } from './scopes.ts';

const scope = globalThis as unknown as WorkerScope & { readonly location: Location };

const [FOLDER, TAKEN] = ['/game', '/taken'];
/** All pages are requested under this name, so that links and forms are the same everywhere. */
const [HOST, PORT] = ['localhost:80', 80];

/** Everything that this worker has open. */
class Playing {
  #kept: StoredFiles | null = null;
  #answers: HomeAnswers | null = null;
  /** A browser ignores cookies in answers that don't come from a server. */
  #cookie = '';

  async open(files: ReadonlyMap<string, string | Uint8Array>): Promise<FromWorker> {
    for (const [path, content] of files) putFile(path, content);
    this.#kept = await StoredFiles.open(`${FOLDER}/`);
    const choices = choicesIn(readLibrary());
    const game = gameNameIn(FOLDER);
    if (game !== null) this.#serve(await openLocalGame(FOLDER, { caches: new Caches(null) }));
    return { is: 'ready', game, choices };
  }

  async begin({ name, core: chosen, dynasty, players, text }: GameWanted): Promise<FromWorker> {
    const library = readLibrary();
    const own = chosen === 'own' ? readOwnRules(text) : null;
    const core =
      own === null ? chosen : (listPacks(library).core.find((one) => isByHand(library, one)) ?? '');
    const isHeaded = await knowsHead(library, core);
    const people = players.map((one, at) => ({
      id: personId(one),
      name: one,
      admin: at === 0,
      emperor: isHeaded && at === 0,
    }));
    const wish = {
      name,
      core,
      players: people,
      practice: true,
      ...(own === null ? {} : { ruleset: own }),
      ...(dynasty === '' ? {} : { dynasty }),
    };
    this.#serve(await beginLocalGame(FOLDER, library, wish, { caches: new Caches(null) }));
    await this.#kept?.settle();
    return { is: 'begun', game: name };
  }

  pack(secrets: boolean): FromWorker {
    const game = gameNameIn(FOLDER) ?? '';
    return { is: 'packed', game, file: packGame(FOLDER, game, secrets) };
  }

  /** Opens a game from elsewhere: with its forge unchanged, or as plain files on a new forge. */
  async takeIn(given: ReadonlyMap<string, Uint8Array>): Promise<FromWorker> {
    const files = unpacked(given);
    const isWhole = [...files.keys()].some((path) => path.startsWith(`${ENGINE_FOLDER}/forge/`));
    if (!isWhole && !files.has(GAME_FILE)) throw new Error('That is no game: it has no content/game.yml.');
    const caches = new Caches(null);
    for (const [path, content] of files) putFile(join(isWhole ? FOLDER : TAKEN, path), content);
    try {
      const game = await (isWhole
        ? openLocalGame(FOLDER, { caches })
        : takeOver(FOLDER, TAKEN, { caches, checksOutLater: false }));
      this.#serve(game);
    } catch (error) {
      removeAll(FOLDER);
      throw error;
    } finally {
      removeAll(TAKEN);
    }
    await this.#kept?.settle();
    return { is: 'begun', game: gameNameIn(FOLDER) ?? '' };
  }

  async forget(): Promise<FromWorker> {
    await this.#answers?.close();
    this.#answers = null;
    removeAll(FOLDER);
    await this.#kept?.forget();
    return { is: 'forgotten' };
  }

  answer({ method, url, headers, body }: Handed, port: MessagePort): void {
    const send = (answer: Answer | null): void => {
      const cookie = answer?.headers['set-cookie'];
      if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
      const settled = this.#kept?.settle() ?? Promise.resolve();
      settled.then(
        () => port.postMessage(answer),
        (error: unknown) => port.postMessage(notStored(error)),
      );
    };
    if (this.#answers === null) return send(null);
    this.#answers.take(
      {
        method,
        url,
        headers: { ...headers, host: HOST, cookie: this.#cookie },
        address: undefined,
        body: body === null ? null : { text: body },
      },
      new PortReply(send),
    );
  }

  #serve(game: HomeGame): void {
    const sessions = new Sessions(PORT, FOLDER);
    const { caches } = game;
    this.#answers = answersAtHome({ game, caches, pages: new PagesHere(pages) }, () => ({
      sessions,
      port: PORT,
    }));
  }
}

function notStored(error: unknown): Answer {
  return {
    status: 507,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `This browser couldn’t store that: ${error instanceof Error ? error.message : String(error)}. What you did last is lost when you close the page. Make room, or leave the private window, and do it again.`,
  };
}

function listen(playing: Playing): void {
  const doing = async (asked: Exclude<ToWorker, { do: 'answer' }>): Promise<FromWorker> => {
    if (asked.do === 'open') return playing.open(asked.files);
    if (asked.do === 'pack') return playing.pack(asked.secrets);
    if (asked.do === 'list-secrets') return { is: 'secrets', held: secretsIn(FOLDER) };
    if (asked.do === 'take-in') return playing.takeIn(asked.files);
    return asked.do === 'begin' ? playing.begin(asked.wanted) : playing.forget();
  };
  scope.addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
    if (data.do === 'answer') {
      if (port !== undefined) playing.answer(data.handed, port);
      return;
    }
    doing(data).then(
      (said) => scope.postMessage(said),
      (error: unknown) =>
        scope.postMessage({ is: 'failed', why: error instanceof Error ? error.message : String(error) }),
    );
  });
}

/** The parser for freely written rules, which is loaded on demand. */
function readOwnRules(text: string): ReadonlyMap<string, string> {
  load('rules-reader.js');
  const { gitnomicRules } = globalThis as unknown as { gitnomicRules: { readGroupRules: RulesetReader } };
  return gitnomicRules.readGroupRules([{ path: 'rules.md', text }]).files;
}

function unpacked(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const [only] = files.values();
  if (files.size !== 1 || only === undefined) return files;
  const packed = packedGameSchema.safeParse(JSON.parse(textOf(only))).data;
  if (packed === undefined) throw new Error('That is no file from “Take this game with you”.');
  return new Map(Object.entries(packed.files).map(([path, content]) => [path, fromBase64(content)]));
}

function load(name: string): void {
  scope.importScripts(new URL(name, scope.location.href).href);
}

/** The type stripper is large, and only a new clause needs it. */
Object.assign(globalThis, {
  [Symbol.for('gitnomic.type-stripper')]: () => {
    const loaded = globalThis as { amaro?: unknown };
    if (loaded.amaro === undefined) load('type-stripper.js');
    return loaded.amaro;
  },
});
listen(new Playing());
