import { data, derive } from 'gitnomic/rules';
import type { Game, Matter } from 'gitnomic/rules';

/** Tells everybody who has won, from the end of a dynasty to the beginning of the next. `kind` is that of declarations. */
export function dynastyWon(g: Game, kind: string | null) {
  const declared = (): Matter | null =>
    g.matters.filter((matter) => matter.kind === kind && matter.status === 'enacted').at(-1) ?? null;
  return derive({
    of: 'game',
    returns: data(),
    about: 'Who has won this dynasty, and who begins the next',
    value() {
      const { interregnum, emperor } = g.dynasty;
      if (!interregnum || emperor === null) return null;
      const post = declared();
      return {
        winner: post?.author.id ?? emperor.id,
        begins: emperor.id,
        next: 'ascend',
        post: post?.id ?? null,
      };
    },
  });
}
