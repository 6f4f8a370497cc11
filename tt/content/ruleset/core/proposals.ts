export { proposals as default } from '#core/clauses/proposals.ts';
