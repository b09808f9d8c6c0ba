/**
 * Every metric of the service, and the only names that `Metrics` takes. Add a row before the first call; a name or a
 * label that is not here is a bug. Label values are from closed lists (operations, engines, codes), never from a caller
 * or a tenant: each new value is a new time series.
 */

type Described = { readonly help: string; readonly labels: readonly string[] };

export type MetricDefinition =
  | (Described & { readonly kind: 'counter' })
  | (Described & { readonly kind: 'gauge' })
  | (Described & { readonly kind: 'histogram'; readonly buckets: readonly number[] });

/** From a cached read to a call of an engine that hangs until its deadline. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Around 20 ms, the bound of a turn. */
const TURN_SECONDS = [0.001, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 5];

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
  pi_http_connections: gauge('Open connections.'),
  pi_http_connections_cut_total: counter('Connections that were cut because they waited for their clients.', 'why'),
  pi_http_refusals_total: counter('Requests refused, by code of the public catalogue.', 'code'),
  pi_http_in_flight: gauge('Requests being answered.'),
  pi_sse_connections: gauge('Open event streams.'),

  // The event loop
  pi_turn_seconds: histogram(
    TURN_SECONDS,
    'Longest turn of the event loop in each look, without the pauses of V8 that fell into it.',
  ),
  pi_turn_longest_seconds: gauge('Longest turn of the event loop so far, without the pauses of V8.'),
  pi_turn_longest_computed_seconds: gauge('Most that a turn of the event loop has computed so far.'),
  pi_gc_pause_seconds: histogram(TURN_SECONDS, 'Pauses of V8: garbage collections on the thread of the service.'),

  // Writing
  pi_commands_total: counter('Commands answered: accepted, unchanged, refused or failed.', 'category', 'outcome'),
  pi_appends_total: counter('Appends: one for each round of commands that led to events.', 'category'),
  pi_appended_events_total: counter('Events appended.', 'category'),
  pi_append_seconds: histogram(SECONDS, 'Time until the outcome of an append was known.', 'category'),
  pi_append_conflicts_total: counter('Appends that met another writer and were decided again.', 'category'),
  pi_append_ambiguous_total: counter('Appends whose outcome was unknown until it was read back.', 'category'),

  // Reading
  pi_projection_lag_events: gauge(
    'Events of the log behind a read model, counted up to 1,000; NaN where that cannot be told.',
    'projection',
  ),
  pi_projection_batches_total: counter('Batches of events folded into read models.', 'projection'),

  // Messages
  pi_messages_total: counter('Handlings of messages: done, parked, failed or cancelled.', 'group', 'outcome'),
  pi_message_seconds: histogram(
    SECONDS,
    'Time that the handling of a message took, with its wait for a slot.',
    'group',
  ),
  pi_dead_letters: gauge('Messages that were given up on, counted up to 1,000; NaN where that cannot be told.'),

  // Topics
  pi_relay_events_total: counter('Events published to their topics.'),
  pi_relay_faults_total: counter('Times that the relay failed, rested and went on.'),
  pi_relay_losses_total: counter('Times that topics were found lost, and the whole log was published again.'),

  // Work
  pi_engine_calls_total: counter('Calls of engines: done, submitted, or the code of their fault.', 'engine', 'outcome'),
  pi_engine_call_seconds: histogram(SECONDS, 'Time that a call of an engine took.', 'engine'),
  pi_frames_scored_total: counter('Frames judged by the scorer: pass, fail, or the code of its fault.', 'verdict'),
  pi_score_seconds: histogram(SECONDS, 'Time that the scorer took for a frame.'),
  pi_open_work: gauge(
    'Streams with a next step that is due, counted up to 1,000 in all; NaN where that cannot be told.',
    'kind',
  ),
  pi_supervised_total: counter(
    'Steps that the supervisor took over: done, waits, failed or cancelled.',
    'kind',
    'outcome',
  ),

  // Calls to addresses of users
  pi_outbound_calls_total: counter(
    'Calls to addresses that users gave: answered, failed, or why they were refused.',
    'outcome',
  ),

  // Health
  pi_role_waiting: gauge('Events or messages that wait for a role; NaN where that cannot be told.', 'role'),
  pi_ready: gauge('1 while the service takes traffic, else 0.'),
  pi_log_damaged: gauge('1 once the log was found altered, else 0.'),
});
