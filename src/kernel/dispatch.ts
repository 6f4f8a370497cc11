import { takeAct } from './actions.ts';
import { asAWhole, emit } from './calls.ts';
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

/** A reaction that isn't a vote counts as no activity. */
function saysNothing(runtime: Runtime, input: Input): boolean {
  return input.type === 'signal' && input.via === 'reaction' && votesIn(runtime, input).length === 0;
}

/** Passes an input to the rules, then tells them that somebody was active and that something changed. */
export function takeInput(runtime: Runtime, input: Input): void {
  if (saysNothing(runtime, input)) return;
  dispatch(runtime, input);
  emit(runtime, 'active', { person: ensurePerson(runtime, input.by), input: input.type });
  emit(runtime, 'changed', {});
}

/** Carries out an input if the rules allow it. */
export function dispatch(runtime: Runtime, input: Input): void {
  const by = ensurePerson(runtime, input.by);
  // Rules receive these as they came, and none may change what others see.
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
      asAWhole(runtime, () => {
        takeAct(runtime, input.action, by, input);
      });
      return;
    case 'seal':
      asAWhole(runtime, () => {
        receive(runtime, input.submission, by, input);
      });
      return;
    case 'open':
      asAWhole(runtime, () => {
        openForAll(runtime, input.submission, input.with);
      });
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
