import { rehearsalIn } from '../../rehearse/rehearse-rules.ts';
import { composed } from '../../rehearse/scenarios/lay-out.ts';
import type { KernelStage } from '../../rehearse/scenarios/kernel-stage.ts';
import { takeStepOnKernel } from '../../rehearse/scenarios/kernel-steps.ts';
import type { Driver } from '../../rehearse/scenarios/run-on.ts';
import { setUpStage } from '../../rehearse/scenarios/set-up-stage.ts';
import type { SandboxHost } from '../../sandbox/host.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { KernelMachine, type CompiledClauses } from './kernel-machine.ts';

/** Plays scenarios on the kernel alone, in this process. All clauses must be trusted. */
export function onKernel(): Driver<KernelStage> {
  const compiled: CompiledClauses = new Map();
  const runner = (host: SandboxHost): Sandbox => Sandbox.over(new KernelMachine(host, compiled));
  return {
    setUp(file, scenario, { core, dynasty, library, caches }, draw) {
      const rules = caches.once(library, `composed ${core} ${dynasty ?? ''}`, () =>
        composed(file, library, core, dynasty ?? undefined),
      );
      return setUpStage(file, scenario, rules, { rehearse: rehearsalIn(runner), runner, caches }, draw);
    },
    takeStep: takeStepOnKernel,
  };
}
