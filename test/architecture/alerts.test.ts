/** The rules for Prometheus, which is not here to be asked: an alert on a name that nothing measures never fires. */
import test from 'ava';
import { type Alert, alertsIn, wrongInAlert } from '../support/architecture/alerts.ts';
import { tableOf } from '../support/architecture/claims.ts';
import { readText } from '../support/architecture/tree.ts';

const text = readText('infra/alerts.yml');
const alerts = alertsIn(text);

test('each alert is an expression of Prometheus over metrics that are there, and leads to a runbook', (t) => {
  t.true(alerts.length > 10);
  t.deepEqual(alerts.flatMap(wrongInAlert), []);
  t.is(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
});

test('the page on alerts has each of them, in their order', (t) => {
  const rows = tableOf(readText('infra/runbooks/alerts.md'), 'alert');
  t.deepEqual(
    rows.map(([name]) => name),
    alerts.map(({ alert }) => `\`${alert}\``),
  );
});

test('sabotage: each planted fault of an alert is found', (t) => {
  const [gone] = alerts;
  const planted = (change: Partial<Alert>): readonly string[] => wrongInAlert({ ...(gone as Alert), ...change });
  const runbook = 'infra/runbooks/gone.md';
  const found = [
    planted({ expr: 'sum by (role (pi_role_waiting) > 1' }),
    planted({ expr: 'pi_gone_total > 1' }),
    planted({ expr: 'sum by (engine, instance) (pi_role_waiting) > 1' }),
    planted({ expr: 'pi_supervised_total{outcome="gone astray"} > 1' }),
    planted({ expr: 'pi_ready_bucket > 1' }),
    planted({ expr: 'max(pi_dead_letters) > 1' }),
    planted({ for: 'a while' }),
    planted({ labels: { severity: 'shout' } }),
    planted({ annotations: { summary: 'gone', runbook } }),
  ];
  t.deepEqual(found, [
    [
      'ProcessGone: its expression is none of Prometheus',
      'ProcessGone: its summary names instance, which the expression has not',
    ],
    ['ProcessGone: nothing measures pi_gone_total'],
    ['ProcessGone: its metrics have no label engine'],
    ['ProcessGone: no label is ever gone astray'],
    ['ProcessGone: nothing measures pi_ready_bucket'],
    ['ProcessGone: its summary names instance, which the expression has not'],
    ['ProcessGone: a while is no duration'],
    ['ProcessGone: no severity is shout'],
    [`ProcessGone: there is no ${runbook}`],
  ]);
});
