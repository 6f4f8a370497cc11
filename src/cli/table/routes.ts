import { RequestProblem } from './guard.ts';
import { actPage, actions, take } from './pages/actions.ts';
import { changeDraft, draft } from './pages/draft.ts';
import { front, passTick, passTime, sit, who } from './pages/front.ts';
import { change, fork, log, points } from './pages/log.ts';
import { comment, matter, resolvePage, vote } from './pages/matter.ts';
import { changeWords } from './pages/own.ts';
import { newPost, postIt } from './pages/posts.ts';
import { sealed, sealing, sealIt } from './pages/sealed.ts';
import { proposeValues, values } from './pages/values.ts';
import { newRule, proposePage, rulePage, rules } from './pages/rules.ts';
import type { Handler } from './visit.ts';

const ROUTES: Readonly<Record<string, Handler>> = {
  'GET /': front,
  'GET /who': who,
  'GET /matter': matter,
  'GET /rules': rules,
  'GET /rule': rulePage,
  'GET /add-rule': newRule,
  'GET /draft': draft,
  'GET /actions': actions,
  'GET /act': actPage,
  'GET /post': newPost,
  'GET /log': log,
  'GET /points': points,
  'GET /sealed': sealed,
  'GET /seal': sealing,
  'GET /values': values,
  'POST /who': sit,
  'POST /tick': passTick,
  'POST /forward': passTime,
  'POST /vote': vote,
  'POST /comment': comment,
  'POST /resolve': resolvePage,
  'POST /rule': proposePage,
  'POST /draft': changeDraft,
  'POST /act': take,
  'POST /post': postIt,
  'POST /own': changeWords,
  'POST /seal': sealIt,
  'POST /values': proposeValues,
  'POST /fork': fork,
  'POST /switch': change,
};

export function handlerFor(method: string, path: string): Handler {
  const name = `${method} ${path}`;
  const found = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (found !== undefined) return found;
  throw new RequestProblem(404, 'The table has no such page.');
}
