/** Metrics for Prometheus, through prom-client. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { assert } from '../../kernel/faults.ts';
import type { Metrics } from '../../ports/basics.ts';
import { type MetricDefinition, metricTable } from './table.ts';

export type RenderedMetrics = { readonly contentType: string; readonly body: string };

export type PrometheusMetrics = Metrics & {
  /** All metrics in the text exposition format. */
  render(): Promise<RenderedMetrics>;
};

type MetricTable = Readonly<Record<string, MetricDefinition>>;
type Labels = Readonly<Record<string, string>>;

/** A name, a kind of call or a set of labels outside the table is a broken invariant. */
export const createMetrics = (table: MetricTable = metricTable): PrometheusMetrics => {
  const registry = new Registry();
  const { counters, gauges, histograms } = register(registry, table);

  const checked = <M>(metrics: ReadonlyMap<string, M>, name: string, labels: Labels): M => {
    const metric = metrics.get(name);
    if (metric === undefined) assert(false, `no such metric of this kind: ${name}`);
    const expected = table[name]?.labels ?? [];
    const given = Object.keys(labels);
    const fits = given.length === expected.length && expected.every((label) => Object.hasOwn(labels, label));
    // The words are put together for a flaw alone: each answer counts half a dozen times.
    if (!fits) assert(false, `the metric ${name} has the labels [${expected.join()}], not [${given.join()}]`);
    return metric;
  };

  return Object.freeze({
    count: (name: string, labels: Labels = {}, by = 1) => checked(counters, name, labels).inc(labels, by),
    gauge: (name: string, value: number, labels: Labels = {}) => checked(gauges, name, labels).set(labels, value),
    observe: (name: string, value: number, labels: Labels = {}) =>
      checked(histograms, name, labels).observe(labels, value),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  });
};

type Registered = {
  readonly counters: ReadonlyMap<string, Counter>;
  readonly gauges: ReadonlyMap<string, Gauge>;
  readonly histograms: ReadonlyMap<string, Histogram>;
};

const register = (registry: Registry, table: MetricTable): Registered => {
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, definition] of Object.entries(table)) {
    const common = { name, help: definition.help, labelNames: [...definition.labels], registers: [registry] };
    if (definition.kind === 'counter') counters.set(name, new Counter(common));
    else if (definition.kind === 'gauge') gauges.set(name, new Gauge(common));
    else histograms.set(name, new Histogram({ ...common, buckets: [...definition.buckets] }));
  }
  return { counters, gauges, histograms };
};
