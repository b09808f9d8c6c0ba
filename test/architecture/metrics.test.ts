/** A metric that nothing measures stays at zero for ever, and looks as if all were well. */
import test from 'ava';
import { metricTable } from '../../src/adapters/metrics/table.ts';
import { cloudEventHeaders, deadLetterEndHeaders, deadLetterHeaders } from '../../src/kernel/cloud-event-headers.ts';
import { productFiles, type SourceFile } from '../support/architecture/product-code.ts';

const TABLE = 'src/adapters/metrics/table.ts';

/** Headers of records have names of the same form. */
const headers: ReadonlySet<string> = new Set(
  [cloudEventHeaders, deadLetterHeaders, deadLetterEndHeaders].flatMap((shape) =>
    Object.keys(shape['properties'] as object),
  ),
);

const measuredIn = (files: readonly SourceFile[]): readonly string[] => {
  const code = files.filter(({ path }) => path !== TABLE).map((file) => file.code);
  const names = new Set(code.flatMap((text) => text.match(/(?<=')pi_[a-z_]+(?=')/g) ?? []));
  return [...names].filter((name) => !headers.has(name)).toSorted();
};

const declared = Object.keys(metricTable).toSorted();

test('every metric of the table is measured, and no other', (t) => {
  t.deepEqual(measuredIn(productFiles), declared);
});

test('sabotage: a metric that nothing measures, or that is not in the table, is found', (t) => {
  const without = productFiles.map(({ path, code }) => ({ path, code: code.replaceAll(`'pi_ready'`, '') }));
  t.deepEqual(
    measuredIn(without),
    declared.filter((name) => name !== 'pi_ready'),
  );
  const more = [...productFiles, { path: 'src/x.ts', code: `metrics.count('pi_undeclared_total');` }];
  t.true(measuredIn(more).includes('pi_undeclared_total'));
});
