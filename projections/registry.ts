/** The only list of read models. Each is the one owner of its documents. */
import type { Projection } from '../src/kernel/projection.ts';
import { jobProjection } from './job/definition.ts';
import { planProjection } from './plan/definition.ts';

/** In the order of their names. */
export const projections: readonly Projection[] = [jobProjection as Projection, planProjection as Projection];
