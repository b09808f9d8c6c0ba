import { array, boolean, nullable, object, open } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { credits, text, yes } from '../shapes/common.ts';

export const getCapabilities = declare({
  operationId: 'getCapabilities',
  method: 'GET',
  path: '/api/v1/production/capabilities',
  tag: 'production',
  summary: 'What this deployment can execute now',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: {
    200: object({
      ok: yes,
      capabilities: array(
        object({
          id: text,
          kind: text,
          provider: text,
          operations: array(text),
          configured: boolean(),
          available: boolean(),
          limitations: array(text),
          priceCredits: nullable(credits),
        }),
      ),
      flags: open(),
    }),
  },
  errors: [],
});
