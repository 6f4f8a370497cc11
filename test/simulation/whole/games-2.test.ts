import { playGames } from './play-games.ts';

playGames(1, 2);
