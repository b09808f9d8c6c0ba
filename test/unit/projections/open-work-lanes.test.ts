/** The open deliveries of one destination: the first one has its turn, and one too many is refused at once. */
import test from 'ava';
import { deliveryAttempted, deliveryRepeated, deliveryRequested } from '../../../events/delivery.ts';
import type { LaneWork } from '../../../projections/open-work/document.ts';
import { dueMember, evolveLane, lanesOf } from '../../../projections/open-work/lane.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { addMs } from '../../../src/kernel/time.ts';
import { createHistory } from '../../support/log/history.ts';

const LANE = '0123456789abcdef';
const at = '2026-01-02T03:04:05.000Z';
const destinations = [{ type: 'webhook', host: 'one.test', signed: true, lane: LANE }] as const;
const requested = deliveryRequested({ workspaceId: 'ws_1', requestedAt: at, destinations: [...destinations] });

const laneAfter = (history: ReturnType<typeof createHistory>): LaneWork | undefined =>
  history.events.reduce<LaneWork | undefined>((work, event) => {
    const [id = ''] = lanesOf(event as never);
    return evolveLane(work, event as never, id);
  }, undefined);

test('the later ones wait for the repeats of the first one', (t) => {
  const failed = deliveryAttempted({
    index: 0,
    attempt: 1,
    status: 'retrying',
    code: 'status_not_2xx',
    statusCode: 503,
    attemptedAt: at,
    lane: LANE,
  });
  const lane = laneAfter(
    createHistory().on('delivery-a', requested).on('delivery-b', requested).on('delivery-a', failed),
  );
  const turn = addMs(at, limits.deliveryBackoffMs[0]);
  t.is(lane?.dueAt, turn);
  t.is(dueMember(lane?.members ?? [], addMs(turn, -1)), undefined);
  t.is(dueMember(lane?.members ?? [], turn)?.deliveryId, 'a');
});

test('a lane that a repeat opens again is one of its host, and of none by an older event', (t) => {
  const failed = deliveryAttempted({
    index: 0,
    attempt: 1,
    status: 'failed',
    code: 'status_not_2xx',
    statusCode: 410,
    attemptedAt: at,
    lane: LANE,
  });
  const over = () => createHistory().on('delivery-a', requested).on('delivery-a', failed);
  t.is(laneAfter(over()), undefined);
  const repeated = { indexes: [0], lanes: [LANE] };
  t.is(laneAfter(over().on('delivery-a', deliveryRepeated({ ...repeated, hosts: ['one.test'] })))?.host, 'one.test');
  t.is(laneAfter(over().on('delivery-a', deliveryRepeated(repeated)))?.host, null);
});

test('one too many is refused at once, however late the turn of the first one is', (t) => {
  const history = createHistory();
  for (let n = 0; n < limits.deliveriesOpenPerDestinationMax; n += 1) history.from(0).on(`delivery-${n}`, requested);
  const full = laneAfter(history);
  t.is(full?.dueAt, full?.members[0]?.dueAt);
  const over = laneAfter(history.from(0).on('delivery-over', requested));
  t.is(over?.dueAt, over?.members.at(-1)?.since);
  t.true((over?.dueAt ?? '') < (over?.members[0]?.dueAt ?? ''));
});
