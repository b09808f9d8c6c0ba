/** Attempts of unknown outcome, and the outcome of one as a person tells it. */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, namedObject, nullable, oneOf, optional, string } from '../../../kernel/shape.ts';
import { hash, text, yes } from './common.ts';

const attemptKey = string({
  minLength: 1,
  maxLength: 120,
  description: 'under which the engine was called, and is known to its provider',
  examples: ['hld_4e1xq0v6d8mz2r9t7b5c3n1hja.3.1.0'],
});

export const doubts = namedObject('Doubts', {
  ok: yes,
  doubts: array(
    namedObject('Doubt', {
      taskId: text('scene-0003'),
      makes: text('clip'),
      attempt: integer({ minimum: 1 }),
      attemptKey,
      engine: text('provider_c'),
      ref: nullable(text('gen-8f14e45f', "the provider's name for the work, where it gave one")),
      waitsUntil: nullable(
        string({
          format: 'date-time',
          description: 'when it is given up; null for a frame that people decide on by now',
          examples: ['2026-11-20T09:45:00.000Z'],
        }),
      ),
    }),
  ),
});

export const resolveRequest = namedObject('ResolveRequest', {
  attemptKey,
  outcome: oneOf(['delivered', 'not_delivered', 'charged'], {
    description:
      '`delivered`: the output is at hand, as `asset`. `not_delivered`: the engine did nothing, and wants nothing. ' +
      '`charged`: it gave nothing and wants its price, which no client pays',
    examples: ['not_delivered'],
  }),
  note: string({
    minLength: 1,
    maxLength: limits.noteCharsMax,
    description: 'how this was found out; it is kept with the decision',
    examples: ['the provider knows no such generation'],
  }),
  asset: optional(
    namedObject(
      'BroughtAsset',
      {
        hash,
        base64: string({
          minLength: 4,
          maxLength: limits.broughtBase64CharsMax,
          pattern: '^[A-Za-z0-9+/]+={0,2}$',
          examples: ['iVBORw0KGgo='],
        }),
      },
      { description: 'The output that the engine made: its bytes, and their hash' },
    ),
  ),
});
