import { wordedSchema } from '../src/wording/worded-changes.ts';
import { forgeSchemas } from '../src/host/read-forge.ts';
import { hosts } from '../src/host/registry.ts';
import { renderJsonSchemas } from '../src/ruleset/schema/json-schema.ts';
import { scenarioSchema } from '../src/rehearse/scenarios/format.ts';
import { canSchema } from '../src/seat/program/can.ts';
import { stepSchema } from '../src/seat/program/steps.ts';
import { publicSchemas } from '../src/site/data/public-schema.ts';
import { displaySchema } from '../src/site/data/display-schema.ts';

/** The files of schemas/: front matter, YAML files that people write, and data that programs read and write. */
export const publishedSchemas = async (): Promise<ReadonlyMap<string, string>> =>
  renderJsonSchemas(await forgeSchemas(hosts), {
    changes: wordedSchema,
    scenario: scenarioSchema,
    site: displaySchema,
    can: canSchema,
    step: stepSchema,
    ...Object.fromEntries(Object.entries(publicSchemas).map(([name, schema]) => [`api-${name}`, schema])),
  });
