import { callHook } from './calls.ts';
import { Entity, runtimeOf } from './entities.ts';
import { deepFreeze, freezeWhole } from './freeze.ts';
import { madeLasting } from './lasting.ts';
import type { Runtime } from './runtime.ts';
import { acts, dependsOn } from './memo.ts';
import { Refusal } from './refusal.ts';
import { factOfPost } from './store.ts';
import type { CommentData, Fields, MatterChange, PostData, VoteUse } from './state.ts';
import type { PersonEntity } from './game-entities.ts';
import { recordable, toWords } from './values.ts';

const PLAYER = { kind: 'player' } as const;

/** Assigned within the class, so that no clause can use it. */
let factIn: (post: PostEntity) => string;

/** A post on the forge as rules see it. A matter is a post of a kind that is voted on. */
export class PostEntity extends Entity {
  readonly #fact: string;

  static {
    factIn = (post) => post.#fact;
  }

  constructor(runtime: Runtime, id: string) {
    super(id, {
      runtime,
      path: ['posts', id, 'fields'],
      facts: 'post',
      fields: () => runtime.model.fields.post,
      data: () => factsOf(this).fields,
    });
    this.#fact = factOfPost(id);
  }

  get label(): string {
    return factsOf(this).title;
  }

  get kind(): string {
    return factsOf(this).kind;
  }
  get title(): string {
    return factsOf(this).title;
  }
  get text(): string {
    return factsOf(this).text;
  }
  get author(): PersonEntity {
    return runtimeOf(this).decode(PLAYER, factsOf(this).author) as PersonEntity;
  }
  get at(): string {
    return factsOf(this).at;
  }
  get n(): number {
    return factsOf(this).n;
  }
  get alteredAt(): string | null {
    return factsOf(this).alteredAt;
  }
  get status(): string | null {
    return factsOf(this).status;
  }
  get resolvedAt(): string | null {
    return factsOf(this).resolvedAt;
  }
  get votable(): boolean {
    return runtimeOf(this).model.kinds.get(this.kind)?.definition.votable === true;
  }
  get official(): boolean {
    return this.votable || runtimeOf(this).model.kinds.get(this.kind)?.definition.official === true;
  }
  get pending(): boolean {
    return factsOf(this).status === 'pending';
  }
  get uses(): readonly VoteUse[] {
    return deepFreeze(factsOf(this).uses);
  }
  /** Each person's last vote that hasn't been withdrawn, by the person's id. */
  get lastVotes(): Readonly<Record<string, string>> {
    const { lastVotes: known, made } = runtimeOf(this).caches;
    const { uses } = factsOf(this);
    const votes = known.get(uses) ?? madeLasting(lastVotesIn(uses), made);
    known.set(uses, votes);
    return votes;
  }
  get comments(): readonly CommentData[] {
    return deepFreeze(factsOf(this).comments);
  }
  get changes(): readonly MatterChange[] {
    return deepFreeze(factsOf(this).changes);
  }
  get omitted(): readonly { readonly change: string; readonly reason: string }[] {
    return deepFreeze(factsOf(this).omitted);
  }

  /** The current tally, or the one at the time when the matter was resolved. */
  get tally(): Fields {
    return (
      deepFreeze(factsOf(this).tally) ??
      (callHook(runtimeOf(this), 'tally', { matter: this, final: false }) as Fields | undefined) ??
      {}
    );
  }

  /** The tally to record when the matter is resolved. */
  get finalTally(): Fields {
    return recordable(
      'the tally',
      callHook(runtimeOf(this), 'tally', { matter: this, final: true }) ?? {},
    ) as Fields;
  }

  change({ title, text }: { readonly title?: string; readonly text?: string }): void {
    changePost(this, {
      ...(title === undefined ? {} : { title: toWords('title', title) }),
      ...(text === undefined ? {} : { text: toWords('text', text) }),
    });
  }
}

freezeWhole(PostEntity);

export function factsOf(post: PostEntity): PostData {
  const runtime = runtimeOf(post);
  dependsOn(runtime, factIn(post));
  const facts = runtime.store.state.posts[post.id];
  if (facts === undefined) throw new Refusal(`there is no post ${post.id}`, { code: 'no-such-post' });
  return facts;
}

/** In order of people's first votes. */
function lastVotesIn(uses: readonly VoteUse[]): Record<string, string> {
  const last = new Map<string, string>();
  for (const { by, vote, withdrawn } of uses) if (withdrawn !== true) last.set(by, vote);
  return Object.fromEntries(last);
}

export function changePost(post: PostEntity, values: Partial<PostData>): void {
  const runtime = runtimeOf(post);
  acts(runtime);
  for (const [key, value] of Object.entries(values))
    runtime.store.write(factsOf(post), key, value, ['posts', post.id, key]);
}
