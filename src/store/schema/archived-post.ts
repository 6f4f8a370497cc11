/** A post in `content/posts`, by the schema that is published. */
export { postSchema as archivedPostSchema } from '../../ruleset/schema/post.ts';
export type { PostMatter as ArchivedPost } from '../../ruleset/schema/post.ts';
