import test from 'ava';
import type { ExecutionContext } from 'ava';
import { standingDispatches } from '../../../commands/media/advance.ts';
import type { MediaCommand } from '../../../commands/media/decider.ts';
import { mediaDecider } from '../../../commands/media/decider.ts';
import { chargedCredits, isAtItsEnd, sceneOfAttempt } from '../../../commands/media/state.ts';
import type { MediaDetails } from '../../../commands/media/state.ts';
import { mediaStream } from '../../../commands/media/stream.ts';
import { mediaCompleted, mediaFailed, mediaQueued, mediaRefused } from '../../../events/media/index.ts';
import type { MediaEvent } from '../../../events/media/index.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderSpec } from '../../spec/decider-spec.ts';
import { assetOf, at, hashOf, mediaDetailsOf } from '../../support/builders.ts';
import { sceneStory } from '../../support/scene-story.ts';

const details = mediaDetailsOf();
const [one, two] = [sceneStory(details, 0), sceneStory(details, 1)];
const chain = mediaDetailsOf({ scenes: 3, continuityMode: 'chain' });
const [first, second, third] = [sceneStory(chain, 0), sceneStory(chain, 1), sceneStory(chain, 2)];

const refused = mediaRefused({ reason: 'insufficient_credits' });
const begun = [mediaQueued(details), one.dispatched(), two.dispatched()];
const rendered = [one.claimed(), one.rendered(), two.claimed(), two.rendered()];

const advance = { type: 'AdvanceMedia', now: at() } as const;
const finish = { type: 'FinishMedia' } as const;
const claim = {
  type: 'ClaimScene',
  attemptKey: one.attemptKey,
  holder: 'dispatcher_1',
  promptHash: hashOf('prompt'),
  lapsedEpoch: 0,
} as const;
const render = { type: 'RecordSceneRender', attemptKey: one.attemptKey, epoch: 1, asset: one.asset } as const;
const fail = {
  type: 'RecordSceneFailure',
  attemptKey: one.attemptKey,
  epoch: 1,
  code: 'rejected',
  message: 'not like this',
} as const;
const unknown = { type: 'RecordSceneUnknown', attemptKey: one.attemptKey, epoch: 1, now: at() } as const;

const spec = (t: ExecutionContext) => deciderSpec(t, mediaDecider);

test('queued or refused: the first decision stays', (t) => {
  const { given } = spec(t);
  const queue = { type: 'QueueMedia', details } as const;
  const refuse = { type: 'RefuseMedia', reason: 'insufficient_credits' } as const;
  given().when(queue).yields(mediaQueued(details));
  given().when(refuse).yields(refused);
  given(refused).when(queue).refuses('already_refused');
  given(mediaQueued(details)).when(refuse).refuses('already_queued');
  given(refused)
    .when({ ...refuse, reason: 'abandoned' })
    .yields();
  given(mediaQueued(details)).when(queue).yields();
  given(mediaQueued(details))
    .when({ ...queue, details: { ...details, holdId: 'hld_2' } })
    .refuses('already_queued');
});

test('work that is not there', (t) => {
  const commands: readonly MediaCommand[] = [advance, finish];
  for (const command of commands) {
    spec(t).given().when(command).refuses('job_not_found');
    spec(t).given(refused).when(command).refuses('job_not_found');
  }
  const results: readonly MediaCommand[] = [claim, render, fail, unknown];
  for (const command of results) spec(t).given(mediaQueued(details)).when(command).refuses('attempt_not_current');
});

test('scenes go side by side, as many as the window takes', (t) => {
  const { given } = spec(t);
  given(mediaQueued(details)).when(advance).yields(one.dispatched(), two.dispatched());

  const size = limits.tasksInFlightPerJobMax;
  const many = mediaDetailsOf({ scenes: size + 2, continuityMode: 'master_reference' });
  const window = many.scenes.slice(0, size).map((_, index) => sceneStory(many, index).dispatched());
  const [head, next] = [sceneStory(many, 0), sceneStory(many, size)];
  given(mediaQueued(many))
    .when(advance)
    .yields(...window);
  const past = [mediaQueued(many), ...window, head.claimed()];
  given(...past)
    .when(render)
    .yields(head.rendered(), next.dispatched());
  given(...past)
    .when(fail)
    .yields(head.failed(), next.dispatched());
});

test('a chain goes on from picture to picture', (t) => {
  const { given } = spec(t);
  given(mediaQueued(chain)).when(advance).yields(first.dispatched());
  given(mediaQueued(chain), first.dispatched()).when(advance).yields();
  given(mediaQueued(chain), first.dispatched(), first.claimed())
    .when(render)
    .yields(first.rendered(), second.dispatched(first.asset));
});

test('a chain that breaks fails what comes after', (t) => {
  const { given } = spec(t);
  const { attemptKey } = second;
  const past = [mediaQueued(chain), first.dispatched(), first.claimed(), first.rendered(), second.dispatched()];
  given(...past, second.claimed())
    .when({ ...fail, attemptKey })
    .yields(second.failed(), third.broken());
  given(...past, second.claimed(), second.unknown())
    .when({ ...advance, now: at(limits.dispatchUnknownMaxMs) })
    .leadsTo((state, events) => {
      t.deepEqual(
        events.map(({ data }) => 'code' in data && data.code),
        ['dispatch_unknown', 'chain_broken'],
      );
      t.true(isAtItsEnd(state));
      t.is(chargedCredits(state), 4);
    });
});

test('a lease goes to one, and to another once it has lapsed', (t) => {
  const { given } = spec(t);
  given(...begun)
    .when(claim)
    .yields(one.claimed());
  const held = [...begun, one.claimed()];
  given(...held)
    .when({ ...claim, holder: 'dispatcher_2' })
    .refuses('lease_held', { epoch: 1 });
  given(...held)
    .when({ ...claim, holder: 'dispatcher_2', lapsedEpoch: 1 })
    .yields(one.claimed(2, 'dispatcher_2'));
  for (const end of [one.rendered(), one.failed(), one.unknown()]) {
    given(...held, end)
      .when({ ...claim, lapsedEpoch: 1 })
      .refuses('attempt_not_current');
  }
});

test('one result for each attempt, under the epoch that holds it', (t) => {
  const { given } = spec(t);
  const held = [...begun, one.claimed(), one.claimed(2)];
  for (const command of [render, fail, unknown]) {
    given(...begun)
      .when(command)
      .refuses('attempt_not_current');
    given(...held)
      .when(command)
      .refuses('stale_epoch', { epoch: 2 });
  }
  given(...held)
    .when({ ...render, epoch: 2 })
    .yields(one.rendered(2));
  given(...held, one.rendered(2))
    .when({ ...render, asset: assetOf('another') })
    .refuses('attempt_not_current');
  for (const command of [render, unknown]) {
    given(...held, one.failed())
      .when({ ...command, epoch: 2 })
      .refuses('attempt_not_current');
  }
});

test('a failure ends the scene, whatever it is', (t) => {
  for (const code of ['unavailable', 'rejected', 'lost'] as const) {
    spec(t)
      .given(...begun, one.claimed())
      .when({ ...fail, code })
      .yields(one.failed(code));
  }
});

test('what an engine says of a failure is kept as far as an event holds it', (t) => {
  const message = `${'x'.repeat(limits.failureMessageCharsMax - 1)}\u{1F3AC} and more`;
  spec(t)
    .given(...begun, one.claimed())
    .when({ ...fail, message })
    .yields(one.failed('rejected', `${'x'.repeat(limits.failureMessageCharsMax - 1)}\uFFFD`));
});

test('an unknown outcome is waited for, and given up in time', (t) => {
  const { given } = spec(t);
  const past = [...begun, one.claimed(), one.claimed(2)];
  given(...past)
    .when({ ...unknown, epoch: 2 })
    .yields(one.unknown());
  const waiting = [...past, one.unknown()];
  given(...waiting)
    .when({ ...unknown, epoch: 2 })
    .yields();
  given(...waiting)
    .when({ ...advance, now: at(limits.dispatchUnknownMaxMs - 1) })
    .yields();
  // The call was made under the first epoch; nobody calls again, so its result is the reconciliation.
  given(...waiting)
    .when(render)
    .yields(one.rendered());
  given(...waiting)
    .when(fail)
    .yields(one.failed());
  for (const epoch of [0, 3]) {
    given(...waiting)
      .when({ ...render, epoch })
      .refuses('stale_epoch', { epoch: 2 });
  }
  const message = 'the engine never told what became of this frame';
  const givenUp = one.failed('dispatch_unknown', message);
  given(...waiting)
    .when({ ...advance, now: at(limits.dispatchUnknownMaxMs) })
    .yields(givenUp);
  given(...waiting, givenUp)
    .when(render)
    .refuses('attempt_not_current');
});

test('finished once every scene is rendered or failed', (t) => {
  const { given } = spec(t);
  const half = [...begun, one.claimed(), one.rendered(), two.claimed()];
  const unfinished: readonly (readonly MediaEvent[])[] = [
    [mediaQueued(details)],
    begun,
    half,
    [...half, two.unknown()],
  ];
  for (const past of unfinished) {
    given(...past)
      .when(finish)
      .refuses('not_finished');
  }
  given(...begun, ...rendered)
    .when(finish)
    .yields(mediaCompleted({ rendered: 2, failed: 0, chargedCredits: 8 }));
  given(...half, two.failed())
    .when(finish)
    .yields(mediaCompleted({ rendered: 1, failed: 1, chargedCredits: 4 }));
  given(...begun, one.claimed(), one.failed(), two.claimed(), two.failed())
    .when(finish)
    .yields(mediaFailed({ failed: 2 }));
});

test('what is final stays', (t) => {
  const done = [...begun, ...rendered, mediaCompleted({ rendered: 2, failed: 0, chargedCredits: 8 })];
  const { given } = spec(t);
  for (const command of [finish, { ...advance, now: at(limits.dispatchUnknownMaxMs) }, render]) {
    given(...done)
      .when(command)
      .yields();
  }
  given(...done)
    .when({ ...claim, lapsedEpoch: 1 })
    .refuses('attempt_not_current');
});

test('scenes are found by their attempts', (t) => {
  const state = begun.reduce(mediaDecider.evolve, mediaDecider.initial);
  t.is(sceneOfAttempt(state, two.attemptKey)?.scene.sceneId, 'scn_1');
  t.is(sceneOfAttempt(state, 'another'), undefined);
  t.is(state.status, 'running');
  t.false(isAtItsEnd(mediaDecider.initial));
  t.is(mediaStream('med_1'), 'media-med_1');
});

test('what a lost message was about is told again as it was', (t) => {
  const fold = (...events: readonly MediaEvent[]) => events.reduce(mediaDecider.evolve, mediaDecider.initial);
  t.deepEqual(standingDispatches(mediaDecider.initial), []);
  t.deepEqual(standingDispatches(fold(...begun, one.claimed())), [one.dispatched(), two.dispatched()]);
  t.deepEqual(standingDispatches(fold(...begun, one.claimed(), one.rendered(), two.claimed(), two.unknown())), []);
  const past = [mediaQueued(chain), first.dispatched(), first.claimed(), first.rendered()];
  t.deepEqual(standingDispatches(fold(...past, second.dispatched(first.asset))), [second.dispatched(first.asset)]);
});

test('another hold gives other attempt keys', (t) => {
  const keysOf = (work: MediaDetails) => work.scenes.map((_, index) => sceneStory(work, index).attemptKey);
  const keys = [...keysOf(details), ...keysOf({ ...details, holdId: 'hld_2' })];
  t.is(new Set(keys).size, 4);
});
