import { rule } from 'gitnomic/rules';

export default rule(() => ({ posts: { plain: { title: 'Post', about: 'Anything that no rule forbids.' } } }));
