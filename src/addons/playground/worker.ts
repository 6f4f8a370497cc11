/// <reference lib="dom" />
// Plays a game in a worker that a page owns: it answers requests as the server at home does, from files that the browser stores.
import { isThere, putFile, readText, removeAll } from '../../platform/web/files.ts';
import * as pages from '#shell';
import { answersAtHome, type HomeAnswers } from '../../cli/home/serve-home.ts';
import { Sessions } from '../../cli/home/session.ts';
import { Caches } from '../../cache/caches.ts';
import { ledgerReader } from '../../store/ledger-line.ts';
import { DEFAULT_LIMITS } from '../../sandbox/host.ts';
import { ownFile } from '../../sandbox/own-file.ts';
import { Work } from '../../sandbox/meter.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { SandboxCaches } from '../../sandbox/sandbox-caches.ts';
import { fromBase64, textOf } from '../../platform/web/bytes.ts';
import { join } from '../../platform/web/paths.ts';
import { packedGameSchema } from '../../cli/local/unpack-game.ts';
import type { RulesetReader } from '../../cli/command.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { isByHand, listPacks } from '../../ruleset/compose.ts';
import { sayTooFew } from '../../cli/local/first-steps.ts';
import { takeOver } from '../../host/embedded/take-over.ts';
import { beginLocalGame } from '../../host/embedded/begin.ts';
import { openLocalGame } from '../../host/embedded/local-game.ts';
import { ENGINE_FOLDER, type HomeGame } from '../../host/game.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { personId } from '../../session/position/person-id.ts';
import { gameHereIn, gameOf, PagesHere, PortReply, PageTurns, type Lent } from './pages-here.ts';
import { withPosition } from '../../seat/read-table.ts';
import { headOf } from '../../session/play/create-game.ts';
import { readLibrary } from '../../store/library.ts';
import { loadEngine, loadScript, scope, whyOf } from '../../site/worker/engine.ts';
import { StoredBoot } from './stored-boot.ts';
import { StoredFiles } from './stored-files.ts';
import { type Answer, type FromWorker, type Handed, type ToWorker, type GameWanted } from './messages.ts';
import { partsOfLibrary, SHARED } from '../../store/library-parts.ts';
import { LibraryHere } from './library-here.ts';
import { packGame, secretsIn } from './pack-game.ts';

const [FOLDER, TAKEN] = ['/game', '/taken'];
const COOKIE_FILE = `${FOLDER}/${ENGINE_FOLDER}/browser.txt`;
/** Changes with all code, so that nothing is kept for another playground. */
const MADE_OF = new URL('../../../made-of.txt', import.meta.url);
/** Changes with everything that runs in a sandbox. */
const OF_SANDBOX = new URL('../../sandbox/made-ahead.ts', import.meta.url);
/** Each playground of a host has games of its own. */
const BASE = new URL('..', scope.location.href).pathname;
const DATABASE = `gitnomic ${BASE}`;
/** All pages are requested under this name, so that links and forms are the same everywhere. */
const [HOST, PORT] = ['localhost:80', 80];

const FOR_READERS =
  'This copy has no secrets: it is for reading, and for practice with new dice. Nothing that you do here reaches the game itself. To continue that, open a file that was saved with the secrets.';

class Playing {
  #stored: StoredFiles | null = null;
  #answers: HomeAnswers | null = null;
  /** A browser stores no cookies from a service worker's answers, so it is stored with the game. */
  #cookie = '';
  readonly #library = new LibraryHere();
  readonly #turns = new PageTurns();
  #images: StoredBoot | null = null;
  /** Can start sandboxes at once; null once a game uses it. */
  #ahead: Caches | null = null;
  #unstored: string | null = null;

  async open(): Promise<FromWorker> {
    const boot = loadEngine().then(() =>
      StoredBoot.open(`gitnomic-playground ${BASE} boot`, readText(ownFile(OF_SANDBOX))),
    );
    const stored = StoredFiles.open(DATABASE, `${FOLDER}/`);
    [this.#images, this.#stored] = await Promise.all([boot, stored, this.#library.bring(SHARED)]);
    const game = gameHereIn(FOLDER);
    if (game !== null) {
      await this.#library.bring(...partsOfLibrary(game));
      this.#serve(await openLocalGame(FOLDER, { caches: this.#newCaches() }));
    }
    return { is: 'ready', game: game?.name ?? null };
  }

  /** Boots a sandbox while somebody writes down who plays, since that is a third of what beginning a game takes. */
  async bootAhead(): Promise<void> {
    const caches = this.#newCaches();
    const none = { draw: () => 1, ledger: ledgerReader([]) };
    caches.pool.giveBack(await Sandbox.create(none, DEFAULT_LIMITS, caches.sandboxes), false, null);
    this.#ahead = caches;
  }

  #newCaches(): Caches {
    const caches =
      this.#ahead ?? new Caches(readText(MADE_OF), new SandboxCaches(null, new Work(), this.#images));
    this.#ahead = null;
    return caches;
  }

  async begin({ name, core: chosen, dynasty, players, text, isSure }: GameWanted): Promise<FromWorker> {
    const own = chosen === 'own' ? readOwnRules(text) : null;
    const said = readLibrary();
    const core = own === null ? chosen : (listPacks(said).core.find((one) => isByHand(said, one)) ?? '');
    await this.#library.bring(...partsOfLibrary({ core, pack: dynasty }));
    const library = readLibrary();
    const caches = this.#newCaches();
    const isLed = (await headOf(library, { core, dynasty }, caches))?.isNeeded === true;
    const people = players.map((one, at) => ({
      id: personId(one),
      name: one,
      admin: at === 0,
      emperor: isLed && at === 0,
    }));
    const wish = {
      name,
      core,
      players: people,
      practice: true,
      ...(own === null ? {} : { ruleset: own.files }),
      ...(dynasty === '' ? {} : { dynasty }),
    };
    let few: string | null = null;
    const begun = await this.#start(async () => {
      const game = await beginLocalGame(FOLDER, library, wish, { caches });
      const [first] = people;
      if (!isSure && first !== undefined) few = await sayTooFew(game, { ...first, bot: false });
      return game;
    });
    if (few !== null) return (await this.forget(), { is: 'unsure', why: few });
    return own === null ? begun : { ...begun, note: sayRead(own) };
  }

  pack(secrets: boolean): FromWorker {
    const game = gameHereIn(FOLDER)?.name ?? '';
    return { is: 'packed', game: secrets ? game : `${game} copy`, file: packGame(FOLDER, game, secrets) };
  }

  /** Continues a game from elsewhere. A game with its forge stays as it is; mere files get a new forge. */
  async takeIn(given: ReadonlyMap<string, Uint8Array>): Promise<FromWorker> {
    const files = unpacked(given);
    const isWhole = [...files.keys()].some((path) => path.startsWith(`${ENGINE_FOLDER}/forge/`));
    if (!isWhole && !files.has(GAME_FILE)) throw new Error('That is not a game: it has no content/game.yml.');
    await this.#library.bring(...partsOfLibrary(gameOf(textOf(files.get(GAME_FILE) ?? new Uint8Array()))));
    const caches = this.#newCaches();
    for (const [path, content] of files) putFile(join(isWhole ? FOLDER : TAKEN, path), content);
    try {
      const begun = await this.#start(() =>
        isWhole ? openLocalGame(FOLDER, { caches }) : takeOver(FOLDER, TAKEN, { caches }),
      );
      return files.has('game.git/HEAD') ? { ...begun, note: FOR_READERS } : begun;
    } finally {
      removeAll(TAKEN);
    }
  }

  /** A game that can't be opened or stored hasn't begun. */
  async #start(make: () => Promise<HomeGame>): Promise<Extract<FromWorker, { is: 'begun' }>> {
    try {
      this.#serve(await make());
      await this.#stored?.settle();
      return { is: 'begun', game: gameHereIn(FOLDER)?.name ?? '' };
    } catch (error) {
      await this.forget();
      throw error;
    }
  }

  async forget(): Promise<FromWorker> {
    await this.#answers?.close();
    [this.#answers, this.#cookie] = [null, ''];
    removeAll(FOLDER);
    await this.#stored?.forget();
    return { is: 'forgotten' };
  }

  answer({ method, url, headers, body }: Handed, port: MessagePort): void {
    const send = (answer: Answer | null): void => {
      const cookie = answer?.headers['set-cookie'];
      if (cookie !== undefined) putFile(COOKIE_FILE, (this.#cookie = cookie.split(';')[0] ?? ''));
      const settled = this.#settle();
      // The page that it leads to is shown only once everything is stored.
      if (answer?.status === 303) port.postMessage(answer);
      else void settled.then(() => port.postMessage(answer));
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

  /** Without space the game goes on in memory, and the page says so until it is stored. */
  async #settle(): Promise<void> {
    const why = await this.#stored?.settle().then(() => null, whyOf);
    if (why !== undefined && why !== this.#unstored) scope.postMessage({ is: 'stored', but: why });
    this.#unstored = why ?? null;
  }

  #serve(game: HomeGame): void {
    this.#cookie = isThere(COOKIE_FILE) ? readText(COOKIE_FILE) : '';
    const sessions = new Sessions(PORT, FOLDER);
    const { caches } = game;
    const pagesOf = (one: HomeGame): PagesHere => {
      const lend: Lent['lend'] = (use) => withPosition(one, ({ open }) => use(open));
      return new PagesHere(pages, { caches: one.caches, lend }, this.#turns);
    };
    this.#answers = answersAtHome({ game, caches, pages: pagesOf(game), pagesOf }, () => ({
      sessions,
      port: PORT,
    }));
  }
}

function listen(playing: Playing): void {
  const doing = async (asked: Exclude<ToWorker, { do: 'answer' }>): Promise<FromWorker> => {
    if (asked.do === 'open') return playing.open();
    if (asked.do === 'pack') return playing.pack(asked.secrets);
    if (asked.do === 'list-secrets') return { is: 'secrets', held: secretsIn(FOLDER) };
    if (asked.do === 'take-in') return playing.takeIn(asked.files);
    return asked.do === 'begin' ? playing.begin(asked.wanted) : playing.forget();
  };
  const answer = async (asked: Exclude<ToWorker, { do: 'answer' }>): Promise<void> => {
    const said = await doing(asked);
    scope.postMessage(said);
    if (said.is === 'ready' && said.game === null) await playing.bootAhead();
  };
  // One after the other: a page that is asked for while a game is opened waits for it, as does a file that somebody opens at once.
  let done: Promise<void> = Promise.resolve();
  scope.addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
    if (data.do === 'answer') {
      if (port !== undefined) void done.then(() => playing.answer(data.handed, port));
      return;
    }
    done = done
      .then(() => answer(data))
      .catch((error: unknown) => scope.postMessage({ is: 'failed', why: whyOf(error) }));
  });
}

/** Reads rules in people's own formats. The reader is loaded only when it is needed. */
function readOwnRules(text: string): ReturnType<RulesetReader> {
  const { readGroupRules } = loadScript<{ readGroupRules: RulesetReader }>(
    'rules-reader.js',
    'gitnomicRules',
  );
  return readGroupRules([{ path: 'rules', text }]);
}

function sayRead({ layout, files, unclear }: ReturnType<RulesetReader>): string {
  const rules = files.size === 1 ? 'one rule' : `${files.size} rules`;
  const unsure = unclear.map(({ message, count }) => ` Look at this (${count}): ${message}`).join('');
  return `Your text was read as ${layout}, and became ${rules}.${unsure}`;
}

function unpacked(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const [only] = files.values();
  if (files.size !== 1 || only === undefined) return files;
  const packed = packedGameSchema.safeParse(readWrittenJson(textOf(only)).value).data;
  if (packed === undefined) throw new Error('That is not a file from “Take this game with you”.');
  return new Map(Object.entries(packed.files).map(([path, content]) => [path, fromBase64(content)]));
}

listen(new Playing());
