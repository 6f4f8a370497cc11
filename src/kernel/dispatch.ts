import { takeAct } from './actions.ts';
import { emit } from './calls.ts';
import { deepFreeze } from './freeze.ts';
import type { Input } from './inputs.ts';
import { addComment, alterPost, changeComment, recategorise, removePost, submitPost } from './posts.ts';
import type { PostEntity } from './post-entity.ts';
import { Refusal } from './refusal.ts';
import { checkResolution, fail } from './resolving.ts';
import type { Runtime } from './runtime.ts';
import { openForAll } from './open-for-all.ts';
import { receive } from './submissions.ts';
import { castVote, votesIn, withdrawVote } from './votes.ts';
import { ensurePerson, toPost } from './world.ts';

/** A reaction that is no vote says nothing: whoever leaves one has neither written nor done anything. */
function saysNothing(runtime: Runtime, input: Input): boolean {
  return input.type === 'signal' && input.via === 'reaction' && votesIn(runtime, input).length === 0;
}

/** Takes an input to the rules, and tells them of it: that somebody was active, and that something changed. */
export function takeInput(runtime: Runtime, input: Input): void {
  if (saysNothing(runtime, input)) return;
  dispatch(runtime, input);
  emit(runtime, 'active', { person: ensurePerson(runtime, input.by), input: input.type });
  emit(runtime, 'changed', {});
}

/** Somebody does something: the rules are asked, and what they let pass happens. */
export function dispatch(runtime: Runtime, input: Input): void {
  const by = ensurePerson(runtime, input.by);
  // Rules are handed these as they came, and none may change what others find there.
  if ('changes' in input) deepFreeze(input.changes);
  if ('with' in input) deepFreeze(input.with);
  switch (input.type) {
    case 'post':
      submitPost(runtime, { ...input, author: by });
      return;
    case 'comment':
      addComment(runtime, by, postCalled(runtime, input.on), input);
      return;
    case 'heard':
      return;
    case 'edit-comment':
      changeComment(runtime, postCalled(runtime, input.on), input.id, by, input.text);
      return;
    case 'vote':
      castVote(runtime, by, postCalled(runtime, input.on), input);
      return;
    case 'signal':
      for (const vote of votesIn(runtime, input))
        castVote(runtime, by, postCalled(runtime, input.on), { vote, via: input.via });
      return;
    case 'withdraw-vote':
      withdrawVote(runtime, by, postCalled(runtime, input.on), input.reaction);
      return;
    case 'remove':
      removePost(runtime, by, postCalled(runtime, input.on));
      return;
    case 'alter':
      alterPost(runtime, by, postCalled(runtime, input.on), input);
      return;
    case 'recategorise':
      recategorise(runtime, by, postCalled(runtime, input.on), input.kind);
      return;
    case 'act':
      runtime.frame.pictures = input.pictures ?? {};
      takeAct(runtime, input.action, by, input);
      return;
    case 'seal':
      receive(runtime, input.submission, by, input);
      return;
    case 'open':
      openForAll(runtime, input.submission, input.with);
      return;
    case 'fail':
      checkResolution(runtime, postCalled(runtime, input.matter), 'failed', input.byHand ? by : null);
      fail(runtime, postCalled(runtime, input.matter), input.byHand ? by : null);
  }
}

export function postCalled(runtime: Runtime, id: string): PostEntity {
  const post = toPost(runtime, id);
  if (post === null) throw new Refusal(`there is no post ${id}`, { code: 'no-such-post' });
  return post;
}
