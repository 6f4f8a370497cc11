import { voteInComment, sayInComment } from '../../../seat/take-step.ts';
import { withPosition, matterAt } from '../../../seat/read-table.ts';
import { previewResolution, previewVotes, votesOffered } from '../../../seat/preview.ts';
import { RULESET, type ContentFiles } from '../../../store/paths.ts';
import { sayWhen } from '../../../decide/words.ts';
import type { MatterChange, PostData } from '../../../kernel/state.ts';
import { splitFrontMatter } from '../../../ruleset/front-matter.ts';
import { wordDiff } from '../../../ruleset/word-diff.ts';
import type { HomeGame } from '../../../host/game.ts';
import type { Person } from '../../../forge/events.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Content, type Html } from '../html.ts';
import { form, when, type PageFrame } from '../page.ts';
import { field, seatOf, show, tell, type Handler } from '../visit.ts';
import { ownComment, ownPost, sayComment } from './own.ts';
import { diffBlock, reasonOf } from './parts.ts';

export const matter: Handler = async (visit) => {
  const { game, session } = visit;
  const now = game.now();
  const id = visit.query.get('id') ?? '';
  const seat = session.seat === null ? null : { ...session.seat, bot: false };
  const seen = await lookAt(game, now, id, seat);
  if (seen === null) throw new RequestProblem(404, 'There is no such post in this game.');
  const { post, status, votes, hands } = seen;
  return show(
    visit,
    post.title,
    (frame) => html`
      <p class="meta">
        <span class="tag ${post.status ?? ''}">${post.status ?? post.kind}</span> ${post.kind} ${post.id} by
        ${post.author}, ${when(post.at)}
      </p>
      ${post.text === '' ? null : html`<p class="as-written prose">${post.text}</p>`}
      ${ownPost(frame, post, seen.player)} ${post.changes.map((change) => changeBlock(change, seen.rules))}
      ${
        status === null
          ? null
          : html`<h2>Votes</h2>
              <p>
                <span class="tag for">${status.for} for</span>
                <span class="tag against">${status.against} against</span> · ${status.state} ·
                ${sayWhen(status)}
              </p>
              <ul>
                ${Object.entries(status.votes).map(([voter, vote]) => html`<li>${voter}: ${vote}</li>`)}
              </ul>
              ${
                seen.whyNotEnacted === null
                  ? html`<p class="meta">It can be enacted now.</p>`
                  : html`<p class="meta">Not enacted yet: ${reasonOf(seen.whyNotEnacted)}</p>`
              }`
      }
      ${votes.length === 0 ? null : voteForm(frame, post, votes)}
      <h2>Comments</h2>
      ${post.comments.map(
        (comment) =>
          html`<div class="comment">
            <p class="meta">${comment.by}, ${when(comment.at)}</p>
            ${sayComment(comment)} ${ownComment(frame, post, comment, seen.player)}
          </div>`,
      )}
      ${seat === null ? html`<p><a href="/who">Say who you are</a> to vote or comment.</p>` : commentForm(frame, post)}
      ${hands.length === 0 ? null : resolveForm(frame, post, hands)}
    `,
  );
};

/** The matter as it stands, with what whoever sits here could do about it. */
async function lookAt(game: HomeGame, now: string, id: string, seat: Person | null) {
  return withPosition(game, (position) => {
    const found = matterAt(position, now, id);
    if (found === null) return null;
    const pending = found.status !== null && seat !== null;
    return {
      ...found,
      player: seat === null ? null : (position.accounts.all[seat.id] ?? seat.id),
      rules: position.open.play.files,
      votes: pending ? previewVotes(position, now, seat, id) : [],
      hands: pending
        ? (['enact', 'fail'] as const).map((how) => ({
            how,
            refusal: previewResolution(position, now, seat, id, how),
          }))
        : [],
    };
  });
}

function changeBlock(change: MatterChange, rules: ContentFiles): Html {
  const file = change as { readonly verb: string; readonly path?: string; readonly content?: unknown };
  if (file.verb !== 'file' || file.path === undefined)
    return html`<pre tabindex="0">${JSON.stringify(change, null, 2)}</pre>`;
  const before = rules.get(file.path.replace(RULESET, '')) ?? '';
  const after = typeof file.content === 'string' ? file.content : '';
  const [old, wanted] = [splitFrontMatter(before), splitFrontMatter(after)];
  if (before === after)
    return html`<details>
      <summary>What it asked for is in force: <code>${file.path}</code></summary>
      ${diffBlock({ path: file.path, words: [{ kind: 'same', text: old.body }] })}
    </details>`;
  const words = old.matter === wanted.matter ? wordDiff(old.body, wanted.body) : wordDiff(before, after);
  return diffBlock({ path: file.path, words });
}

function voteForm(frame: PageFrame, post: PostData, votes: ReturnType<typeof previewVotes>): Content {
  return form(
    frame,
    '/vote',
    html`<input type="hidden" name="on" value="${post.id}" />
      <div class="field">
        <label for="reason">What you say with your vote</label>
        <input id="reason" name="text" maxlength="5000" autocomplete="off" />
      </div>
      <div class="row">
        ${votes.map(
          ({ vote, refusal }) =>
            html`<button
              name="vote"
              value="${vote}"
              ${refusal === null ? null : html`disabled aria-describedby="why-${vote}"`}
            >
              ${vote}
            </button>`,
        )}
      </div>
      ${votes.map(({ vote, refusal }) =>
        refusal === null ? null : html`<p class="why" id="why-${vote}">${vote}: ${reasonOf(refusal)}</p>`,
      )}`,
  );
}

function commentForm(frame: PageFrame, post: PostData): Content {
  return form(
    frame,
    '/comment',
    html`<input type="hidden" name="on" value="${post.id}" />
      <div class="field">
        <label for="comment">Your comment</label>
        <textarea id="comment" name="text" required maxlength="60000"></textarea>
      </div>
      <button>Comment</button>`,
  );
}

function resolveForm(
  frame: PageFrame,
  post: PostData,
  hands: readonly { readonly how: string; readonly refusal: Parameters<typeof reasonOf>[0] | null }[],
): Content {
  return html`<h2>Resolve by hand</h2>
    ${form(
      frame,
      '/resolve',
      html`<input type="hidden" name="on" value="${post.id}" /> ${hands.map(
          ({ how, refusal }) =>
            html`<p>
              <button
                name="how"
                value="${how}"
                ${refusal === null ? null : html`disabled aria-describedby="why-${how}"`}
              >
                ${how === 'enact' ? 'Enact' : 'Fail'}
              </button>
              ${refusal === null ? null : html`<span class="why" id="why-${how}">${reasonOf(refusal)}</span>`}
            </p>`,
        )}`,
    )}`;
}

const back = (id: string): string => `/matter?id=${encodeURIComponent(id)}`;

export const vote: Handler = async (visit) => {
  const who = seatOf(visit);
  const [on, icon] = [field(visit, 'on', 200), field(visit, 'vote', 40)];
  const offered = await withPosition(visit.game, (position) => votesOffered(position, visit.game.now(), ''));
  if (!offered.includes(icon)) throw new RequestProblem(400, `A vote is one of ${offered.join(', ')}.`);
  const step = await voteInComment(visit.game, who, on, icon, field(visit, 'text', 5000).trim());
  return tell(visit, step, `${who.name} votes ${icon}.`, back(on));
};

export const comment: Handler = async (visit) => {
  const who = seatOf(visit);
  const [on, text] = [field(visit, 'on', 200), field(visit, 'text', 60_000).trim()];
  if (text === '') throw new RequestProblem(400, 'A comment needs words.');
  return tell(visit, await sayInComment(visit.game, who, on, text), 'The comment is there.', back(on));
};

export const resolvePage: Handler = async (visit) => {
  const who = seatOf(visit);
  const [on, how] = [field(visit, 'on', 200), field(visit, 'how', 10)];
  if (how !== 'enact' && how !== 'fail') throw new RequestProblem(400, 'A matter is enacted, or it fails.');
  return tell(visit, await sayInComment(visit.game, who, on, `/${how}`), `It is ${how}ed.`, back(on));
};
