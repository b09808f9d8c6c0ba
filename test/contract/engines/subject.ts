/** The engines that run the contract: the built-in one, and the double that submits. */
import type { ExecutionContext } from 'ava';
import { createServiceImages } from '../../../src/engines/service-images/create-service-images.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { createGate } from '../../../src/kernel/gate.ts';
import type { Engine, EngineRequest } from '../../../src/ports/engine.ts';
import { requestOf } from '../../support/engines/painter.ts';
import { quickEngine } from '../../support/engines/quick-makers.ts';
import { submittingEngine } from '../../support/engines/submitting-engine.ts';
import { tempScratch } from '../../support/process/temp-scratch.ts';
import type { Open } from '../check.ts';
import type { EngineSubject } from '../engine.contract.ts';

/** `requests`: another one for each seed. */
export const openEngineSubject =
  (
    engine: (t: ExecutionContext) => Engine,
    requests: (seed: number) => EngineRequest = (seed) => requestOf({ width: 96, height: 54, seed }),
  ): Open<EngineSubject> =>
  async (t) => {
    const folders = tempScratch(t);
    let seed = 0;
    return Promise.resolve({
      engine: engine(t),
      request: () => requests((seed += 1)),
      scratch: () => folders.open(),
      close: async () => Promise.resolve(),
    });
  };

export const builtIn = (): Engine => createServiceImages({ gate: createGate({ placesMax: 1, waitingMax: 8 }) });

export const submitting = (): Engine =>
  submittingEngine({
    engine: quickEngine({
      onCall: (_, signal) => {
        if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
      },
    }),
  });
