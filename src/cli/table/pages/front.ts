import { readGame } from '../../../store/read-game.ts';
import { statusAt } from '../../../seat/read-table.ts';
import { letTimePass } from '../../../seat/take-step.ts';
import { nextOf } from '../../local/next-of-matter.ts';
import { howToCall } from '../../../sandbox/own-file.ts';
import { findPerson, personId } from '../../../play/person-id.ts';
import { RequestProblem } from '../guard.ts';
import { html } from '../html.ts';
import { form } from '../page.ts';
import { field, show, tell, type Handler } from '../visit.ts';
import { ledgerTable } from './log.ts';

export const front: Handler = async (visit) => {
  const status = await statusAt(visit.game);
  const { ledger, state } = readGame(await visit.game.content());
  return show(
    visit,
    'The table',
    (frame) => html`
      <h2>Pending</h2>
      ${status.hiatus.length === 0 ? null : html`<p class="notice">The game is in hiatus: ${status.hiatus.join(', ')}.</p>`}
      ${status.queue.length === 0 ? html`<p>Nothing is pending. <a href="/rules">Propose a change</a>.</p>` : null}
      <ul class="list">
        ${status.queue.map(
          (matter) =>
            html`<li>
              <a class="title" href="/matter?id=${matter.id}">${matter.title}</a>
              <p class="meta">
                ${matter.kind} ${matter.id} by ${matter.author} ·
                <span class="tag for">${matter.for} for</span>
                <span class="tag against">${matter.against} against</span> · ${nextOf(matter, status)}
              </p>
            </li>`,
        )}
      </ul>
      <h2>Time</h2>
      <div class="row">
        ${form(frame, '/tick', html`<button>Do what is due</button>`)}
        ${form(
          frame,
          '/forward',
          html`<div class="row">
            <div class="field">
              <label for="hours">Move the clock forward by hours</label>
              <input id="hours" name="hours" type="number" min="1" max="8760" value="12" required />
            </div>
            <button>Move the clock</button>
          </div>`,
        )}
      </div>
      <h2>What happened last</h2>
      ${ledgerTable(ledger.slice(-8), state)}
      <p class="meta">On the command line: <code>${howToCall} status --game ${visit.game.folder}</code></p>
    `,
  );
};

export const passTick: Handler = async (visit) =>
  tell(visit, await letTimePass(visit.game, 0), 'The engine looked at the game.', '/');

export const passTime: Handler = async (visit) => {
  const hours = Number(field(visit, 'hours'));
  if (!Number.isSafeInteger(hours) || hours < 1 || hours > 8760)
    throw new RequestProblem(
      400,
      'The clock moves on by whole hours, from 1 to 8760. It has not been moved.',
    );
  const step = await letTimePass(visit.game, hours * 3_600_000);
  return tell(visit, step, `The clock went on by ${hours} hours.`, '/');
};

export const who: Handler = async (visit) => {
  const { roster } = await statusAt(visit.game);
  return show(visit, 'Who are you?', (frame) =>
    form(
      frame,
      '/who',
      html`<fieldset>
          <legend>On the roster</legend>
          ${roster.map(
            ({ id, name, emperor, admin, state }) =>
              html`<p>
                <label
                  ><input
                    type="radio"
                    name="who"
                    value="${id}"
                    ${visit.session.seat?.id === id ? html`checked` : null}
                  />
                  ${name}${[
                    emperor && 'at the head of the dynasty',
                    admin && 'admin',
                    state !== 'active' && state,
                  ]
                    .filter((one) => one !== false)
                    .map((one) => `, ${one}`)}</label
                >
              </p>`,
          )}
        </fieldset>
        <div class="field">
          <label for="new">Or somebody new</label>
          <p class="hint" id="new-hint">A name; the rules say what somebody new may do.</p>
          <input id="new" name="new" maxlength="100" autocomplete="off" aria-describedby="new-hint" />
        </div>
        <button class="main">Sit down</button>`,
    ),
  );
};

export const sit: Handler = async (visit) => {
  const { roster } = await statusAt(visit.game);
  const name = field(visit, 'new', 100).trim();
  const chosen = field(visit, 'who');
  const known =
    name === '' ? roster.find(({ id }) => id === chosen) : (findPerson(roster, name) ?? undefined);
  if (known !== undefined) visit.session.seat = { id: known.id, name: known.name };
  else if (personId(name) !== '') visit.session.seat = { id: personId(name), name };
  else
    throw new RequestProblem(400, 'Choose somebody on the roster, or write a name with letters or digits.');
  return { goTo: '/' };
};
