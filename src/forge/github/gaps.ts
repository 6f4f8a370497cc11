import type { PostRead } from './answers.ts';
import type { Details } from './details.ts';

export const sayUnread = (post: number): string =>
  `GitHub did not answer what is on #${post}: nothing of it is taken in for now, and the next look asks again.`;

/** Leaves comments and reviews whose original text is unknown for the next look. */
export function leaveOut(post: PostRead, unknown: ReadonlySet<string>): void {
  for (const page of [post.comments, post.reviews]) {
    const whole = page?.nodes.filter(({ id }: { readonly id: string }) => !unknown.has(id)) ?? [];
    if (page === undefined || whole.length === page.nodes.length) continue;
    page.missing += page.nodes.length - whole.length;
    page.nodes.splice(0, page.nodes.length, ...(whole as never[]));
  }
}

/** Describes which parts of a post GitHub left out. */
export function gapsOn(post: PostRead, details: Details): string[] {
  const below = post.comments.nodes.map(({ id }) => details.get(id));
  const reviewed = (post.reviews?.nodes ?? []).map(({ id }) => details.get(id));
  const sum = (pages: readonly ({ readonly missing: number } | undefined)[]): number =>
    pages.reduce((all, page) => all + (page?.missing ?? 0), 0);
  const missing = {
    comments: sum([post.comments]),
    reviews: sum([post.reviews]),
    reactions: sum([post.reactions, ...below.map((detail) => detail?.reactions)]),
    edits: sum([post.userContentEdits, ...[...below, ...reviewed].map((detail) => detail?.userContentEdits)]),
    'comments on lines': sum(reviewed.map((detail) => detail?.comments)),
    labels: sum([post.labels]),
    events: sum([post.timelineItems]),
  };
  const told = Object.entries(missing).flatMap(([what, count]) =>
    count === 0 ? [] : [`${what} (${count})`],
  );
  return told.length === 0
    ? []
    : [`GitHub left out of what is on #${post.number}: ${told.join(', ')}. The next look asks again.`];
}
