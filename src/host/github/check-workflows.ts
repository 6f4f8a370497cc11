import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { filesOnDisk } from '../../store/content-folder.ts';
import { readGame } from '../../store/read-game.ts';
import { gamePlace } from './repository.ts';
import { gamesIn } from './template/thin-files.ts';
import { findSecretsInGit } from '../keep-from-git.ts';
import type { Check, Finding } from '../../care/doctor/finding.ts';

/** Workflow files and what each does for the game. */
const WORKFLOWS: Readonly<Record<string, string>> = {
  'events.yml': 'starts a tick when somebody does something',
  'tick.yml': 'processes what people do, and does what is due',
  'relay.yml': 'reports a review, which starts a tick',
  'publish.yml': 'publishes the site',
  'clock.yml': 'does what is due even if nobody does anything',
};

/** These list the folders of the games they watch. */
const READ_FIRST = ['events.yml', 'clock.yml'];

export function workflowChecks(folder: string): readonly Check[] {
  return [
    { title: 'its workflows', check: async () => Promise.resolve(checkWorkflows(folder)) },
    { title: 'where its seed is', check: async () => Promise.resolve(checkSeed(folder)) },
    { title: 'secrets in Git', check: async () => Promise.resolve(findSecretsInGit(folder)) },
  ];
}

/** Any workflow can read a seed among the Actions secrets, and anybody with push rights can write a workflow. */
function checkSeed(folder: string): readonly Finding[] {
  const { forge, dice } = readGame(filesOnDisk(folder)).game;
  if (forge?.kind !== 'github' || dice?.source !== 'committed') return [];
  return [
    {
      code: 'seed-on-github',
      level: 'note',
      what: 'The dice come from a seed among the secrets of Actions: anybody who may push to main, or to .github, can read it and know every roll in advance.',
      next: 'Let only the engine push there (docs/github.md, “Who may push”), or leave the dice to drand: an Admin comments `/game dice=drand`.',
    },
  ];
}

function checkWorkflows(folder: string): readonly Finding[] {
  const { forge } = readGame(filesOnDisk(folder)).game;
  if (forge?.kind !== 'github' && !hasRemoteOnGitHub(folder)) return [];
  const { path } = gamePlace(forge);
  const root = join(folder, posix.relative(`/${path}`, '/'));
  const fileOf = (name: string): string => join(root, '.github/workflows', name);
  const missing = Object.entries(WORKFLOWS).filter(([name]) => !existsSync(fileOf(name)));
  const findings = missing.map(([name, does]): Finding => ({
    code: 'workflow-missing',
    level: 'problem',
    what: `The workflow ${name} is missing: it ${does}.`,
    where: `.github/workflows/${name}`,
    next: '`gitnomic upgrade` writes it, on a branch for a pull request.',
  }));
  const game = path === '' ? '.' : path;
  const unlisted = READ_FIRST.filter((name) => existsSync(fileOf(name))).flatMap((name): Finding[] => {
    const listed = gamesIn(readFileSync(fileOf(name), 'utf8'));
    if (listed.includes(game)) return [];
    return [
      {
        code: 'game-unlisted',
        level: 'problem',
        what: `The workflow ${name} doesn’t look at this game: its list of games has ${listed.join(', ')}.`,
        where: `.github/workflows/${name}`,
        next: `Write ${game} into that list.`,
      },
    ];
  });
  return [...findings, ...unlisted];
}

function hasRemoteOnGitHub(folder: string): boolean {
  const config = join(folder, '.git/config');
  return existsSync(config) && /url\s*=\s*\S*github\.com/u.test(readFileSync(config, 'utf8'));
}
