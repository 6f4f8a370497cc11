import { readRuleset } from '../ruleset/read.ts';
import { createReadCache } from '../ruleset/rule-file.ts';
import { DEFAULT_LIMITS, type SandboxHost } from '../sandbox/host.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import type { Edition } from '../play/play-options.ts';
import { keepOnDisk } from '../play/rule-files.ts';
import { moduleSources } from '../play/ruleset-sources.ts';
import { seededDraw } from './seeded-draw.ts';

const cache = keepOnDisk(createReadCache());

/** A quarter of the steps that a call has in play: far more than any takes, and what loops is stopped within seconds. */
const LIMITS = { ...DEFAULT_LIMITS, polls: DEFAULT_LIMITS.polls / 4 };

/** Kept for the next rehearsal: what takes longest is to make a sandbox, and to load clauses that it knows takes little. */
let spare: { readonly sandbox: Sandbox; readonly edition: Edition | null } | null = null;

/** A sandbox with some rules in force, in which anything may be tried. */
export class RehearsalRoom {
  readonly #sandbox: Sandbox;
  #edition: Edition | null;

  constructor(ledger: SandboxHost['ledger']) {
    const host = { draw: seededDraw(), ledger };
    this.#sandbox = spare?.sandbox ?? Sandbox.another(host, LIMITS);
    this.#edition = spare?.edition ?? null;
    spare = null;
    this.#sandbox.serve(host);
  }

  /** The sandbox with these rules, or what is wrong with them. */
  under(edition: Edition): Sandbox | string {
    if (this.#edition !== null && isSame(this.#edition, edition)) return this.#sandbox;
    this.#edition = null;
    this.#sandbox.clear();
    const { files, terms } = edition;
    const problems = this.#sandbox.link(readRuleset(files, terms, cache).manifest, moduleSources(files));
    if (problems[0] !== undefined) return problems[0].message;
    this.#edition = edition;
    return this.#sandbox;
  }

  /** Kept unless it was stopped, or has grown by what was tried in it. */
  leave(): void {
    const sandbox = this.#sandbox;
    const isGood = !sandbox.dead && spare === null && sandbox.memoryBytes() < sandbox.limits.memoryBytes / 4;
    if (!isGood) {
      sandbox.dispose();
      return;
    }
    sandbox.clear();
    spare = { sandbox, edition: this.#edition };
  }
}

function isSame(a: Edition, b: Edition): boolean {
  if (a === b) return true;
  return (
    JSON.stringify(a.terms) === JSON.stringify(b.terms) &&
    a.files.size === b.files.size &&
    [...a.files].every(([path, text]) => b.files.get(path) === text)
  );
}
