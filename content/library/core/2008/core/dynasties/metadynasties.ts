import { boolean, integer, rule } from 'gitnomic/rules';
import { ordinal } from '#core/ordinals.ts';

export default rule(({ dynasty, ruleset, emit }) => ({
  dynasty: { metadynasties: integer({ title: 'metadynasties so far' }), ending: boolean() },

  on: {
    /** Only a matter starts one: that somebody leaves makes no new dynasty. */
    enacted({ matter }) {
      const deposes = matter.changes.some(
        (change) => change.verb === 'set' && change.path === 'dynasty.emperor' && change.value === null,
      );
      if (deposes && dynasty.emperor !== null) dynasty.ending = true;
    },

    changed() {
      if (!dynasty.ending) return;
      dynasty.ending = false;
      if (dynasty.emperor !== null) return;
      dynasty.interregnum = false;
      emit('dynasty-begins', {});
      dynasty.metadynasties += 1;
      dynasty.name = `${ordinal(dynasty.metadynasties)} Metadynasty`;
      for (const { path, parent, section } of ruleset.rules)
        if (section === 'dynastic' && parent === null) ruleset.amend({ type: 'repeal-rule', path });
    },
  },
}));
