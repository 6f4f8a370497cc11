import { rule, text } from 'gitnomic/rules';
import { grantsVictory, hasTag } from '#core/tags.ts';

export default rule(({ table, words }) => {
  const tagOf = new Map(
    table('tags', { section: text(), tag: text() }).map(({ section, tag }) => [section, tag]),
  );

  return {
    hooks: {
      'may-change'({ matter, change, refuse }) {
        const tag = change.section === null ? undefined : tagOf.get(change.section);
        if (tag !== undefined && !hasTag(matter.title, tag))
          refuse(`it takes the tag [${tag}] to ${change.words}`);
        const victory = words('victory-tag');
        if (matter.kind !== 'dov' && grantsVictory(change) && !hasTag(matter.title, victory))
          refuse(`it takes the tag [${victory}] to grant victory`);
      },
    },
  };
});
