import { globSync, readFileSync } from 'node:fs';
import { request as byHttp, type IncomingHttpHeaders } from 'node:http';
import { request as byHttps } from 'node:https';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Page {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly type: string | undefined;
  /** The address that it has. */
  readonly at: string;
}

/** A browser without script: it keeps its cookie, sends forms with their token, and goes where it is sent. */
export class Browse {
  readonly #port: number;
  #cookie = '';
  #token = '';

  readonly #host: string;
  readonly #isSecure: boolean;

  /** With a name of its own the server is asked by HTTPS, whatever certificate it has. */
  constructor(port: number, name?: string) {
    this.#port = port;
    this.#host = name ?? `localhost:${port}`;
    this.#isSecure = name !== undefined;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    const page = await this.#ask('GET', path, '', headers);
    this.#token = /name="csrf" value="([^"]+)"/u.exec(page.text)?.[1] ?? this.#token;
    return page;
  }

  head(path: string): Promise<Page> {
    return this.ask('HEAD', path);
  }

  ask(method: string, path: string): Promise<Page> {
    return this.#ask(method, path, '', {});
  }

  async send(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const body = new URLSearchParams({ csrf: this.#token, ...fields }).toString();
    const page = await this.#ask('POST', path, body, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http${this.#isSecure ? 's' : ''}://${this.#host}`,
      ...headers,
    });
    return page.location === undefined ? page : this.get(page.location);
  }

  /** Takes an action as somebody does who looks first, as the page asks. */
  async act(fields: Record<string, string>): Promise<Page> {
    const seen = await this.send('/do/act/', { ...fields, do: 'take' });
    return this.send('/do/act/', { ...fields, mark: markIn(seen), do: 'take' });
  }

  /** What goes with a form of this page. */
  async whatItSends(path: string): Promise<{ readonly csrf: string; readonly cookie: string }> {
    await this.get(path);
    return { csrf: this.#token, cookie: this.#cookie };
  }

  async sitAs(who: string): Promise<void> {
    await this.get('/do/who/');
    await this.send('/do/who/', { who });
    // The page that it is sent to may hold no form, and the next one that it sends belongs to the new seat.
    await this.get('/do/who/');
  }

  #ask(method: string, path: string, body: string, headers: Record<string, string>): Promise<Page> {
    return new Promise((done, failed) => {
      const sent = (this.#isSecure ? byHttps : byHttp)(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          rejectUnauthorized: false,
          headers: { host: this.#host, cookie: this.#cookie, ...headers },
        },
        (answer) => {
          const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
          if (cookie !== undefined) this.#cookie = cookie;
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => (text += piece));
          answer.on('end', () => {
            const twice = namesTwiceIn(text);
            if (twice.length > 0) {
              failed(new Error(`${path} has fields that its form also sends hidden: ${twice.join()}`));
              return;
            }
            const taken = namesOfProperties(text);
            if (taken.length > 0) {
              failed(
                new Error(`${path} has fields in the place of what scripts ask of forms: ${taken.join()}`),
              );
              return;
            }
            done({
              status: answer.statusCode ?? 0,
              text,
              headers: answer.headers,
              location: answer.headers.location,
              type: answer.headers['content-type'],
              at: path,
            });
          });
        },
      );
      sent.on('error', failed).end(body);
    });
  }
}

/** What the scripts of pages ask of forms: a field of that name would answer instead. */
const ASKED = new Set(
  globSync('src/site/scripts/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bform\)?\.(\w+)/gu)].map(([, name = '']) => name),
  ),
);

function namesOfProperties(text: string): readonly string[] {
  return [...text.matchAll(/<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"/gu)].flatMap(
    ([, name = '']) => (ASKED.has(name) ? [name] : []),
  );
}

/** The names that a form of the page has both hidden and as a field: what somebody types there would be lost. */
export function namesTwiceIn(text: string): readonly string[] {
  return [...text.matchAll(/<form[\s>][\s\S]*?<\/form>/gu)].flatMap(([form]) => {
    const inputs = [...form.matchAll(/<(?:input|select|textarea)\b[^>]*>/gu)].map(([tag]) => ({
      name: /\bname="([^"]+)"/u.exec(tag)?.[1],
      isHidden: /\btype="hidden"/u.test(tag),
    }));
    const typed = new Set(inputs.flatMap(({ name, isHidden }) => (isHidden ? [] : [name])));
    return inputs.flatMap(({ name, isHidden }) =>
      isHidden && name !== undefined && typed.has(name) ? [name] : [],
    );
  });
}

/** What stands for all that a page shows, in the form that was looked at last. */
export function markIn({ text }: Page): string {
  return (
    [...text.matchAll(/name="mark" value="([^"]*)"/gu)]
      .map(([, mark]) => mark ?? '')
      .find((mark) => mark !== '') ?? ''
  );
}

/** The matter whose page it is. */
export function matterIn({ at }: Page): string {
  return /^\/matters\/([^/]+)\/$/u.exec(at)?.[1] ?? '';
}

/** The value that a form's field holds. */
export function valueIn({ text }: Page, name: string): string {
  return new RegExp(`name="${name}"\\s+value="([^"]*)"`, 'u').exec(text)?.[1] ?? '';
}

export function textareaIn({ text }: Page, name: string): string {
  const found = new RegExp(`<textarea[^>]*name="${name}"[^>]*>\\n?([^<]*)</textarea>`, 'u').exec(text);
  return (found?.[1] ?? '')
    .replaceAll(/&#(?:39|x27);/gu, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
