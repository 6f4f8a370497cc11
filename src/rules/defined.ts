/**
 * The definitions of the rules in force. Interfaces that are empty here get their members, for each ruleset, from a declaration file
 * generated from all its rules.
 */
/* eslint-disable @typescript-eslint/no-empty-object-type */
export interface PlayerVariables {}
export interface GameVariables {}
export interface DynastyVariables {}
export interface EmperorVariables {}
export interface PostVariables {}
/** The type of one thing in each collection, by the collection's id in kebab-case. */
export interface Things {}
/** Views by id: `{ of: Player; returns: number }`. */
export interface Views {}
/** Categories of posts by id. */
export interface Kinds {}
/** Sealed submissions by id: `{ open: { duel: … }; with: { plan: string } }`. */
export interface Submissions {}
/**
 * Questions and events that rules define themselves. Their clauses and helpers export them: `export interface Asks`, `export interface
 * Tells`.
 */
export interface OwnHooks {}
export interface OwnEvents {}
/** Hooks that rules answer and events that they handle, including those without a type. */
export interface NamedHooks {}
export interface NamedEvents {}
