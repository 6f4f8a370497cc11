// What a browser's worker runs: it gets the engine's own files and plans, and answers with what was played.
import { putFile } from '#platform/files.ts';
import { playGame, type Plan } from './play-game.ts';

export interface Given {
  readonly files?: ReadonlyMap<string, string | Uint8Array>;
  readonly plan?: Plan;
}

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: Given }) => void;
  postMessage(answer: unknown): void;
};

scope.onmessage = ({ data: { files = new Map(), plan } }) => {
  for (const [path, content] of files) putFile(path, content);
  if (plan === undefined) scope.postMessage({ played: null });
  else
    playGame(plan).then(
      (played) => scope.postMessage({ played }),
      (error: unknown) => scope.postMessage({ failed: error instanceof Error ? error.stack : String(error) }),
    );
};
