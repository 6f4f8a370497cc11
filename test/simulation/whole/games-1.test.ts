import { playGames } from './play-games.ts';

playGames(0, 2);
