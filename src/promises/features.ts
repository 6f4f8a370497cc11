import type { FieldScope } from '../kernel/model.ts';
import { hoursBetween } from '../kernel/time.ts';
import type { Explorer } from './moves.ts';

/** The features of a state, with their weights. Values of suspected rules weigh more. */
export type Features = ReadonlyMap<string, number>;

const SUSPECTED = 8;

/** The state as a search compares it: without times, with posts as counts, and with players in any order. */
export function featuresOf({ kernel, task, now }: Explorer): Features {
  const { state } = kernel;
  const { model } = kernel.runtime;
  const features = new Map<string, number>();
  const add = (text: string, weight: number): void => void features.set(text, weight);
  const weightOf = (scope: FieldScope, id: string): number =>
    task.rules.includes(model.fields[scope].get(id)?.rule.entry.path ?? '') ? SUSPECTED : 1;
  for (const scope of ['game', 'dynasty', 'emperor'] as const)
    for (const [id, value] of Object.entries(state[scope]))
      add(`${scope}.${id}=${plain(value)}`, weightOf(scope, id));
  const players = Object.values(state.players);
  add(`players=${players.length}`, 1);
  for (const id of model.fields.player.keys()) {
    const values = players.map((fields) => plain(fields[id])).sort();
    add(`player.${id}=${values.join()}`, weightOf('player', id));
  }
  for (const [id, things] of Object.entries(state.things)) add(`things.${id}=${plain(things)}`, 1);
  const counts = new Map<string, number>();
  for (const { kind, status, title } of Object.values(state.posts))
    for (const key of ['posts', `${kind} ${status ?? ''}`, `title ${title}`])
      counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [key, count] of counts) add(`${key}=${count}`, 1);
  add(`days=${Math.round(hoursBetween(task.at, now) / 24)}`, 1);
  return features;
}

function plain(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  return json.includes('T') ? json.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/gu, '""') : json;
}
