import type { Input } from '../../kernel/inputs.ts';
import type { MatterChange } from '../../kernel/state.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { readMarkdownFile } from '../../ruleset/front-matter.ts';
import type { Outcome, Play } from '../play.ts';
import { changeSchema, verbOf, type Step, type Verb } from './format.ts';

/** What names given by `as` stand for: comments belong to a post. */
export interface Names {
  /** Comment → the post that it was made on. */
  readonly comments: Map<string, string>;
  count: number;
}

const ACCEPTED: Outcome = { ok: true, changes: [], draws: [], result: null };

/** Takes one step in the game, as the person or the engine would. */
export function takeStep(play: Play, step: Step, at: string, names: Names): Outcome {
  const verb = verbOf(step);
  if (verb === null) return ACCEPTED;
  if (verb === 'tick') {
    play.tick(at);
    return ACCEPTED;
  }
  const by = step.by;
  if (by === undefined) throw new Error(`${verb} needs "by"`);
  if (verb === 'resolve') {
    const outcome = step.as;
    if (outcome !== 'enacted' && outcome !== 'failed')
      throw new Error('resolve needs "as: enacted" or "as: failed"');
    return play.resolve({ at, by, matter: step.resolve ?? '', outcome });
  }
  return play.take(inputFor(verb, step, { at, by }, names), true);
}

type Head = { readonly at: string; readonly by: string };

function inputFor(verb: Verb, step: Step, head: Head, names: Names): Input {
  switch (verb) {
    case 'propose':
    case 'cfj':
    case 'dov':
      return matterInput(verb, step, head, names);
    case 'push':
      return { ...head, type: 'alter', on: step.push ?? '', how: 'push', changes: changesOf(step.changes) };
    case 'edit':
      return {
        ...head,
        type: 'alter',
        on: step.edit ?? '',
        how: 'edit',
        ...(step.title === undefined ? {} : { title: step.title }),
        ...(step.text === undefined ? {} : { text: step.text }),
      };
    case 'vote':
      return voteInput(step, head, names);
    case 'withdraw-vote':
      return { ...head, type: 'withdraw-vote', on: step['withdraw-vote'] ?? '' };
    case 'edit-comment':
      return {
        ...head,
        type: 'edit-comment',
        ...commentCalled(step['edit-comment'] ?? '', names),
        text: step.text ?? '',
      };
    case 'delete-comment':
      return {
        ...head,
        type: 'edit-comment',
        ...commentCalled(step['delete-comment'] ?? '', names),
        text: null,
      };
    case 'comment':
      return {
        ...head,
        type: 'comment',
        on: step.comment?.on ?? '',
        id: step.comment?.as ?? nextId(names, 'comment'),
        text: step.comment?.text ?? '',
      };
    case 'post':
      return postInput(step, head, names);
    case 'act':
      return { ...head, type: 'act', action: step.act ?? '', with: step.with ?? {} };
    case 'seal':
      return { ...head, type: 'seal', submission: step.seal ?? '', with: step.with ?? {} };
    case 'admin':
      return { ...head, type: 'act', action: step.admin ?? '', with: targetOf(step) };
    case 'recategorise':
      return { ...head, type: 'recategorise', on: step.recategorise ?? '', kind: step['as-kind'] ?? '' };
    default:
      throw new Error(`${verb} is no step that somebody takes`);
  }
}

const KINDS = { propose: 'proposal', cfj: 'cfj', dov: 'dov' } as const;

function matterInput(verb: 'propose' | 'cfj' | 'dov', step: Step, head: Head, names: Names): Input {
  const { title = '', text, as, changes } = step[verb] ?? {};
  return {
    ...head,
    type: 'post',
    id: as ?? nextId(names, KINDS[verb]),
    kind: KINDS[verb],
    title,
    text: text ?? '',
    changes: changesOf(changes),
  };
}

function postInput(step: Step, head: Head, names: Names): Input {
  if (typeof step.post !== 'object') throw new Error('post needs {kind, title}');
  const { kind, title, text, as } = step.post;
  return { ...head, type: 'post', id: as ?? nextId(names, kind), kind, title, text: text ?? '' };
}

const REACTIONS: Readonly<Record<string, string>> = {
  FOR: '👍',
  AGAINST: '👎',
  DEFERENTIAL: '👀',
  VETO: '😕',
};
const REVIEWS: Readonly<Record<string, string>> = { FOR: 'approve', AGAINST: 'request-changes' };

/** A vote goes the way that people vote: as a comment with the icon, as a review, or as a reaction. */
function voteInput(step: Step, head: Head, names: Names): Input {
  const vote = step.vote ?? '';
  const on = step.on ?? '';
  const token = `:${vote.toLowerCase()}:`;
  if (step.via === 'reaction')
    return { ...head, type: 'signal', on, via: 'reaction', reaction: REACTIONS[vote] ?? '' };
  if (step.via === 'review')
    return {
      ...head,
      type: 'signal',
      on,
      via: 'review',
      review: REVIEWS[vote] ?? 'comment',
      text: REVIEWS[vote] === undefined ? token : '',
    };
  const id = nextId(names, 'comment');
  return { ...head, type: 'comment', on, id, text: token };
}

function targetOf(step: Step): Record<string, unknown> {
  const target: Record<string, unknown> = {};
  if (step.player !== undefined) target['player'] = step.player;
  if (typeof step.post === 'string') target['post'] = step.post;
  if (step.matter !== undefined) target['matter'] = step.matter;
  return target;
}

function commentCalled(id: string, names: Names): { on: string; id: string } {
  const on = names.comments.get(id);
  if (on === undefined) throw new Error(`no comment is called ${id}`);
  return { on, id };
}

function nextId(names: Names, kind: string): string {
  return `${kind}-${++names.count}-step`;
}

/** Changes as a scenario writes them, each in the order in which it stands. */
export function changesOf(given: Step['changes']): MatterChange[] {
  if (given === undefined) return [];
  return (Array.isArray(given) ? given : [given]).flatMap(changesIn);
}

const NAMED = new Set(Object.keys(changeSchema.shape));

function changesIn(given: Readonly<Record<string, unknown>>): MatterChange[] {
  const verbs = changeSchema.parse(
    Object.fromEntries(Object.entries(given).filter(([key]) => NAMED.has(key))),
  );
  return Object.keys(given).flatMap((key): MatterChange[] => {
    switch (key) {
      case 'add-rule': {
        const { section, title = '', text = '' } = verbs['add-rule'] ?? {};
        return [{ verb: 'add-rule', title, text, ...(section === undefined ? {} : { section }) }];
      }
      case 'edit-rule': {
        const { rule = '', replace = '', with: words = '' } = verbs['edit-rule'] ?? {};
        return [{ verb: 'edit-rule', rule, replace, with: words }];
      }
      case 'repeal-rule':
        return [{ verb: 'repeal-rule', rule: verbs['repeal-rule'] ?? '' }];
      case 'set':
        return Object.entries(verbs.set ?? {}).map(([path, value]) => ({ verb: 'set', path, value }));
      default:
        return fileChanges(key, given[key]);
    }
  });
}

function fileChanges(path: string, content: unknown): MatterChange[] {
  if (!path.includes('/'))
    throw new Error(`"${path}" is neither a content path nor one of ${[...NAMED].join(', ')}`);
  if (content !== null && typeof content !== 'string')
    throw new Error(`the new text of ${path} must be text, or null to delete it`);
  const thing = /^(?:content\/)?gamestate\/(.+)\.md$/.exec(path)?.[1];
  if (thing === undefined) return [{ verb: 'file', path, content }];
  const place = thing.replaceAll('/', '.');
  if (content === null) return [{ verb: 'set', path: place, value: null }];
  const { data } = readMarkdownFile(path, content);
  return isPlainObject(data)
    ? Object.entries(data).map(([key, value]) => ({ verb: 'set', path: `${place}.${key}`, value }))
    : [];
}
