export { dynasticDistance as default } from '#core/clauses/dynastic-distance.ts';
