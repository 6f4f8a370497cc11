/** Makes an action from a row that says what people may do. */
import type { Definition, Fn } from '../../kernel/definition.ts';
import type { Matter } from '../world.ts';
import { whole } from './exact.ts';
import { momentOf, type RowMoment, type Chosen } from './moment.ts';
import type { Moves } from './row.ts';
import { dues, pay, use, whyUsedUp, type DueEffect } from './settle.ts';

type Action = NonNullable<Definition['actions']>[string];

export function actionOf({
  title,
  about: subject,
  sentence,
  by,
  with: params,
  needs,
  pays,
  gets,
  limit,
  frequency,
}: Moves): Action {
  const proposal = Object.keys(params).find((name) => params[name]?.kind === 'post');
  const moment = (words: unknown): RowMoment => {
    const chosen = Object.fromEntries(Object.keys(params).map((name) => [name, (words as Chosen)[name]]));
    const matter = proposal === undefined ? null : (chosen[proposal] as Matter);
    return { ...momentOf(words, chosen), matter };
  };
  return {
    title,
    ...(subject !== undefined && { about: subject }),
    ...(sentence !== undefined && { sentence }),
    by,
    ...(frequency !== undefined && { frequency }),
    with: params,
    cost: ((words: unknown) =>
      Object.fromEntries(pays.map(({ name, by: price }) => [name, whole(price(moment(words)), 'up')]))) as Fn,
    check: ((words: unknown) => {
      const e = moment(words);
      const used = whyUsedUp(e, limit);
      if (used !== null) e.g.refuse(used);
      for (const { text, holds } of needs) if (!holds(e)) e.g.refuse(`you can do that only if ${text(e)}`);
      for (const { name, title: what, by: price } of pays) {
        const has = (e.it as unknown as Record<string, number>)[name] ?? 0;
        const amount = whole(price(e), 'up');
        if (amount < 0) e.g.refuse(`nobody pays ${amount} ${what}`);
        if (has < amount) e.g.refuse(`it costs ${amount} ${what}, and you have ${has}`);
      }
    }) as Fn,
    effect: ((words: unknown) => {
      const e = moment(words);
      use(e, limit);
      const all = gets.flatMap((effect) => dues(e, effect, 1));
      const isEnd = (one: DueEffect): boolean => one.effect.does === 'end-turn';
      for (const one of all) if (!isEnd(one)) pay(e, one);
      if (e.dice.length > 0) e.g.emit('rolled' as never, { person: e.person, rolled: e.dice } as never);
      for (const one of all) if (isEnd(one)) pay(e, one);
    }) as Fn,
  } as Action;
}
