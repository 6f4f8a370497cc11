import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { withPosition } from '../../seat/read-table.ts';
import type { StepOutcome } from '../../seat/take-step.ts';
import { RequestProblem } from './guard.ts';
import type { Content, Html } from './html.ts';
import { keptDraft } from './kept-draft.ts';
import { page, type PageFrame } from './page.ts';
import type { Session } from './session.ts';

/** What is played at this table now: the game, or a copy of it that somebody went back to. */
export interface Room {
  game: HomeGame;
  readonly games: Map<string, HomeGame>;
}

/** One request. */
export interface Visit {
  readonly room: Room;
  readonly game: HomeGame;
  readonly session: Session;
  readonly csrf: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** What a form sent; empty where nothing was sent. */
  readonly sent: URLSearchParams;
  /** Only the preview is wanted, for the page that is there. */
  readonly part: boolean;
}

export type Reply = { readonly page: Html; readonly status?: number } | { readonly goTo: string };

export type Handler = (visit: Visit) => Promise<Reply>;

export function seatOf({ session }: Visit): Person {
  if (session.seat === null)
    throw new RequestProblem(403, 'Say who you are first: the link at the top of the page leads there.');
  return { ...session.seat, bot: false };
}

/** Takes what is to be told once, so that a page that is loaded again doesn't tell it again. */
export async function show(
  visit: Visit,
  title: string,
  body: (frame: PageFrame) => Content,
  status = 200,
): Promise<Reply> {
  const { game, session, csrf, path } = visit;
  const name = await withPosition(game, (position) => position.name);
  const { seat, flash } = session;
  const drafted = keptDraft(visit).edits.length;
  const frame = { game: name, now: game.now(), seat, flash, csrf, drafted };
  session.flash = null;
  return { page: page(frame, path, title, body(frame)), status };
}

/** Back to a page, which tells what came of it. */
export function tell({ session }: Visit, step: StepOutcome, done: string, goTo: string): Reply {
  session.flash = {
    ok: step.ok,
    title: step.ok ? done : 'That was refused, and nothing has changed.',
    said: step.said,
  };
  return { goTo };
}

export function field(visit: Visit, name: string, most = 65_000): string {
  const text = (visit.sent.get(name) ?? '').replace(/\r\n?/gu, '\n');
  if (text.length > most)
    throw new RequestProblem(400, `“${name}” is longer than ${most} characters. Nothing was done.`);
  return text;
}
