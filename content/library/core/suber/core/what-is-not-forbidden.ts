import { rule } from 'gitnomic/rules';

export default rule(() => ({
  posts: { plain: { title: 'Post', purpose: 'tell', about: 'Anything that no rule forbids.' } },
}));
