export { idlePlayers as default } from '#core/clauses/idle-players.ts';
