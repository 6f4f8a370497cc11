import { rule, text, weekly } from 'gitnomic/rules';

export default rule(({ value, refuse }) => ({
  player: { epitaph: text({ title: 'Epitaph' }) },

  actions: {
    'carve-epitaph': weekly({
      title: 'Carve an Epitaph',
      sentence: 'carved an Epitaph[: “{words}”]',
      with: { words: text({ filled: true }) },
      check({ words }) {
        if (words.length > value('longest'))
          refuse('words', `no more than ${value('longest')} characters fit on the stone`);
      },
      effect({ actor, words }) {
        actor.epitaph = words;
      },
    }),
  },
}));
