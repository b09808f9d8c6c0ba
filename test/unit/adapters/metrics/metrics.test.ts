import test from 'ava';
import { createMetrics } from '../../../../src/adapters/metrics/metrics.ts';
import { type MetricDefinition, metricTable } from '../../../../src/adapters/metrics/table.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';

const table: Record<string, MetricDefinition> = {
  calls_total: { kind: 'counter', help: 'Calls.', labels: ['engine', 'outcome'] },
  waiting: { kind: 'gauge', help: 'Waiting.', labels: [] },
  call_seconds: { kind: 'histogram', help: 'Time.', labels: ['engine'], buckets: [0.1, 1] },
};

test('measured values are rendered', async (t) => {
  const metrics = createMetrics(table);
  metrics.count('calls_total', { engine: 'a', outcome: 'done' });
  metrics.count('calls_total', { outcome: 'done', engine: 'a' }, 2);
  metrics.gauge('waiting', 7);
  metrics.gauge('waiting', 4);
  metrics.observe('call_seconds', 0.5, { engine: 'a' });
  const { contentType, body } = await metrics.render();
  t.true(contentType.startsWith('text/plain'));
  const lines = body.split('\n');
  for (const line of [
    '# HELP calls_total Calls.',
    '# TYPE calls_total counter',
    'calls_total{engine="a",outcome="done"} 3',
    '# TYPE waiting gauge',
    'waiting 4',
    'call_seconds_bucket{le="0.1",engine="a"} 0',
    'call_seconds_bucket{le="1",engine="a"} 1',
    'call_seconds_sum{engine="a"} 0.5',
    'call_seconds_count{engine="a"} 1',
  ]) {
    t.true(lines.includes(line), `${line} in\n${body}`);
  }
});

test('a metric outside the table is a bug', (t) => {
  const metrics = createMetrics(table);
  const wrong: (() => void)[] = [
    () => metrics.count('no_such_metric'),
    () => metrics.count('waiting'),
    () => metrics.gauge('calls_total', 1, { engine: 'a', outcome: 'done' }),
    () => metrics.observe('waiting', 1),
    () => metrics.count('calls_total'),
    () => metrics.count('calls_total', { engine: 'a' }),
    () => metrics.count('calls_total', { engine: 'a', outcome: 'done', tenant: 'ws_1' }),
    () => metrics.count('calls_total', { engine: 'a', result: 'done' }),
    () => metrics.count('toString'),
  ];
  for (const call of wrong) t.throws(call, { instanceOf: BrokenInvariant }, call.toString());
});

test('two registries do not meet', async (t) => {
  const [one, two] = [createMetrics(), createMetrics()];
  one.gauge('pi_ready', 1);
  t.true((await one.render()).body.includes('\npi_ready 1\n'));
  t.true((await two.render()).body.includes('\npi_ready 0\n'));
});

test('every metric has the form that its kind asks for', (t) => {
  for (const [name, { kind, help, labels }] of Object.entries(metricTable)) {
    t.regex(name, /^pi_[a-z_]+$/);
    t.is(name.endsWith('_total'), kind === 'counter', name);
    t.regex(help, /^[A-Z0-9].*\.$/, name);
    t.false(labels.includes('workspace'), name);
  }
});
