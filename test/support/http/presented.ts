/** A view as a client gets it, with its URLs signed. It replaces the presenter, which signs for real. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Shape } from '../../../src/kernel/shape.ts';

/** Every object with a member `$asset` loses it and gains `url` and `expiresAt`. */
export const presented = (view: unknown): unknown => {
  if (Array.isArray(view)) return view.map(presented);
  if (typeof view !== 'object' || view === null) return view;
  const { $asset, ...members } = view as Record<string, unknown>;
  const rest = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, presented(value)]));
  return $asset === undefined ? rest : { ...rest, url: '/objects/signed', expiresAt: '2026-03-01T10:00:00.000Z' };
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** The flaws of a view by the declared shape of its answer, if any. */
export const shapeErrors = (shape: Shape<unknown>, view: unknown): string | undefined => {
  const validate = ajv.compile(shape);
  return validate(presented(view)) ? undefined : ajv.errorsText(validate.errors);
};
