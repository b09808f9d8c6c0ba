/** The shared parts of the routes of one process, beside their use cases. */
import type { Application } from '../../application/application.ts';
import { createIsAhead } from '../../application/reading/answers.ts';
import { createPositionOf } from '../../application/reading/last-written.ts';
import { createEnter } from '../../application/tenancy/enter.ts';
import type { Clock, Metrics, Timers } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { createLivePlaces } from '../answers/live-places.ts';
import { createReadPresenter } from '../answers/read-presenter.ts';
import { createPresenter } from '../answers/presenter.ts';
import type { Changes } from '../answers/waker.ts';

export type ToolDependencies = {
  readonly application: Application;
  readonly objectStore: Pick<ObjectStore, 'signGet' | 'signPut'>;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly metrics: Metrics;
};

export type Tools = ReturnType<typeof createTools>;

/** `stopping` aborts when the service stops. */
export const createTools = (deps: ToolDependencies, stopping: AbortSignal) => {
  const { application, changes, clock, timers, metrics } = deps;
  const presenter = createPresenter(deps.objectStore);
  return {
    changes,
    clock,
    timers,
    stopping,
    presenter,
    signPut: deps.objectStore.signPut,
    presentRead: createReadPresenter(presenter, clock),
    livePlaces: createLivePlaces((taken) => metrics.gauge('pi_sse_connections', taken)),
    enter: application(createEnter),
    positionOf: application(createPositionOf),
    isAhead: application(createIsAhead),
  };
};
