import { html, type Content, type Html } from './html.ts';
import type { Flash, Seat } from './session.ts';
import { timeInWords } from '../../kernel/time.ts';

export interface PageFrame {
  readonly game: string;
  readonly now: string;
  readonly seat: Seat | null;
  readonly flash: Flash | null;
  readonly csrf: string;
  /** How many changes are in the draft of whoever sits here. */
  readonly drafted: number;
}

const LINKS: readonly (readonly [string, string])[] = [
  ['/', 'Table'],
  ['/rules', 'Rules'],
  ['/actions', 'Actions'],
  ['/sealed', 'Sealed'],
  ['/post', 'Post'],
  ['/log', 'Log'],
  ['/points', 'Go back'],
];

export function page(frame: PageFrame, path: string, title: string, body: Content): Html {
  const { game, now, seat, flash, drafted } = frame;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${game}</title>
        <link rel="stylesheet" href="/table.css" />
        <link rel="icon" href="data:," />
        <script src="/table.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header class="top">
          <nav aria-label="Table">
            ${LINKS.map(
              ([href, text]) =>
                html`<a href="${href}" ${href === path ? html`aria-current="page"` : null}>${text}</a> `,
            )}
          </nav>
        </header>
        <main id="main" tabindex="-1">
          <p class="kicker">${game} · ${when(now)}</p>
          <p class="seat">
            ${
              seat === null
                ? html`Nobody has said who sits here. <a href="/who">Choose who you are</a>`
                : html`You are <strong>${seat.name}</strong>.
                    <a href="/who">Be somebody else</a>${draftLink(drafted)}`
            }
          </p>
          ${flash === null ? null : flashOf(flash)}
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>
          <div>
            A table on this machine. Every step is on record, and the game goes on on the command line.
          </div>
        </footer>
      </body>
    </html>`;
}

function draftLink(drafted: number): Html | null {
  return drafted === 0
    ? null
    : html` · <a href="/draft">Your draft: ${drafted} ${drafted === 1 ? 'change' : 'changes'}</a>`;
}

function flashOf({ ok, title, said }: Flash): Html {
  return html`<section
    class="notice ${ok ? 'done' : 'refused'}"
    role="${ok ? 'status' : 'alert'}"
    id="result"
  >
    <p><strong>${title}</strong></p>
    ${
      said.length === 0
        ? null
        : html`<ul>
            ${said.map((line) => html`<li>${line}</li>`)}
          </ul>`
    }
  </section>`;
}

/** A form that posts, with the session's token. */
export function form(
  { csrf }: Pick<PageFrame, 'csrf'>,
  action: string,
  body: Content,
  attributes: Content = null,
): Html {
  return html`<form method="post" action="${action}" ${attributes}>
    <input type="hidden" name="csrf" value="${csrf}" />
    ${body}
  </form>`;
}

export function when(time: string): string {
  return timeInWords(time);
}
