/** `content/game.yml`, by the schema that is published. */
export { gameSchema as gameFileSchema } from '../../ruleset/schema/game.ts';
export type { GameMatter as GameFile } from '../../ruleset/schema/game.ts';
