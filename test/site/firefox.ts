import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = [
  process.env['FIREFOX'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const MOST_MS = 120_000;
const EVERY_MS = 100;

export function findFirefox(): string | null {
  return PLACES.find((path) => path !== '' && existsSync(path)) ?? null;
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly message?: string;
}

/** A tab of Firefox, driven by WebDriver BiDi. */
export class Firefox {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #profile: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #context = '';
  #count = 0;

  private constructor(child: ChildProcess, socket: WebSocket, profile: string) {
    [this.#process, this.#socket, this.#profile] = [child, socket, profile];
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.#waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  static async launch(path: string, preferences: Readonly<Record<string, unknown>> = {}): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const child = spawn(path, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    });
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /BiDi listening on (ws:\S+)/u.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(said)));
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((done) => socket.addEventListener('open', done, { once: true }));
    const firefox = new Firefox(child, socket, profile);
    await firefox.#ask('session.new', { capabilities: {} });
    const { contexts } = await firefox.#ask('browsingContext.getTree', {});
    firefox.#context = (contexts as { context: string }[])[0]?.context ?? '';
    return firefox;
  }

  #ask(method: string, params: object): Promise<Record<string, unknown>> {
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, message }) =>
        result === undefined ? reject(new Error(message)) : resolve(result),
      );
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async goto(url: string): Promise<void> {
    await this.#ask('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** What an expression of the page is, as text. */
  async read(expression: string): Promise<string> {
    const { result, exceptionDetails } = await this.#ask('script.evaluate', {
      expression: `(async () => String(await (${expression})))()`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error((exceptionDetails as { text: string }).text);
    return (result as { value: string }).value;
  }

  /** Waits until an expression of the page is true. */
  async until(expression: string): Promise<void> {
    for (const began = Date.now(); ;) {
      const said = await this.read(expression).catch((error: unknown) => String(error));
      if (said === 'true') return;
      if (Date.now() - began > MOST_MS)
        throw new Error(`${expression}: ${said}\n${await this.read('document.body.innerText')}`);
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }

  async close(): Promise<void> {
    const gone = new Promise((done) => this.#process.once('exit', done));
    this.#socket.close();
    this.#process.kill();
    await gone;
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
