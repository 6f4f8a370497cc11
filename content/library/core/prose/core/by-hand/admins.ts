import { action, rule } from 'gitnomic/rules';

export default rule(() => ({
  actions: {
    'resign-admin': action({
      title: 'Resign as an Admin',
      sentence: 'resigned as an Admin',
      by: 'admin',
      effect({ actor }) {
        actor.admin = false;
      },
    }),
  },
}));
