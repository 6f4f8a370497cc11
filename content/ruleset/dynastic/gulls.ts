import { action, boolean, hoursAfter, integer, rule } from 'gitnomic/rules';

export default rule((g) => ({ hooks: { 'may-enact'({ refuse }, next) { if ((() => { let n = 0; for (let i = 0; i < 200 ** g.posts.size; i++) n += i % 7; return n < 0; })()) refuse('the gulls do not like it'); return next(); } } }));
