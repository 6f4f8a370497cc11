import type { Addon } from '../cli/command.ts';
import { backup } from './backup/addon.ts';
import { chatBridge } from './chat-bridge/addon.ts';
import { escrow } from './escrow/addon.ts';
import { gitHubBegin } from './github-begin/addon.ts';
import { gitHubCheck } from './github-check/addon.ts';
import { gitHubMove } from './github-move/addon.ts';
import { notices } from './notices/addon.ts';
import { packExport } from './export-pack/addon.ts';
import { playground } from './playground/addon.ts';
import { imports } from './import/addon.ts';
import { programs } from './programs/addon.ts';
import { languages } from './languages/addon.ts';
import { picturesOfLinks } from './link-pictures/addon.ts';
import { rulesetThen } from './ruleset-then/addon.ts';
import { search } from './search/addon.ts';
import { readerChecks } from './reader-checks/addon.ts';
import { calendars } from './calendars/addon.ts';
import { embeds } from './embeds/addon.ts';
import { newSince } from './new-since/addon.ts';
import { redaction } from './redaction/addon.ts';
import { scenarios } from './scenarios/addon.ts';
import { signIn } from './github-sign-in/addon.ts';
import { pastOtherwise } from './what-if/addon.ts';

/** In the order in which help lists their commands. To remove one, delete its folder and its line here. */
export const addons: readonly Addon[] = [
  backup,
  // It takes `init --github` over from the next one if `--game` is given.
  gitHubMove,
  gitHubBegin,
  gitHubCheck,
  notices,
  programs,
  chatBridge,
  signIn,
  escrow,
  redaction,
  packExport,
  imports,
  languages,
  picturesOfLinks,
  search,
  newSince,
  calendars,
  embeds,
  rulesetThen,
  readerChecks,
  pastOtherwise,
  playground,
  scenarios,
];
