import { BOUNDS, cutTo } from '../../kernel/bounds.ts';
import type { EventOf, ForgeEvent, Person } from '../../forge/events.ts';
import type { Input } from '../../kernel/inputs.ts';
import type { Outcome } from '../play.ts';
import { isNote } from '../secrets/private-note.ts';
import { commandsIn } from './commands.ts';
import { isNewcomer, nameNewcomer } from './name-newcomer.ts';
import { takeCommand } from './take-command.ts';
import { isSealed } from './read-sealed.ts';
import { takeSealed } from './take-sealed.ts';
import { takeTold } from './take-told.ts';
import { isTold } from './told-text.ts';
import { hear, playerOf, postOf, takeInput, tell, type Table } from './table.ts';
import { flag, flagComment, takeClosing } from './what-stays.ts';
import { sayKept, sayNotCounted, sayPostRefused, sayTooMany } from './words.ts';

type Head = { readonly at: string; readonly by: string };

/** Takes in one thing that happened on the forge: what it means is for the rules, and a refusal is told. */
export function takeEvent(table: Table, event: ForgeEvent, at: string): void {
  if (event.type === 'main-pushed') return;
  if (event.by?.id === table.engine) {
    if (event.type === 'opened') linkOwnPost(table, event);
    return;
  }
  const handler = HANDLERS[event.type] as ((table: Table, event: ForgeEvent, head: Head) => void) | undefined;
  const isNew = isNewcomer(table, event.by);
  handler?.(table, event, { at, by: whoseIt(table, event.by, postOf(table, event.post)) });
  if (isNew && event.by !== null) nameNewcomer(table, event.by);
}

/** Ordinary Git does not say who pushed: a push to a matter's branch is taken for its author's. */
function whoseIt(table: Table, by: Person | null, post: string): string {
  return by === null ? (table.authors.get(post) ?? 'somebody') : playerOf(table, by);
}

const MARKER = /<!-- gitnomic:post (\S+) -->/u;

export function markOwnPost(id: string, text: string): string {
  // What players wrote may stand in it: a mark of theirs is none.
  const marker = `\n\n<!-- gitnomic:post ${encodeURIComponent(id)} -->`;
  return `${cutTo(text.replaceAll('<!--', '&lt;!--'), BOUNDS.told.written - marker.length)}${marker}`;
}

function linkOwnPost(table: Table, { post, text }: EventOf<'opened'>): void {
  const id = MARKER.exec(text)?.[1];
  if (id !== undefined) table.links[post] = decodeURIComponent(id);
}

/** Each is answered: without a bound one comment could have the engine write thousands. */
const MOST_COMMANDS = 20;

type Handlers = {
  readonly [T in ForgeEvent['type']]?: (table: Table, event: EventOf<T>, head: Head) => void;
};

const HANDLERS: Handlers = {
  opened(table, event, head) {
    const read = event.head === null ? undefined : table.heads.get(event.head.oid);
    const id = postOf(table, event.post);
    const outcome = takeInput(table, {
      ...head,
      type: 'post',
      id,
      kind: event.kind,
      title: event.title,
      text: plain(event.text),
      changes: read?.changes ?? [],
    });
    if (outcome.ok) {
      table.known.add(id);
      table.authors.set(id, head.by);
      if (event.head !== null) table.matterHeads[id] = event.head.oid;
    } else {
      delete table.links[event.post];
      tell(table, event.post, {
        tell: 'comment',
        key: 'refused',
        text: sayPostRefused(event.title, outcome),
      });
      tell(table, event.post, { tell: 'label', labels: ['not-accepted'] });
      tell(table, event.post, { tell: 'settle' });
    }
  },
  edited(table, { post, title, text }, head) {
    const words = {
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { text: plain(text) }),
    };
    onPost(table, post, 'The edit', `edit-${head.at}`, (on) => ({
      ...head,
      type: 'alter',
      on,
      how: 'edit',
      ...words,
    }));
  },
  pushed(table, { post, head: oid, id }, head) {
    const read = table.heads.get(oid);
    const outcome = onPost(table, post, `The push of ${oid.slice(0, 7)}`, `push-${id}`, (on) => ({
      ...head,
      type: 'alter',
      on,
      how: 'push',
      changes: read?.changes ?? [],
      replaces: true,
    }));
    if (outcome?.ok === true) table.matterHeads[postOf(table, post)] = oid;
  },
  categorised(table, { post, kind, id }, head) {
    onPost(table, post, 'The change of category', `kind-${id}`, (on) => ({
      ...head,
      type: 'recategorise',
      on,
      kind,
    }));
  },
  commented(table, event, head) {
    table.comment = event.comment;
    try {
      takeComment(table, event, head);
    } finally {
      table.comment = null;
    }
  },
  'comment-edited'(table, { post, comment, text }, head) {
    changeComment(table, { post, comment, text: plain(text) }, head);
  },
  'comment-removed'(table, { post, comment }, head) {
    changeComment(table, { post, comment, text: null }, head);
  },
  reviewed(table, { post, review, verdict, text }, head) {
    onPost(table, post, 'The review', `v-${review}`, (on) => ({
      ...head,
      type: 'signal',
      on,
      via: 'review',
      review: verdict,
      text: plain(text),
    }));
  },
  reacted(table, { post, comment, reaction, id }, head) {
    if (comment !== null) return;
    onPost(table, post, 'The reaction', `x-${id}`, (on) => ({
      ...head,
      type: 'signal',
      on,
      via: 'reaction',
      reaction: ICONS[reaction] ?? reaction,
    }));
  },
  unreacted(table, { post, comment, reaction, id }, head) {
    if (comment !== null) return;
    onPost(table, post, 'The withdrawal', `u-${id}`, (on) => ({
      ...head,
      type: 'withdraw-vote',
      on,
      reaction: ICONS[reaction] ?? reaction,
    }));
  },
  'review-edited'(table, { post, review }, { by }) {
    flag(table, post, `f-${review}`, sayKept(by, 'edited a review'));
  },
  'review-dismissed'(table, { post, review }, { by }) {
    flag(table, post, `d-${review}`, sayKept(by, 'dismissed a review'));
  },
  closed: takeClosing,
};

function takeComment(table: Table, { post, comment, text }: EventOf<'commented'>, head: Head): void {
  // What is for one person or for a machine to read is a comment all the same.
  const isPlain = !isNote(text) && !isTold(text) && !isSealed(text);
  if (!isPlain && table.known.has(postOf(table, post))) hear(table, head);
  if (isNote(text)) return;
  if (isTold(text)) {
    takeTold(table, post, comment, text, head);
    return;
  }
  if (isSealed(text)) {
    takeSealed(table, post, comment, head);
    return;
  }
  onPost(table, post, 'The comment', `c-${comment}`, (on) => ({
    ...head,
    type: 'comment',
    on,
    id: table.commentIds[comment] ?? comment,
    text: plain(text),
  }));
  const commands = commandsIn(text);
  for (const [index, command] of commands.slice(0, MOST_COMMANDS).entries())
    takeCommand(table, { command, post, key: `c-${comment}-${index + 1}`, ...head });
  if (commands.length > MOST_COMMANDS)
    tell(table, post, { tell: 'comment', key: `c-${comment}-more`, text: sayTooMany(MOST_COMMANDS) });
}

/** Null: it was removed. */
function changeComment(
  table: Table,
  { post, comment, text }: { post: string; comment: string; text: string | null },
  head: Head,
): void {
  const what = text === null ? 'The removal of a comment' : 'The edit of a comment';
  const id = table.commentIds[comment] ?? comment;
  const key = `${text === null ? 'r' : 'e'}-${comment}`;
  onPost(table, post, what, key, (on) => ({ ...head, type: 'edit-comment', on, id, text }));
  flagComment(table, post, comment, head.by, text === null ? 'removed a comment' : 'edited a comment');
}

/** Forges name reactions; rules show them as they look. */
const ICONS: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  eyes: '👀',
  confused: '😕',
  heart: '❤️',
  hooray: '🎉',
  rocket: '🚀',
  laugh: '😄',
};

/** What happens on a post that the game never took in, or that is no post of the game, is no affair of the rules. */
function onPost(
  table: Table,
  forgePost: string,
  what: string,
  key: string,
  inputFor: (post: string) => Input,
): Outcome | null {
  const post = postOf(table, forgePost);
  if (!table.known.has(post)) return null;
  const outcome = takeInput(table, inputFor(post));
  if (!outcome.ok) tell(table, forgePost, { tell: 'comment', key, text: sayNotCounted(what, outcome) });
  return outcome;
}

function plain(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}
