/** How shapes become schemas of the document. */
import test from 'ava';
import { createComponents } from '../../../../src/http/openapi/components.ts';
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
const paint = named('Paint', object({ colour: optional(colour), coats: optional(integer()) }));

const givenWriter = () => {
  const components = createComponents();
  const { write } = createSchemaWriter(components);
  return { write, schemas: () => components.all().schemas };
};

test('a named shape is written once, wherever it is used, optional or not', (t) => {
  const { write, schemas } = givenWriter();
  const house = named('House', object({ door: paint, walls: array(optional(paint)), roof: nullable(colour) }));
  t.deepEqual(write(house, 'request'), { $ref: '#/components/schemas/House' });
  t.deepEqual(schemas(), {
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
      properties: { colour: { $ref: '#/components/schemas/Colour' }, coats: { type: 'integer' } },
      required: [],
      additionalProperties: false,
    },
  });
});

test('an answer may gain members; what is sent as well keeps the form that it is sent in', (t) => {
  const { write, schemas } = givenWriter();
  write(paint, 'request');
  write(named('PaintAnswer', object({ ok: literal(true), paint })), 'answer');
  const { Paint, PaintAnswer } = schemas() as Readonly<Record<string, { readonly additionalProperties?: unknown }>>;
  t.is(PaintAnswer?.additionalProperties, undefined);
  t.is(Paint?.additionalProperties, false);
});

test('a free operation says so', (t) => {
  const free = givenWriter().write(open({ description: 'as it comes' }), 'answer');
  t.deepEqual(free, { type: 'object', description: 'as it comes', additionalProperties: true });
});

test('an object or a default without a name, and a name for two shapes, are bugs', (t) => {
  const { write } = givenWriter();
  const message = /an object of the document has a name: colour, coats/;
  t.throws(() => write(object({ colour, coats: integer() }), 'answer'), { message });
  const unnamed = named('Tin', object({ litres: optional(integer({ default: 2 })) }));
  t.throws(() => write(unnamed, 'request'), { message: /a member with a default has a name: litres/ });
  write(paint, 'answer');
  t.throws(() => write(named('Paint', object({ litres: integer() })), 'answer'), { message: /Paint names one shape/ });
});
