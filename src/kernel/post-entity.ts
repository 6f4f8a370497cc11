import { callHook } from './calls.ts';
import { Entity } from './entities.ts';
import type { Field } from './model.ts';
import { Refusal } from './refusal.ts';
import type { CommentData, Fields, MatterChange, PostData, VoteUse } from './state.ts';
import { entityFor, type Person } from './world.ts';

/** A post on the forge as rules see it; a matter is a post whose kind is voted on. */
export class PostEntity extends Entity {
  get label(): string {
    return this.post.title;
  }

  get post(): PostData {
    const post = this.runtime.store.state.posts[this.id];
    if (post === undefined) throw new Refusal(`there is no post ${this.id}`, { code: 'no-such-post' });
    return post;
  }

  fields(): ReadonlyMap<string, Field> {
    return this.runtime.model.fields.post;
  }

  data(): Fields {
    return this.post.fields;
  }

  path(): readonly string[] {
    return ['posts', this.id, 'fields'];
  }

  get kind(): string {
    return this.post.kind;
  }
  get title(): string {
    return this.post.title;
  }
  get text(): string {
    return this.post.text;
  }
  get author(): Person {
    return entityFor(this.runtime, 'players', this.post.author) as Person;
  }
  get at(): string {
    return this.post.at;
  }
  get n(): number {
    return this.post.n;
  }
  get alteredAt(): string | null {
    return this.post.alteredAt;
  }
  get status(): string | null {
    return this.post.status;
  }
  get resolvedAt(): string | null {
    return this.post.resolvedAt;
  }
  get votable(): boolean {
    return this.runtime.model.kinds.get(this.kind)?.definition.votable === true;
  }
  get official(): boolean {
    return this.votable || this.runtime.model.kinds.get(this.kind)?.definition.official === true;
  }
  get pending(): boolean {
    return this.post.status === 'pending';
  }
  get uses(): readonly VoteUse[] {
    return this.post.uses;
  }
  get comments(): readonly CommentData[] {
    return this.post.comments;
  }
  get changes(): readonly MatterChange[] {
    return this.post.changes;
  }
  get omitted(): readonly { readonly change: string; readonly reason: string }[] {
    return this.post.omitted;
  }

  /** The tally as it is now, or as it was when the matter was resolved. */
  get tally(): Fields {
    return this.post.tally ?? ((callHook(this.runtime, 'tally', { matter: this, final: false }) as Fields | undefined) ?? {});
  }

  /** The tally as it is put on record on resolution. */
  get finalTally(): Fields {
    return (callHook(this.runtime, 'tally', { matter: this, final: true }) as Fields | undefined) ?? {};
  }

  /** Changes a fact of the post, such as its status. */
  change(values: Partial<PostData>): void {
    for (const [key, value] of Object.entries(values)) this.runtime.store.write(this.post, key, value, ['posts', this.id, key]);
  }
}
