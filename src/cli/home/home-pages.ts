import type { ServerResponse } from 'node:http';

import { currentContent } from '../../apply/current-content.ts';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import type { PageAnswer, SeatView } from '../../seat/doors/view.ts';
import { withPosition } from '../../seat/read-table.ts';
import { toldBeside } from '../../notices/receiver-state.ts';
import { waitsFor, type Waits } from '../../seat/waits.ts';
import { readDynasties } from '../../store/dynasties/read-dynasties.ts';
import { SITE_FILE } from '../../store/paths.ts';
import { textInFolder } from '../../store/content-folder.ts';
import { followChanges, type Following } from '../local/follow-changes.ts';
import { KeptPosition } from './kept-position.ts';
import type { PageThread } from './page-thread.ts';

/** A game as its pages show it: looked at again when somebody asks after something has happened. */
export class HomePages {
  readonly game: HomeGame;
  readonly #pages: PageThread;
  readonly #kept = new KeptPosition();
  readonly #readers = new Set<ServerResponse>();
  readonly #waits = new Map<string, Waits>();
  #moment = '';
  #version = 1;
  #shown = 0;
  readonly #following: Following;

  readonly #happened: () => void;

  constructor(
    game: HomeGame,
    pages: PageThread,
    warn: (text: string) => void,
    happened: () => void = () => undefined,
  ) {
    this.#happened = happened;
    this.game = game;
    this.#pages = pages;
    pages.follow(() => this.#tell(), warn);
    this.#following = this.#follow();
  }

  /** Something has happened: pages show it when they are asked for next, and those that are open follow. */
  changed(): void {
    this.#version += 1;
    this.#happened();
    this.#tell();
  }

  /** A matter was tried: its page tells of it, and so does what the engine says of it. */
  async tellTried(): Promise<void> {
    const { game } = this;
    game.trials?.refresh();
    await game.tick();
    this.#version += 1;
    this.#tell();
  }

  /** The game for somebody who only looks: it is looked at once for all that is asked of the same moment. */
  get seen(): HomeGame {
    return this.#kept.of(this.game, this.#now());
  }

  async page(path: string, view: SeatView): Promise<PageAnswer> {
    await this.#look();
    return this.#pages.page(path, view);
  }

  /** The steps that wait for somebody: asked once for all pages that show the same moment. */
  async waitsOf(who: Person | null): Promise<Waits | null> {
    if (who === null) return null;
    const moment = this.#now();
    if (this.#moment !== moment) this.#waits.clear();
    this.#moment = moment;
    const known = this.#waits.get(who.id);
    if (known !== undefined) return known;
    const waits = await withPosition(this.seen, (position) => waitsFor(position, this.game.now(), who));
    this.#waits.set(who.id, waits);
    return waits;
  }

  /** Looks at the game before anybody has asked for a page, so that the first comes sooner. */
  async warm(): Promise<void> {
    await this.#look();
  }

  /** Tells a page whenever something happens, for as long as it is open. */
  tellChanges(response: ServerResponse): void {
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
    response.write(`data: ${this.#version}\n\n`);
  }

  async close(): Promise<void> {
    this.#following.close();
    this.#kept.forget();
    for (const reader of this.#readers) reader.end();
    await this.#pages.close();
  }

  async #look(): Promise<void> {
    const version = this.#version;
    if (this.#shown === version) return;
    const { game } = this;
    const past = await readDynasties(game.forge.repository, await game.main());
    const look = textInFolder(game.folder, SITE_FILE);
    const own: [string, string][] = look === null ? [] : [[SITE_FILE, look]];
    await this.#pages.show({
      files: new Map([
        ...(await currentContent(game)),
        ...past,
        ...own,
        ...(await toldBeside(game.forge)),
        ...(game.trials?.beside() ?? []),
      ]),
      now: game.now(),
      receiver: game.vault.key?.recipient ?? null,
      folder: game.folder,
    });
    this.#shown = version;
  }

  /** Whatever is answered from a look stays true for as long as this does. */
  #now(): string {
    return `${this.#version} ${this.game.now().slice(0, 16)}`;
  }

  /** Deeds on the command line meanwhile are shown too. */
  #follow(): Following {
    return followChanges(this.game.folder, () => Promise.resolve(this.changed()));
  }

  #tell(): void {
    for (const reader of this.#readers) reader.write(`data: ${this.#version}\n\n`);
  }
}
