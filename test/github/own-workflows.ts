import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

import { reusableWorkflows } from '../../scripts/build-action/build.ts';
import { templateFiles } from '../../src/host/github/template/thin-files.ts';
import type { Workflow } from './stand-in/runs.ts';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));
export const WORKFLOWS = '.github/workflows/';

/** The workflows of the engine’s repository that games call. */
export const calledWorkflows = (): ReadonlyMap<string, Workflow> =>
  new Map([...reusableWorkflows(ROOT)].map(([name, text]) => [name, parse(text) as Workflow]));

/** The workflows of a game. */
export const ownWorkflows = (): ReadonlyMap<string, Workflow> =>
  new Map(
    [...templateFiles({ repository: 'o/gitnomic', version: '0.1.0' })].flatMap(([path, text]) =>
      path.startsWith(WORKFLOWS) ? [[path.slice(WORKFLOWS.length), parse(text) as Workflow] as const] : [],
    ),
  );
