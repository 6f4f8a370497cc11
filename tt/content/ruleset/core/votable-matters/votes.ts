export { votes as default } from '#core/clauses/votes.ts';
