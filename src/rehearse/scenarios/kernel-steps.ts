import type { Person, Verdict } from '../../forge/events.ts';
import { changesOfFile } from '../../wording/changes-of-file.ts';
import { writeCommand, writeOperand } from '../../session/take/commands.ts';
import type { MatterChange } from '../../kernel/state.ts';
import type { Outcome } from '../../kernel/result.ts';
import { refusedOutcome } from '../../session/play/outcome.ts';
import { RULESET } from '../../store/paths.ts';
import { changesOf } from './asked-changes.ts';
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
} from './format.ts';
import { NotPlayableError } from './run-on.ts';
import { ACTIONS_THREAD, type KernelBranch, type KernelStage } from './kernel-stage.ts';

interface Taking {
  readonly stage: KernelStage;
  readonly step: Step;
  readonly by: Person;
}

type Act = (taking: Taking) => Outcome | null;

/** Takes one step by handing its event to the decision directly. */
export function takeStepOnKernel(stage: KernelStage, step: Step): Promise<Outcome> {
  return Promise.resolve().then(() => {
    const verb = verbOf(step);
    if (verb === null) return ACCEPTED;
    if (verb === 'tick') {
      stage.resolve();
      return ACCEPTED;
    }
    if (step.by === undefined) throw new Error(`${verb} needs "by"`);
    return ACTS[verb]({ stage, step, by: { id: step.by, name: step.by, bot: false } }) ?? ACCEPTED;
  });
}

const ACTS: Readonly<Record<Exclude<Verb, 'tick'>, Act>> = {
  propose: (taking) => open(taking, 'propose'),
  cfj: (taking) => open(taking, 'cfj'),
  dov: (taking) => open(taking, 'dov'),
  post(taking) {
    const { post } = taking.step;
    if (typeof post !== 'object') throw new Error('post needs {kind, title}');
    return openPost(taking, post, null);
  },
  push({ stage, step, by }) {
    const name = step.push ?? '';
    if (name === 'main') throw new NotPlayableError('pushes to main, past the rules');
    const before = stage.branches.get(name);
    if (before === undefined) return noSuchPost(name);
    const branch = branched(stage, step.changes, before);
    const head = stage.nextCommit();
    const outcome = stage.take(by, { type: 'pushed', post: name, head, forced: false }, branch.read);
    if (outcome?.ok !== false) stage.branches.set(name, { ...branch, by: before.by });
    return outcome;
  },
  edit: ({ stage, step, by }) =>
    onPost(stage, step.edit, (post) => {
      const { title, text } = step;
      const change = { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) };
      return stage.take(by, { type: 'edited', post, ...change });
    }),
  vote,
  'withdraw-vote': ({ stage, step, by }) =>
    onPost(stage, step['withdraw-vote'], (post) => {
      const reaction = stage.reactions.get(`${by.id} ${post}`)?.pop();
      return reaction === undefined
        ? null
        : stage.take(by, { type: 'unreacted', post, comment: null, reaction });
    }),
  'edit-comment': ({ stage, step, by }) =>
    onComment(stage, by, step['edit-comment'], (post, comment) =>
      stage.take(by, { type: 'comment-edited', post, comment, text: step.text ?? '' }),
    ),
  'delete-comment': ({ stage, step, by }) =>
    onComment(stage, by, step['delete-comment'], (post, comment) =>
      stage.take(by, { type: 'comment-removed', post, comment }),
    ),
  close: ({ stage, step, by }) =>
    onPost(stage, step.close, (post) => stage.take(by, { type: 'closed', post })),
  comment({ stage, step, by }) {
    const { on, text = '', as } = step.comment ?? {};
    return onPost(stage, on, (post) => {
      const outcome = stage.say(by, post, text, as);
      if (outcome?.ok !== false && as !== undefined) stage.comments.set(as, { post, by: by.id });
      return outcome;
    });
  },
  act: ({ stage, step, by }) => stage.say(by, ACTIONS_THREAD, writeCommand(step.act ?? '', step.with ?? {})),
  admin: ({ stage, step, by }) =>
    stage.say(by, ACTIONS_THREAD, writeCommand(step.admin ?? '', targetOf(step))),
  resolve({ stage, step, by }) {
    const { as, resolve = '' } = step;
    if (as !== 'enacted' && as !== 'failed') throw new Error('resolve needs "as: enacted" or "as: failed"');
    return stage.say(by, ACTIONS_THREAD, `${as === 'enacted' ? '/enact' : '/fail'} ${writeOperand(resolve)}`);
  },
  seal: ({ stage, step, by }) =>
    stage.seal(by, { submission: step.seal ?? '', words: step.with ?? {}, opened: true }),
  open: ({ stage, step, by }) => stage.showShares(by, step.open ?? ''),
  recategorise: ({ stage, step, by }) =>
    onPost(stage, step.recategorise, (post) =>
      stage.take(by, { type: 'categorised', post, kind: step['as-kind'] ?? '' }),
    ),
};

function open(taking: Taking, verb: keyof typeof POSTED): Outcome | null {
  const { title = '', text, as, changes, kind = POSTED[verb] } = taking.step[verb] ?? {};
  return openPost(taking, { kind, title, text, as }, branched(taking.stage, changes, null));
}

function openPost(
  { stage, by }: Taking,
  {
    kind,
    title,
    text = '',
    as,
  }: { kind: string; title: string; text?: string | undefined; as?: string | undefined },
  branch: KernelBranch | null,
): Outcome | null {
  const next = stage.nextPost();
  const post = as ?? next;
  const head = branch === null ? null : { branch: `proposals/${post}`, oid: stage.nextCommit() };
  const outcome = stage.take(by, { type: 'opened', post, kind, title, text, head }, branch?.read ?? null);
  if (outcome?.ok !== false && branch !== null) stage.branches.set(post, { ...branch, by: by.id });
  return outcome;
}

/** Only the sandbox can stop such loops. */
const LOOPS_FOREVER = /for \(;;\)|while \(true\)/u;

/** The changes of a branch relative to the rules in force, or on top of its earlier changes. */
function branched(
  { play }: KernelStage,
  changes: Step['changes'],
  before: KernelBranch | null,
): KernelBranch {
  const base = before?.base ?? play.files;
  const asked = changesOf(changes).flatMap((one): MatterChange[] => {
    if ('verb' in one) return [one];
    if (!one.path.startsWith(RULESET)) throw new NotPlayableError('changes a file that is not a rule');
    if (LOOPS_FOREVER.test(one.content ?? '')) throw new NotPlayableError('writes a clause that never ends');
    return changesOfFile(one.path, base.get(one.path.slice(RULESET.length)) ?? null, one.content).changes;
  });
  const known = (before?.read.changes ?? []).filter(
    (one) => one.verb !== 'file' || !asked.some((other) => other.verb === 'file' && other.path === one.path),
  );
  return { base, read: { changes: [...known, ...asked], outside: [], problems: [] } };
}

/** Casts a vote by a comment with the icon, a review, or a reaction, as people do. */
function vote({ stage, step, by }: Taking): Outcome | null {
  const { vote: given = '', via } = step;
  const token = `:${given.toLowerCase()}:`;
  return onPost(stage, step.on, (post) => {
    const branch = stage.branches.get(post);
    if (via === 'reaction') {
      const reaction = REACTIONS[given] ?? NO_VOTE;
      const own = stage.reactions.get(`${by.id} ${post}`) ?? [];
      stage.reactions.set(`${by.id} ${post}`, [...own, reaction]);
      return own.includes(reaction)
        ? null
        : stage.take(by, { type: 'reacted', post, comment: null, reaction });
    }
    if (via !== 'review' || branch === undefined) return stage.say(by, post, token);
    const verdict: Verdict = branch.by === by.id ? 'comment' : (VERDICTS[given] ?? 'comment');
    const text = verdict === 'comment' ? token : '';
    return stage.take(by, { type: 'reviewed', post, review: stage.nextCommit(), verdict, text, head: '0' });
  });
}

function onPost(stage: KernelStage, name = '', act: (post: string) => Outcome | null): Outcome | null {
  return stage.play.state().posts[name] === undefined ? noSuchPost(name) : act(name);
}

function onComment(
  stage: KernelStage,
  by: Person,
  name = '',
  act: (post: string, comment: string) => Outcome | null,
): Outcome | null {
  const at = stage.comments.get(name);
  if (at === undefined) throw new Error(`no comment is called ${name}`);
  return at.by === by.id ? act(at.post, name) : refusedOutcome('not-yours', `${name} is by ${at.by}.`);
}

function noSuchPost(name: string): Outcome {
  return refusedOutcome('no-such-post', `there is no post ${name}`);
}
