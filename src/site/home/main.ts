// The thread that makes the pages of a game on this machine, one request after another.
import { parentPort, type MessagePort } from 'node:worker_threads';

import { handedOver } from '../../seat/handed-over.ts';
import type { PageAnswer, PageQuestion } from '../../seat/doors/view.ts';
import { PageMaker } from './page-maker.ts';

interface Asked {
  readonly id: number;
  readonly question: PageQuestion;
}

/** Slow work starts after this long without activity: players come first. */
const QUIET_MS = 3_000;

type Showing = Asked & { readonly question: { readonly ask: 'show' } };

function listen(port: MessagePort): void {
  const maker = new PageMaker();
  let latest = 0;
  let waiting: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const complete = async ({ id, question }: Showing): Promise<void> => {
    // The game may have changed meanwhile; then the newer request is completed instead.
    if (id !== latest) return;
    await maker.showAll(question, () => id === latest);
    port.postMessage({ complete: id });
  };
  const completeLater = (asked: Showing): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      running = running
        .then(() => complete(asked))
        .catch((error: unknown) => port.postMessage({ warning: String(error) }));
    }, QUIET_MS);
  };
  const answer = async ({ id, question }: Asked): Promise<unknown> => {
    if (question.ask === 'page') return maker.page(question.path, question.view);
    latest = id;
    if (await maker.show(question)) completeLater({ id, question });
    return null;
  };
  const follow = (from: MessagePort): void => {
    from.on('message', (asked: Asked | { readonly line: MessagePort }) => {
      if ('line' in asked) return follow(asked.line);
      answer(asked).then(
        (done) => from.postMessage({ id: asked.id, done }, handedOver((done as PageAnswer | null)?.bytes)),
        (error: unknown) =>
          from.postMessage({ id: asked.id, failed: error instanceof Error ? error.message : String(error) }),
      );
    });
  };
  follow(port);
}

if (parentPort !== null) listen(parentPort);
