import { addons } from '../addons/registry.ts';
import { runAction } from '../host/github/action/main.ts';

await runAction(
  process.env,
  addons.flatMap(({ findTeller }) => findTeller ?? []),
);
