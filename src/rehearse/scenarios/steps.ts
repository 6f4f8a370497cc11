import type { Person, Verdict } from '../../forge/events.ts';
import type { Outcome } from '../../kernel/result.ts';
import { refusedOutcome } from '../../session/play/outcome.ts';
import { writeCommand, writeOperand } from '../../session/take/commands.ts';
import { changesOf } from './asked-changes.ts';
import { POSTED, verbOf, type Step, type Verb } from './format.ts';
import { ACCEPTED, type Stage } from './stage.ts';

/** Takes one step: a person does it, and the engine takes it in. */
export async function takeStep(stage: Stage, step: Step): Promise<Outcome> {
  const verb = verbOf(step);
  if (verb === null) return ACCEPTED;
  if (verb === 'tick') {
    await stage.resolve();
    return ACCEPTED;
  }
  if (step.by === undefined) throw new Error(`${verb} needs "by"`);
  return ACTS[verb]({ stage, step, by: { id: step.by, name: step.by, bot: false } });
}

interface Taking {
  readonly stage: Stage;
  readonly step: Step;
  readonly by: Person;
}

type Act = (taking: Taking) => Promise<Outcome>;

const ACTS: Readonly<Record<Exclude<Verb, 'tick'>, Act>> = {
  propose: (taking) => open(taking, 'propose'),
  cfj: (taking) => open(taking, 'cfj'),
  dov: (taking) => open(taking, 'dov'),
  post(taking) {
    const { post } = taking.step;
    if (typeof post !== 'object') throw new Error('post needs {kind, title}');
    return openPost(taking, post, null);
  },
  push,
  edit: ({ stage, step, by }) =>
    onPost(stage, step.edit, (post) => {
      const { title, text } = step;
      const change = { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) };
      return stage.people.edit(by, post, change);
    }),
  vote,
  'withdraw-vote': ({ stage, step, by }) =>
    onPost(stage, step['withdraw-vote'], async (post) => {
      const reaction = stage.reactions.get(`${by.id} ${post}`)?.pop();
      if (reaction !== undefined) await stage.people.unreact(by, post, reaction);
    }),
  'edit-comment': (taking) =>
    onComment(taking, taking.step['edit-comment'], (post, comment) =>
      taking.stage.people.editComment(taking.by, post, comment, taking.step.text ?? ''),
    ),
  'delete-comment': (taking) =>
    onComment(taking, taking.step['delete-comment'], (post, comment) =>
      taking.stage.people.removeComment(taking.by, post, comment),
    ),
  close: ({ stage, step, by }) => onPost(stage, step.close, (post) => stage.people.close(by, post)),
  comment,
  act: (taking) => command(taking, writeCommand(taking.step.act ?? '', taking.step.with ?? {})),
  admin: (taking) => command(taking, writeCommand(taking.step.admin ?? '', targetOf(taking.step))),
  resolve(taking) {
    const { as, resolve = '' } = taking.step;
    if (as !== 'enacted' && as !== 'failed') throw new Error('resolve needs "as: enacted" or "as: failed"');
    return command(taking, `${as === 'enacted' ? '/enact' : '/fail'} ${writeOperand(resolve)}`);
  },
  seal: ({ stage, step, by }) => stage.take(() => stage.seal(by, step.seal ?? '', step.with ?? {})),
  open: ({ stage, step, by }) => stage.take(() => stage.showShares(by, step.open ?? '')),
  recategorise: ({ stage, step, by }) =>
    onPost(stage, step.recategorise, (post) => stage.people.categorise(by, post, step['as-kind'] ?? '')),
};

async function open(taking: Taking, verb: keyof typeof POSTED): Promise<Outcome> {
  const { title = '', text, as, changes, kind = POSTED[verb] } = taking.step[verb] ?? {};
  const head = await taking.stage.commit(taking.by.id, null, changesOf(changes));
  return openPost(taking, { kind, title, text, as }, head);
}

async function openPost(
  { stage, by }: Taking,
  { kind, title, text = '', as }: Exclude<Step['post'], string | undefined>,
  head: string | null,
): Promise<Outcome> {
  let name = as;
  const before = stage.posts.get(as ?? '');
  const outcome = await stage.take(async () => {
    const forge = await stage.people.open(by, { kind, title, text, ...(head !== null && { head }) });
    name ??= forge;
    stage.posts.set(name, { forge, by: by.id, head });
  });
  if (!outcome.ok && name !== undefined) nameAgain(stage.posts, name, before);
  return outcome;
}

/** After a refusal the name refers to nothing, or to what it named before. */
function nameAgain<T>(named: Map<string, T>, name: string, before: T | undefined): void {
  if (before === undefined) named.delete(name);
  else named.set(name, before);
}

async function push({ stage, step, by }: Taking): Promise<Outcome> {
  const { push: name = '' } = step;
  const changes = changesOf(step.changes);
  if (name === 'main') return stage.take(() => stage.pushToMain(by.id, changes));
  const post = stage.posts.get(name);
  if (post === undefined || post.head === null) return noSuchPost(name);
  const head = await stage.commit(by.id, post.head, changes);
  const outcome = await stage.take(() => stage.people.push(by, post.forge, head));
  if (outcome.ok) stage.posts.set(name, { ...post, head });
  return outcome;
}

const REACTIONS: Readonly<Record<string, string>> = {
  FOR: '+1',
  AGAINST: '-1',
  DEFERENTIAL: 'eyes',
  VETO: 'confused',
};
const NO_VOTE = 'rocket';
const VERDICTS: Readonly<Record<string, Verdict>> = { FOR: 'approve', AGAINST: 'request-changes' };

/** People can vote by a comment with the icon, by a review or by a reaction. */
function vote({ stage, step, by }: Taking): Promise<Outcome> {
  const { vote: given = '', via, on = '' } = step;
  const token = `:${given.toLowerCase()}:`;
  return onPost(stage, on, async (post) => {
    const { head = null, by: author } = stage.posts.get(on) ?? {};
    if (via === 'reaction') {
      const reaction = REACTIONS[given] ?? NO_VOTE;
      await stage.people.react(by, post, reaction);
      const key = `${by.id} ${post}`;
      stage.reactions.set(key, [...(stage.reactions.get(key) ?? []), reaction]);
    } else if (via === 'review' && head !== null) {
      // A forge lets nobody approve their own changes, so authors put the icon into their review.
      const verdict = author === by.id ? 'comment' : (VERDICTS[given] ?? 'comment');
      await stage.people.review(by, post, verdict, verdict === 'comment' ? token : '');
    } else await stage.people.comment(by, post, token);
  });
}

async function comment({ stage, step, by }: Taking): Promise<Outcome> {
  const { on, text = '', as } = step.comment ?? {};
  const before = stage.comments.get(as ?? '');
  const outcome = await onPost(stage, on, async (post) => {
    const made = { post, comment: await stage.people.comment(by, post, text), by: by.id };
    if (as !== undefined) stage.comments.set(as, made);
  });
  if (!outcome.ok && as !== undefined) nameAgain(stage.comments, as, before);
  return outcome;
}

function command({ stage, by }: Taking, line: string): Promise<Outcome> {
  return stage.take(() => stage.people.comment(by, stage.actions, line));
}

function targetOf({ player, post, matter }: Step): Record<string, unknown> {
  const named = Object.entries({ player, post, matter });
  return Object.fromEntries(named.filter(([, one]) => typeof one === 'string'));
}

async function onPost(
  stage: Stage,
  name = '',
  act: (forgePost: string) => Promise<unknown>,
): Promise<Outcome> {
  const forgePost = stage.posts.get(name)?.forge ?? (await stage.postOfRules(name));
  return forgePost === null ? noSuchPost(name) : stage.take(() => act(forgePost));
}

async function onComment(
  { stage, by }: Taking,
  name = '',
  act: (post: string, comment: string) => Promise<unknown>,
): Promise<Outcome> {
  const at = stage.comments.get(name);
  if (at === undefined) throw new Error(`no comment is called ${name}`);
  if (at.by !== by.id) return refusedOutcome('not-yours', `${name} is by ${at.by}.`);
  return stage.take(() => act(at.post, at.comment));
}

function noSuchPost(name: string): Outcome {
  return refusedOutcome('no-such-post', `there is no post ${name}`);
}
