import { rule } from 'gitnomic/rules';

export default rule(() => ({
  on: {
    enacted({ matter, matters, view, emit, fail }) {
      if (matter.kind !== 'cfj' || !matter.stuck) return;
      const unable = view('moving');
      for (const proposal of matters.pending('proposal')) fail(proposal);
      if (unable !== null) emit('won', { person: unable });
      emit('turn-ends');
    },
  },
}));
