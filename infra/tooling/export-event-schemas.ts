/**
 * Writes the JSON Schema of every event type and version into a folder, one file each. It is for readers of the topics
 * without this code:
 *
 *   node infra/tooling/export-event-schemas.ts DIR      DIR/job.TaskDispatched.v1.json, ...
 *
 * A header `ce_dataschema` names the `$id` of the schema that its data holds to.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../../src/kernel/faults.ts';
import { eventSchemas } from '../../src/schema/event-schemas.ts';

/** Answers how many it has written; files of the same names are written over, and others stay. */
export const exportEventSchemas = (folder: string): number => {
  const schemas = eventSchemas();
  mkdirSync(folder, { recursive: true });
  for (const { name, uri, category, type, version, schema } of schemas) {
    const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: uri };
    const title = `${type} of ${category}, version ${version}`;
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ ...head, title, ...schema }, null, 2)}\n`);
  }
  return schemas.length;
};

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  assert(folder !== undefined, 'name a folder');
  process.stdout.write(`${exportEventSchemas(folder)} schemas written to ${folder}\n`);
}
