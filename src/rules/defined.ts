/**
 * The definitions of the rules in force. The interfaces without members here are filled in, for each ruleset, by a declaration
 * file that is generated from all its rules together.
 */
/* eslint-disable @typescript-eslint/no-empty-object-type */
export interface PlayerVariables {}
export interface GameVariables {}
export interface DynastyVariables {}
export interface EmperorVariables {}
export interface PostVariables {}
/** Collections by their ids in kebab-case: the type of one thing of each. */
export interface Things {}
/** Views by id: `{ of: Player; returns: number }`. */
export interface Views {}
/** Categories of posts by id. */
export interface Kinds {}
/** Sealed submissions by id: `{ open: { duel: … }; with: { plan: string } }`. */
export interface Submissions {}
/** Questions and events of rules' own, as their clauses and helpers export them: `export interface Asks`, `export interface Tells`. */
export interface OwnHooks {}
export interface OwnEvents {}
/** Hooks that rules answer and events that they hear, those too that nobody gives a type. */
export interface NamedHooks {}
export interface NamedEvents {}
