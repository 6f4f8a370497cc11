// Parts of a worker's scope that are used here, since TypeScript knows only pages or workers at a time.

export interface WorkerScope {
  addEventListener(type: 'message', hear: (event: MessageEvent) => void): void;
  postMessage(said: unknown): void;
  importScripts(address: string): void;
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PageRequest extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface Window {
  readonly frameType: 'auxiliary' | 'top-level' | 'nested' | 'none';
  postMessage(said: unknown, transfer: readonly Transferable[]): void;
}

export interface ServiceWorkerScope {
  addEventListener(type: 'install' | 'activate', act: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', act: (event: PageRequest) => void): void;
  addEventListener(type: 'message', act: () => void): void;
  skipWaiting(): Promise<void>;
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(wanted: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly Window[]>;
  };
}
