import type { LedgerLine } from '../../../play/ledger-line.ts';
import { readGame } from '../../../store/read-game.ts';
import { describeChanges, describeDraws } from '../../../decide/describe-outcome.ts';
import type { State } from '../../../kernel/state.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Html } from '../html.ts';
import { form, when } from '../page.ts';
import { field, show, type Handler } from '../visit.ts';

export function ledgerTable(lines: readonly LedgerLine[], state: State | null): Html {
  if (lines.length === 0) return html`<p>Nothing has been done yet.</p>`;
  const titled = (what: string): string => {
    const title = state?.posts[/^(?:enact|fail) (.+)$/u.exec(what)?.[1] ?? '']?.title;
    return title === undefined ? what : `${what}, ${title}`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What happened">
    <table class="log">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        ${[...lines].reverse().map(
          (line) =>
            html`<tr>
              <td>${when(line.at)}</td>
              <td>${line.by}</td>
              <td>
                ${titled(line.what)}
                ${[...describeDraws(line.draws), ...describeChanges(line.changes)].map(
                  (fact) => html`<br /><span class="meta">${fact}</span>`,
                )}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const MOST_LINES = 200;

export const log: Handler = async (visit) => {
  const { ledger, state } = readGame(await visit.game.content());
  return show(
    visit,
    'Log',
    () => html`
      <p class="lede">
        Every action that was accepted and every matter that was resolved, the last ${MOST_LINES}.
      </p>
      ${ledgerTable(ledger.slice(-MOST_LINES), state)}
    `,
  );
};

export const points: Handler = async (visit) => {
  const { game, room } = visit;
  const list = await game.points();
  return show(
    visit,
    'Go back',
    (frame) => html`
      <p class="lede">
        To go back is to make a copy of the game as it stood, in a folder beside it, and to go on there. What
        happened stays on record in this one. The copy has the same seed: the same acts there roll the same
        dice.
      </p>
      <p>Played here now: <code>${game.folder}</code></p>
      ${[...room.games.values()]
        .filter((other) => other !== game)
        .map((other) =>
          form(
            frame,
            '/switch',
            html`<p>
              <button name="folder" value="${other.folder}">Play ${other.folder}</button>
            </p>`,
          ),
        )}
      <ul class="list">
        ${list.map(
          ({ commit, at, message }) =>
            html`<li>
              <span class="title">${message}</span>
              <p class="meta">${when(at)} · ${commit.slice(0, 7)}</p>
              ${form(
                frame,
                '/fork',
                html`<button
                  name="commit"
                  value="${commit}"
                  aria-label="Go back to after this: ${message}, ${when(at)}"
                >
                  Go back to after this
                </button>`,
              )}
            </li>`,
        )}
      </ul>
    `,
  );
};

export const fork: Handler = async (visit) => {
  const { game, room, session } = visit;
  const commit = field(visit, 'commit', 40);
  const known = (await game.points()).some((point) => point.commit === commit);
  if (!known)
    throw new RequestProblem(400, 'The game can’t go back to that point; the page lists those it can.');
  const copy = await game.fork(commit);
  room.games.set(copy.folder, copy);
  room.game = copy;
  session.flash = {
    ok: true,
    title: `This table now plays a copy of the game, as it stood then, in ${copy.folder}.`,
    said: [`The game it was copied from is untouched in ${game.folder}.`],
  };
  return { goTo: '/' };
};

export const change: Handler = async (visit) => {
  const other = visit.room.games.get(field(visit, 'folder', 4000));
  if (other === undefined) throw new RequestProblem(400, 'This table doesn’t know that game.');
  visit.room.game = other;
  return { goTo: '/' };
};
