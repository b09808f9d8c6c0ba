/** The exported schemas: one file for each type and version, which the stored events hold to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import { readSamples, storedOf } from '../../../infra/tooling/event-samples.ts';
import { exportEventSchemas } from '../../../infra/tooling/export-event-schemas.ts';
import { headersOf } from '../../../src/kernel/cloud-event-headers.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('every golden event holds to the file that its header names', (t) => {
  const folder = tempFolder(t);
  const written = exportEventSchemas(folder);
  const files = readdirSync(folder);
  t.is(files.length, written);
  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  for (const file of files) ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object);
  const samples = [...readSamples()];
  t.deepEqual(
    samples.map(([name]) => `${name}.json`).filter((name) => !files.includes(name)),
    [],
  );
  for (const [name, { sample }] of samples) {
    const validate = ajv.getSchema(headersOf(storedOf(sample)).ce_dataschema);
    t.true(validate?.(sample.data), name);
    const withMore = { ...(sample.data as object), ofALaterVersion: 1 };
    t.true(validate?.(withMore), `${name}: members that come later are borne`);
    t.false(validate?.(null), `${name}: it says something`);
  }
});
