export { default } from '../../../2021/core/players/idle-players.ts';
