/** How shapes become schemas of the document. */
import test from 'ava';
import { createSchemaWriter } from '../../../../src/http/openapi/schema.ts';
import {
  array,
  integer,
  literal,
  named,
  nullable,
  object,
  oneOf,
  open,
  optional,
} from '../../../../src/kernel/shape.ts';

const colour = named('Colour', oneOf(['red', 'blue'], { default: 'red' }));
const paint = named('Paint', object({ colour: optional(colour), coats: optional(integer({ default: 2 })) }));

test('a named shape is written once, wherever it is used, optional or not', (t) => {
  const schemas = createSchemaWriter();
  const house = named('House', object({ door: paint, walls: array(optional(paint)), roof: nullable(colour) }));
  t.deepEqual(schemas.write(house, 'request'), { $ref: '#/components/schemas/House' });
  t.deepEqual(schemas.components(), {
    Colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
    House: {
      type: 'object',
      properties: {
        door: { $ref: '#/components/schemas/Paint' },
        walls: { type: 'array', items: { $ref: '#/components/schemas/Paint' } },
        roof: { anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'null' }] },
      },
      required: ['door', 'walls', 'roof'],
      additionalProperties: false,
    },
    Paint: {
      type: 'object',
      properties: {
        colour: { $ref: '#/components/schemas/Colour' },
        coats: { anyOf: [{ type: 'integer', default: 2 }] },
      },
      required: [],
      additionalProperties: false,
    },
  });
});

test('an answer may gain members; what is sent as well keeps the form that it is sent in', (t) => {
  const schemas = createSchemaWriter();
  schemas.write(paint, 'request');
  const answer = named('PaintAnswer', object({ ok: literal(true), paint }));
  schemas.write(answer, 'answer');
  const { Paint, PaintAnswer } = schemas.components();
  t.is(PaintAnswer?.['additionalProperties'], undefined);
  t.is(Paint?.['additionalProperties'], false);
});

test('what is free says so', (t) => {
  const free = createSchemaWriter().write(open({ description: 'as it comes' }), 'answer');
  t.deepEqual(free, { type: 'object', description: 'as it comes', additionalProperties: true });
});

test('an object without a name, and a name for two shapes, are bugs', (t) => {
  const schemas = createSchemaWriter();
  const message = /an object of the document has a name: colour, coats/;
  t.throws(() => schemas.write(object({ colour, coats: integer() }), 'answer'), { message });
  schemas.write(paint, 'answer');
  const other = named('Paint', object({ litres: integer() }));
  t.throws(() => schemas.write(other, 'answer'), { message: /Paint names one shape/ });
});
