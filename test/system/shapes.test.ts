/** A start does not hold the shapes of a service to the meta schema, so this test does. */
import test from 'ava';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eventTypes } from '../../events/registry.ts';
import * as s from '../../src/kernel/shape.ts';
import { compile } from '../../src/schema/validator.ts';
import { givenService } from '../support/service/real-service.ts';
import { watchCompilations } from '../support/schema/compiled-shapes.ts';

const meta = new Ajv2020({ strict: false, validateFormats: false });

/** Undefined for a shape that the meta schema allows. */
const flawOf = (shape: unknown): string | undefined =>
  meta.validateSchema(shape as object) === true ? undefined : meta.errorsText();

test.serial('every shape of a service is JSON Schema, as its meta schema says', async (t) => {
  const { compiled, stop } = watchCompilations();
  t.teardown(stop);
  await givenService(t);
  const shapes = compiled.map(({ shape }) => shape);
  for (const { type, data } of eventTypes) t.true(shapes.includes(data), `the shape of ${type} is among them`);
  t.deepEqual(
    shapes.map(flawOf).filter((flaw) => flaw !== undefined),
    [],
  );
});

test.serial('sabotage: a shape that the meta schema refuses is found, though its check can be made', (t) => {
  const wrong = { ...s.string({ maxLength: 5 }), examples: 'none' } as unknown as s.Shape<string>;
  t.notThrows(() => compile(wrong)('abc'));
  t.regex(flawOf(wrong) ?? '', /examples/);
});
