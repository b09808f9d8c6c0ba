/** The figures of `/metrics`, against known events. */
import test from 'ava';
import { Fault } from '../../src/kernel/faults.ts';
import type { Core } from '../../src/main/core.ts';
import { eventually } from '../support/kernel/eventually.ts';
import type { Client } from '../support/http/http-client.ts';
import { FAILS_ONCE, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import { generate, givenGenerated, givenPlanned, jobIdIn } from '../support/service/storyboard-calls.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';

type Figures = ReadonlyMap<string, number>;

const figuresOf = async (client: Client): Promise<Figures> => {
  const { text } = await client.get('/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};

/** The sum over all labels but those that are named. */
const sumOf = (figures: Figures, name: string, labels = ''): number =>
  [...figures]
    .filter(([key]) => (key === name || key.startsWith(`${name}{`)) && key.includes(labels))
    .reduce((sum, [, value]) => sum + value, 0);

test('made, judged and appended things are counted, and levels are measured', async (t) => {
  let refusals = 1;
  const onCall = (): void => {
    refusals -= 1;
    if (refusals >= 0) throw new Fault('unavailable', 'nobody answers');
  };
  const { client, core } = await givenClient(t, { makers: quickMakers(quickEngine({ onCall })) });
  await givenGenerated(client, ['a quay', `a boat, ${FAILS_ONCE}`]);
  await untilNothingIsOwed(core);

  const figures = await figuresOf(client);
  const engine = 'engine="service_images"';
  const expected: Readonly<Record<string, number>> = {
    // The first frame, and two tries more of the one that needs corrections.
    [`pi_engine_calls_total{${engine},outcome="done"}`]: 4,
    [`pi_engine_calls_total{${engine},outcome="unavailable"}`]: 1,
    [`pi_engine_call_seconds_count{${engine}}`]: 5,
    'pi_frames_scored_total{verdict="pass"}': 2,
    'pi_frames_scored_total{verdict="fail"}': 2,
    pi_score_seconds_count: 4,
    'pi_messages_total{group="score",outcome="done"}': 4,
    'pi_message_seconds_count{group="score"}': 4,
    'pi_commands_total{category="plan",outcome="accepted"}': 1,
    pi_ready: 1,
    pi_log_damaged: 0,
    pi_dead_letters: 0,
  };
  t.like(Object.fromEntries(figures), expected);
  t.is(sumOf(figures, 'pi_append_seconds_count'), sumOf(figures, 'pi_appends_total'));
  t.true(sumOf(figures, 'pi_supervised_total', 'kind="task.retry",outcome="done"') >= 1);
});

test('a service that is not ready says so; where the stores do not answer, what was counted is given', async (t) => {
  let down = false;
  const doctor = (core: Core): Core => ({
    ...core,
    broken: () => new Map(down ? [['job', new Error('it cannot be folded')]] : []),
    stores: {
      ...core.stores,
      documents: {
        ...core.stores.documents,
        query: async (query) => {
          if (down) throw new Fault('unavailable', 'the disk is gone');
          return core.stores.documents.query(query);
        },
      },
    },
  });
  const { client } = await givenClient(t, { doctor });
  t.is((await figuresOf(client)).get('pi_ready'), 1);
  down = true;
  const figures = await figuresOf(client);
  t.is(figures.get('pi_ready'), 0);
  t.true(sumOf(figures, 'pi_http_requests_total') >= 1);
});

test('the backlog is the work not done yet', async (t) => {
  const { client, core, dataDir } = await givenClient(t, { env: { ROLES: 'api,projector' } });
  const planned = await givenPlanned(client, ['a quay']);
  jobIdIn(await generate(client, planned));
  await eventually('its frame waits for its dispatch', async () => {
    const figures = await figuresOf(client);
    const due = sumOf(figures, 'pi_open_work', 'kind="task.dispatch"');
    return due === 1 && sumOf(figures, 'pi_projection_lag_events') === 0;
  });
  t.is(sumOf(await figuresOf(client), 'pi_messages_total'), 0);

  // The sabotage: a reader of read models without a writer is behind, and the figure tells.
  const stuck = (other: Core): Core => ({ ...other, readModels: { ...other.readModels, position: () => '' } });
  const second = await givenService(t, { dataDir, env: { ROLES: 'api' }, doctor: stuck });
  const events = (await wholeLog(core)).length;
  const behind = await figuresOf(await second.client());
  t.is(behind.get('pi_projection_lag_events{projection="job"}'), events);
});
