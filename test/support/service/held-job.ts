/** A job of a real service whose engine holds frames: so many are under way, and stay so until a test lets them go. */
import type { ExecutionContext } from 'ava';
import type { Engine } from '../../../src/ports/engine.ts';
import { createHeldMakers } from '../engines/held-makers.ts';
import { eventually } from '../kernel/eventually.ts';
import { brokenAtRest } from './promises-at-rest.ts';
import { givenService, type RealServiceOptions } from './real-service.ts';
import { givenStarted } from './storyboard-calls.ts';

export type HeldOptions = Pick<RealServiceOptions, 'doctor'> & {
  /** In the place of members of each engine. */
  readonly engine?: Partial<Pick<Engine, 'inFlightMax'>>;
};

/** A real service whose engine holds the prompts with `HELD`, and a client of it. */
export const givenHeld = async (t: ExecutionContext) => {
  const held = createHeldMakers();
  t.teardown(held.letGo);
  const service = await givenService(t, { makers: held.makers });
  return { held, core: service.core, client: await service.client() };
};

/** Prompts with `HELD` are held. */
export const givenHeldJob = async (
  t: ExecutionContext,
  prompts: readonly string[],
  underWay: number,
  { engine = {}, ...options }: HeldOptions = {},
) => {
  const held = createHeldMakers();
  t.teardown(held.letGo);
  const engines = new Map([...held.makers.engines].map(([name, made]) => [name, { ...made, ...engine }]));
  const service = await givenService(t, { ...options, makers: { ...held.makers, engines } });
  const { core } = service;
  const client = await service.client();
  const { planned, jobId } = await givenStarted(client, prompts);
  await eventually(`${underWay} frames are at the engine`, () => held.asked.length === underWay);
  /** Once all that follows from it is done. */
  const broken = async (): Promise<readonly string[]> => {
    return brokenAtRest(core, { calls: held.asked, told: [jobId] });
  };
  return { service, core, client, planned, jobId, held, broken };
};
