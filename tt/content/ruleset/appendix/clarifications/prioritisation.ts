export { prioritisation as default } from '#core/clauses/prioritisation.ts';
