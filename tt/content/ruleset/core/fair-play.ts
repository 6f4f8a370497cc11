export { fairPlay as default } from '#core/clauses/fair-play.ts';
