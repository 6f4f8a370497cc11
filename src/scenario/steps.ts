import type { Person } from '../forge/events.ts';
import { newEnvelope, sealEnvelope } from '../session/secrets/seal.ts';
import type { Params } from '../ruleset/plain-data.ts';
import { sealToHolders, shareOf, writeShares } from '../session/secrets/shares.ts';
import { holdersAt } from '../session/take/take-shares.ts';
import type { Outcome } from '../kernel/result.ts';
import { advance } from '../repository/refs.ts';
import { writeCommand, writeOperand } from '../session/take/commands.ts';
import { toKebab } from '../kernel/names.ts';
import { changesOf } from '../rehearse/scenarios/asked-changes.ts';
import { commitChanges } from './branch.ts';
import { GAME_NAME } from '../rehearse/scenarios/lay-out.ts';
import {
  verbOf,
  type Step,
  type Verb,
  ACCEPTED,
  NO_VOTE,
  POSTED,
  REACTIONS,
  targetOf,
  VERDICTS,
} from '../rehearse/scenarios/format.ts';
import { refusedOutcome } from '../session/play/outcome.ts';
import type { Stage, StagedPost } from './stage.ts';

/** Takes one step: a person does it on the forge, and the engine takes it in. */
export async function takeStep(stage: Stage, step: Step): Promise<Outcome> {
  const verb = verbOf(step);
  if (verb === null) return ACCEPTED;
  if (verb === 'tick') {
    await stage.run();
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
    return openPost(taking, post);
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
  'edit-comment': ({ stage, step, by }) =>
    onComment(stage, step['edit-comment'], ({ post, comment }) =>
      stage.people.editComment(by, post, comment, step.text ?? ''),
    ),
  'delete-comment': ({ stage, step, by }) =>
    onComment(stage, step['delete-comment'], ({ post, comment }) =>
      stage.people.removeComment(by, post, comment),
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
  seal: sealed,
  open: showShares,
  recategorise: ({ stage, step, by }) =>
    onPost(stage, step.recategorise, (post) => stage.people.categorise(by, post, step['as-kind'] ?? '')),
};

/** A step's outcome is the first one. If there is none, nothing had to change on the forge. */
async function firstOf(happened: Promise<readonly Outcome[]>): Promise<Outcome> {
  return (await happened)[0] ?? ACCEPTED;
}

async function open(taking: Taking, verb: keyof typeof POSTED): Promise<Outcome> {
  const { title = '', text, as, changes, kind = POSTED[verb] } = taking.step[verb] ?? {};
  const { stage, by } = taking;
  const branch = await commitChanges(stage.forge.repository, {
    from: await stage.main(),
    worded: [],
    changes: changesOf(changes),
    by: by.id,
    at: stage.now,
  });
  return openPost(taking, { kind, title, text, as }, branch);
}

async function openPost(
  { stage, by }: Taking,
  {
    kind,
    title,
    text = '',
    as,
  }: { kind: string; title: string; text?: string | undefined; as?: string | undefined },
  branch: StagedPost['branch'] = null,
): Promise<Outcome> {
  const head = branch === null ? {} : { head: branch.head };
  const before = as === undefined ? undefined : stage.posts.get(as);
  let name = as;
  const outcome = await firstOf(
    stage.take(async () => {
      const forge = await stage.people.open(by, { kind, title, text, ...head });
      name ??= forge;
      stage.posts.set(name, { forge, by: by.id, branch });
    }),
  );
  // After a refusal the name refers to nothing, or to what it named before.
  if (!outcome.ok && name !== undefined) {
    if (before === undefined) stage.posts.delete(name);
    else stage.posts.set(name, before);
  }
  return outcome;
}

async function push(taking: Taking): Promise<Outcome> {
  const { stage, step, by } = taking;
  const name = step.push ?? '';
  if (name === 'main') return pushToMain(taking);
  const post = stage.posts.get(name);
  if (post === undefined || post.branch === null) return noSuchPost(name);
  const branch = await commitChanges(stage.forge.repository, {
    from: post.branch.head,
    worded: post.branch.worded,
    changes: changesOf(step.changes),
    by: by.id,
    at: stage.now,
  });
  const outcome = await firstOf(stage.take(() => stage.people.push(by, post.forge, branch.head)));
  if (outcome.ok) stage.posts.set(name, { ...post, branch });
  return outcome;
}

/** Bypasses the rules. The engine reverts changes that only play may make. */
async function pushToMain({ stage, step, by }: Taking): Promise<Outcome> {
  const { repository } = stage.forge;
  const main = await stage.main();
  const { head } = await commitChanges(repository, {
    from: main,
    worded: [],
    changes: changesOf(step.changes),
    by: by.id,
    at: stage.now,
  });
  return firstOf(stage.take(() => advance(repository, 'main', main, head)));
}

/** People can vote by a comment with the icon, by a review or by a reaction. */
function vote({ stage, step, by }: Taking): Promise<Outcome> {
  const { vote: given = '', via } = step;
  const token = `:${given.toLowerCase()}:`;
  return onPost(stage, step.on, async (post, staged) => {
    if (via === 'reaction') {
      const reaction = REACTIONS[given] ?? NO_VOTE;
      await stage.people.react(by, post, reaction);
      const key = `${by.id} ${post}`;
      stage.reactions.set(key, [...(stage.reactions.get(key) ?? []), reaction]);
    } else if (via === 'review' && staged?.branch !== null) {
      // A forge lets nobody approve their own changes, so authors put the icon into their review.
      const verdict = staged?.by === by.id ? 'comment' : (VERDICTS[given] ?? 'comment');
      await stage.people.review(by, post, verdict, verdict === 'comment' ? token : '');
    } else await stage.people.comment(by, post, token);
  });
}

async function comment({ stage, step, by }: Taking): Promise<Outcome> {
  const { on, text = '', as } = step.comment ?? {};
  const before = as === undefined ? undefined : stage.comments.get(as);
  const outcome = await onPost(stage, on, async (post) => {
    const made = { post, comment: await stage.people.comment(by, post, text) };
    if (as !== undefined) stage.comments.set(as, made);
  });
  if (!outcome.ok && as !== undefined) {
    if (before === undefined) stage.comments.delete(as);
    else stage.comments.set(as, before);
  }
  return outcome;
}

/** The thread for actions is no post of the game, so only the command is taken in. */
function command({ stage, by }: Taking, line: string): Promise<Outcome> {
  return firstOf(stage.take(() => stage.people.comment(by, stage.actions, line)));
}

async function sealed({ stage, step, by }: Taking): Promise<Outcome> {
  const submission = step.seal ?? '';
  const { play } = stage;
  const inOpen = new Set(Object.keys(play.model.submissions[submission]?.open ?? {}).map(toKebab));
  const given = Object.entries(step.with ?? {});
  const envelope = newEnvelope({
    game: GAME_NAME,
    dynasty: Number(play.state().dynasty['number'] ?? 0),
    submission,
    sender: by.id,
    serial: 1,
    open: Object.fromEntries(given.filter(([key]) => inOpen.has(key))) as Params,
    params: Object.fromEntries(given.filter(([key]) => !inOpen.has(key))) as Params,
  });
  const found = holdersAt(play, stage.now, submission);
  // If nobody could open it, the rules refuse it anyway, so its receiver doesn't matter.
  const holders = found !== null && 'problem' in found ? null : found;
  const { text, sealed: post } =
    holders === null
      ? await sealEnvelope(stage.vault.key.recipient, envelope)
      : await sealToHolders(await stage.keysOf(holders.people), holders.needed, envelope);
  if (holders !== null) stage.sealedToSeveral.push(post);
  return firstOf(stage.take(() => stage.people.comment(by, stage.actions, text)));
}

/** Shows a person's shares of everything of a kind that may be opened. */
async function showShares({ stage, step, by }: Taking): Promise<Outcome> {
  const [own] = await stage.keysOf([by.id]);
  const identity = own?.identity ?? '';
  const shares: Record<string, string> = {};
  for (const commitment of stage.toOpen(step.open ?? '')) {
    const post = stage.sealedToSeveral.find((one) => one.commitment === commitment);
    const share = post === undefined ? null : await shareOf(post, by.id, identity);
    if (share !== null) shares[commitment] = share;
  }
  return firstOf(stage.take(() => stage.people.comment(by, stage.actions, writeShares(shares))));
}

async function onPost(
  stage: Stage,
  name = '',
  act: (forgePost: string, post: StagedPost | null) => Promise<unknown>,
): Promise<Outcome> {
  const staged = stage.posts.get(name) ?? null;
  const forgePost = staged?.forge ?? (await stage.postOfRules(name));
  if (forgePost === null) return noSuchPost(name);
  return firstOf(stage.take(() => act(forgePost, staged)));
}

function onComment(
  stage: Stage,
  name = '',
  act: (at: { readonly post: string; readonly comment: string }) => Promise<unknown>,
): Promise<Outcome> {
  const at = stage.comments.get(name);
  if (at === undefined) throw new Error(`no comment is called ${name}`);
  return firstOf(stage.take(() => act(at)));
}

function noSuchPost(name: string): Outcome {
  return refusedOutcome('no-such-post', `there is no post ${name}`);
}
