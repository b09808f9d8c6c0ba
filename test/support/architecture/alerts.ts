/** The rules for Prometheus taken apart, and what is wrong with them; no Prometheus is asked. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
// The grammar is that of Prometheus itself: a pattern of ours would take for an expression what it refuses.
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { type MetricDefinition, metricTable } from '../../../src/adapters/metrics/table.ts';
import { productFiles } from './product-code.ts';
import { ROOT } from './tree.ts';

export type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};

type Rules = { readonly groups: readonly { readonly rules: readonly Alert[] }[] };

export const alertsIn = (text: string): readonly Alert[] => (parse(text) as Rules).groups.flatMap(({ rules }) => rules);

/** Everything that is wrong with a rule. */
export const wrongInAlert = ({ alert, expr, labels, annotations: { summary, runbook }, ...rest }: Alert) =>
  [
    ...wrongExpression(expr),
    ...(['page', 'ticket'].includes(labels.severity) ? [] : [`no severity is ${labels.severity}`]),
    ...(/^\d+[smh]$/.test(rest.for ?? '0s') ? [] : [`${rest.for} is no duration`]),
    ...(existsSync(join(ROOT, runbook)) ? [] : [`there is no ${runbook}`]),
    ...namesIn(summary)
      .filter((name) => !labelsIn(expr).has(name))
      .map((name) => `its summary names ${name}, which the expression has not`),
  ].map((finding) => `${alert}: ${finding}`);

const wrongExpression = (expr: string): readonly string[] => {
  const nodes = nodesOf(expr);
  if (nodes.some(({ isError }) => isError)) return ['its expression is none of Prometheus'];
  const metrics = nodes.filter(({ name }) => name === 'Identifier').map(({ text }) => text);
  const unknown = metrics.filter((metric) => definitionOf(metric) === undefined);
  const labels = nodes.filter(({ name }) => name === 'LabelName').map(({ text }) => text);
  const values = nodes
    .filter(({ name }) => name === 'StringLiteral')
    .flatMap(({ text }) => text.slice(1, -1).split('|'));
  const known = new Set([...BY_PROMETHEUS, ...metrics.flatMap((metric) => definitionOf(metric)?.labels ?? [])]);
  return [
    ...unknown.map((metric) => `nothing measures ${metric}`),
    ...labels.filter((label) => !known.has(label)).map((label) => `its metrics have no label ${label}`),
    ...values.filter((value) => !isValue(value)).map((value) => `no label is ever ${value}`),
  ];
};

/** Labels that Prometheus adds, and `le` of buckets. */
const BY_PROMETHEUS = ['job', 'instance', 'le'];
/** Of each target, by Prometheus. */
const UP: MetricDefinition = { kind: 'gauge', help: 'Whether the target answers.', labels: [] };

const definitionOf = (metric: string): MetricDefinition | undefined => {
  const histogram = metricTable[metric.replace(/_(?:bucket|sum|count)$/, '')];
  return metric === 'up' ? UP : (metricTable[metric] ?? (histogram?.kind === 'histogram' ? histogram : undefined));
};

/** The job of the page on alerts. */
const JOB = 'production-intelligence';

/** A status by its first digit, that job, or a word of the code. */
const isValue = (value: string): boolean =>
  value === '5..' ||
  value === JOB ||
  productFiles.some(({ code }) => code.includes(`'${value}'`) || code.includes(`${value}:`));

type Node = { readonly name: string; readonly text: string; readonly isError: boolean };

const nodesOf = (expr: string): readonly Node[] => {
  const nodes: Node[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, type, from, to }) => void nodes.push({ name, text: expr.slice(from, to), isError: type.isError }),
  });
  return nodes;
};

/** `$labels.NAME` of a summary. */
const namesIn = (summary: string): readonly string[] =>
  [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, name = '']) => name);

/** Labels that the result of an expression has: those that it groups by, else all. */
const labelsIn = (expr: string): ReadonlySet<string> => {
  const grouped = nodesOf(expr).filter(({ name }) => name === 'GroupingLabels');
  const isAggregate = nodesOf(expr).some(({ name }) => name === 'AggregateExpr');
  return new Set(isAggregate ? grouped.flatMap(({ text }) => text.match(/\w+/g) ?? []) : BY_PROMETHEUS);
};
