/**
 * Every metric of the service: what `Metrics` may be called with. Add a row before the first call; a name or a label
 * that is not here is a bug. Label values come from closed lists (operations, engines, codes), never from a caller
 * or a tenant, because each new value is a new time series.
 */

type Described = { readonly help: string; readonly labels: readonly string[] };

export type MetricDefinition =
  | (Described & { readonly kind: 'counter' })
  | (Described & { readonly kind: 'gauge' })
  | (Described & { readonly kind: 'histogram'; readonly buckets: readonly number[] });

/** From a cached read to a call of an engine that hangs until its deadline. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048];

const counter = (help: string, ...labels: readonly string[]): MetricDefinition => ({ kind: 'counter', help, labels });
const gauge = (help: string, ...labels: readonly string[]): MetricDefinition => ({ kind: 'gauge', help, labels });
const histogram = (buckets: readonly number[], help: string, ...labels: readonly string[]): MetricDefinition => ({
  kind: 'histogram',
  buckets,
  help,
  labels,
});

export const metricTable: Readonly<Record<string, MetricDefinition>> = Object.freeze({
  // HTTP
  pi_http_requests_total: counter('Answers given, by operation and status code.', 'operation', 'status'),
  pi_http_request_seconds: histogram(SECONDS, 'Time from a request to its answer.', 'operation'),
  pi_http_refusals_total: counter('Requests refused, by code of the public catalogue.', 'code'),
  pi_http_in_flight: gauge('Requests being answered.'),
  pi_sse_connections: gauge('Open event streams.'),

  // Writing
  pi_commands_total: counter('Commands decided: accepted, refused or failed.', 'category', 'outcome'),
  pi_appends_total: counter('Appends: one for each round of commands that led to events.', 'category'),
  pi_appended_events_total: counter('Events appended.', 'category'),
  pi_append_seconds: histogram(SECONDS, 'Time that an append took.', 'category'),
  pi_append_round_commands: histogram(COUNTS, 'Commands decided and appended in one round.', 'category'),
  pi_append_conflicts_total: counter('Appends that met another writer and were decided again.', 'category'),
  pi_append_ambiguous_total: counter('Appends whose outcome was unknown until it was read back.', 'category'),

  // Reading
  pi_projection_lag_events: gauge('Events that a projection is behind the log.', 'projection'),
  pi_projection_batches_total: counter('Batches of events folded into read models.', 'projection'),
  pi_projection_events_total: counter('Events folded into read models.', 'projection'),
  pi_read_folds_total: counter('Reads answered by folding streams because the read model was behind.', 'model'),

  // Messages
  pi_messages_total: counter('Messages handled: done, retried or dead.', 'topic', 'outcome'),
  pi_message_seconds: histogram(SECONDS, 'Time that the handling of a message took.', 'topic'),
  pi_relay_lag_events: gauge('Events that the relay is behind the log.'),

  // Work
  pi_engine_calls_total: counter('Calls of engines: done, rejected, unavailable or unknown.', 'engine', 'outcome'),
  pi_engine_call_seconds: histogram(SECONDS, 'Time that a call of an engine took.', 'engine'),
  pi_engine_in_flight: gauge('Calls of an engine under way.', 'engine'),
  pi_frames_scored_total: counter('Frames judged by the scorer.', 'verdict'),
  pi_score_seconds: histogram(SECONDS, 'Time that the scorer took for a frame.'),
  pi_open_work: gauge('Streams that owe a next step.', 'kind'),
  pi_supervised_total: counter('Steps that the supervisor took over.', 'kind', 'outcome'),
  pi_deliveries_total: counter('Attempts to deliver.', 'type', 'outcome'),

  // Health
  pi_ready: gauge('1 while the service takes traffic, else 0.'),
  pi_chain_faults_total: counter('Streams whose hash chain did not hold.'),
});
