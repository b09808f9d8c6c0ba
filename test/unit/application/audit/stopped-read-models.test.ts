/** The audit of a read model that stopped folding, or is rebuilt meanwhile: neither is a finding of its documents. */
import test, { type ExecutionContext } from 'ava';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import type { AuditDeps } from '../../../../src/application/audit/audit.ts';
import { dropRetired, rebuildReadModels } from '../../../../src/application/read-models/rebuild-projection.ts';
import { once } from '../../../../src/kernel/once.ts';
import type { Position } from '../../../../src/kernel/position.ts';
import type { Projection } from '../../../../src/kernel/projection.ts';
import { auditFolder } from '../../../support/audit/audit-folder.ts';
import { collectionNamed } from '../../../support/read-models/collection-named.ts';
import { makeLivedFolder } from '../../../support/audit/lived-folder.ts';
import { ofFile } from '../../../support/process/of-file.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { copyOf, tamperWith } from '../../../support/audit/tamper.ts';

const folder = tempFolder(ofFile(test));
test.before(async () => makeLivedFolder(folder));

/** The read model of plans has come no further than the start of the log. */
const stoppedAtTheStart = (t: ExecutionContext): string => {
  const copy = copyOf(t, folder);
  const collection = collectionNamed('plan');
  tamperWith(copy, 'read', (database) =>
    database.exec(
      `DELETE FROM "documents:${collection}"; DELETE FROM checkpoints WHERE name = 'projection:${collection}'`,
    ),
  );
  return copy;
};

/** It does not take the event at which it stopped. */
const throwing = (projection: Projection): Projection => ({
  ...projection,
  evolve: (body, event, id) => {
    if (projection.name === 'plan') throw new Error('no plan survives');
    return projection.evolve(body, event, id);
  },
});

test('read models that have reached the end of the log are not behind', async (t) => {
  const { totals } = await auditFolder(copyOf(t, folder));
  t.deepEqual(totals?.behind, []);
});

test('a read model that stopped is named, with the events that it lacks; it is no finding by itself', async (t) => {
  const { ok, totals } = await auditFolder(stoppedAtTheStart(t));
  t.true(ok);
  t.deepEqual(
    totals?.behind.map(({ readModel, events }) => [readModel, events > 0]),
    [['plan', true]],
  );
});

/** A rebuild that ends once the audit knows its places. */
const rebuilding = (deps: AuditDeps, isDropped: boolean): AuditDeps => {
  const { documents, feed, projections, codec } = deps;
  const rebuild = once(async () => {
    await rebuildReadModels({ documents, feed, codec }, projections);
    if (isDropped)
      await dropRetired({ documents, timers: { ...createTimers(), sleep: async () => undefined } }, projections);
  });
  const head = async (): Promise<Position> => {
    await rebuild();
    return feed.head();
  };
  return { ...deps, feed: { ...feed, head } };
};

test('an audit whose collections a rebuild has dropped says so, and names no document as missing', async (t) => {
  for (const full of [false, true]) {
    const doctored = (deps: AuditDeps): AuditDeps => rebuilding(deps, true);
    await t.throwsAsync(auditFolder(copyOf(t, folder), { full, doctored }), {
      code: 'unavailable',
      message: /^the read model [a-z-]+ was rebuilt while it was compared$/,
    });
  }
});

test('an audit goes on with collections that a rebuild has replaced, as long as they are there', async (t) => {
  const doctored = (deps: AuditDeps): AuditDeps => rebuilding(deps, false);
  t.deepEqual((await auditFolder(copyOf(t, folder), { full: true, doctored })).findings, []);
});

test('a full audit folds to the end of the log, and names an event that a fold refuses', async (t) => {
  const stopped = stoppedAtTheStart(t);
  t.deepEqual((await auditFolder(stopped, { full: true })).findings, []);
  const { findings } = await auditFolder(stopped, {
    full: true,
    doctored: (deps) => ({ ...deps, projections: deps.projections.map(throwing) }),
  });
  t.is(findings.length, 1);
  t.like(findings[0], { check: 'read-model', what: 'unfoldable', readModel: 'plan' });
  t.regex(findings[0]?.problem ?? '', /cannot fold PlanPrepared at /);
});
