// The thread that makes the pages of a game on this machine, one request after another.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { handedOver } from '../../seat/handed-over.ts';
import type { PageAnswer, PageQuestion, PageThreadData } from '../../seat/forms/view.ts';
import { LatestOnly, WhenQuiet } from './when-quiet.ts';
import { PageMaker, type StateToShow } from './page-maker.ts';

interface Asked {
  readonly id: number;
  readonly question: PageQuestion;
}

/** Slow work starts after this time without activity, since players come first. */
const QUIET_MS = (workerData as PageThreadData).quietMs;

interface Showing {
  readonly id: number;
  readonly wanted: StateToShow;
}

function listen(port: MessagePort): void {
  const maker = new PageMaker();
  // Loads the shell before the first request; if that fails, the request reports it.
  maker.load().catch(() => undefined);
  let preloaded: Promise<void> | null = null;
  let same: Promise<void> | null = null;
  let latest = 0;
  /** Each request changes some of these and keeps the other texts as they are. */
  let files: ReadonlyMap<string, string> = new Map();
  const complete = async ({ id, wanted }: Showing): Promise<void> => {
    // The game may have changed meanwhile; then the newer request is completed instead.
    if (id !== latest) return;
    await maker.showAll(
      wanted,
      () => id === latest,
      () => port.postMessage({ complete: id }),
    );
  };
  const completing = new WhenQuiet(QUIET_MS, complete, (error) =>
    port.postMessage({ warning: String(error) }),
  );
  const shown = new LatestOnly<Showing>(async (asked) => {
    if (!(await maker.show(asked.wanted))) return;
    completing.later(asked);
    if (maker.isWaitedFor) completing.now();
  });
  const answer = async ({ id, question }: Asked): Promise<unknown> => {
    if (question.ask === 'page') {
      const asked = maker.page(question.path, question.view);
      if (maker.isWaitedFor) completing.now();
      const page = await asked;
      // The next request may be for any kind of page.
      preloaded ??= maker.preload().catch(() => undefined);
      return page;
    }
    const { changed, gone } = question.files;
    // This state is being shown already.
    if (same !== null && changed.size === 0 && gone.length === 0) return same.then(() => null);
    latest = id;
    const now = new Map([...files, ...changed]);
    for (const path of gone) now.delete(path);
    files = now;
    same = shown.ask({ id, wanted: { ...question, files } });
    same.catch(() => (same = null));
    await same;
    return null;
  };
  port.on('message', (asked: Asked) => {
    answer(asked).then(
      (done) => port.postMessage({ id: asked.id, done }, handedOver((done as PageAnswer | null)?.bytes)),
      (error: unknown) =>
        port.postMessage({ id: asked.id, failed: error instanceof Error ? error.message : String(error) }),
    );
  });
}

if (parentPort !== null) listen(parentPort);
