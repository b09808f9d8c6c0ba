/** Laws of the read models in every history that the real decisions can write. */
import test from 'ava';
import fc from 'fast-check';
import { chargedCredits, taskIn } from '../../commands/job/queries.ts';
import { jobDecider } from '../../commands/job/decider.ts';
import type { JobState, TaskState, TaskStatus } from '../../commands/job/state.ts';
import { ledgerDecider } from '../../commands/ledger/decider.ts';
import { balancesOf, openParts } from '../../commands/ledger/queries.ts';
import { creditSummary, creditSummaryProjection } from '../../projections/credit-summary.ts';
import { jobProjection, withCredits } from '../../projections/job/definition.ts';
import type { JobDocument, JobStatus } from '../../projections/job/document.ts';
import { ledgerEntriesProjection, type LedgerEntryDocument } from '../../projections/ledger-entries.ts';
import { projections } from '../../projections/registry.ts';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { categoryOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
import type { Projection } from '../../src/kernel/projection.ts';
import { foldDocuments } from '../support/read-models/fold-documents.ts';
import { breaks, holds } from '../support/property/property.ts';
import { LEDGER } from '../support/saga/clients.ts';
import { runSagas, type SagaRun } from '../support/saga/run.ts';

const RUNS = 100;
const seeds = fc.nat();

/** The laws look at the same runs, and change none. */
const sagaOf = (seed: number): SagaRun => {
  const saga = known.get(seed) ?? runSagas(seed);
  known.set(seed, saga);
  return saga;
};
const known = new Map<number, SagaRun>();

/** Stored and read back after every single event, as if each were a batch of its own. */
const foldReloaded = <D>(projection: Projection<D>, events: readonly RecordedEvent[]): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (!projection.categories.includes(categoryOf(event.stream))) continue;
    for (const id of projection.touches(event)) {
      const text = texts.get(id);
      const after = projection.evolve(text === undefined ? undefined : (JSON.parse(text) as D), event, id);
      if (after === undefined) texts.delete(id);
      else texts.set(id, canonicalJson(after));
    }
  }
  return texts;
};

const foldsAlike = (projection: Projection, events: readonly RecordedEvent[]): void => {
  const once = [...foldDocuments(projection, events)].map(([id, { body }]) => [id, canonicalJson(body)] as const);
  const reloaded = foldReloaded(projection, events);
  assert(once.length === reloaded.size, `${projection.name} has as many documents`);
  for (const [id, text] of once) assert(reloaded.get(id) === text, `${projection.name} ${id} is the same document`);
};

for (const projection of projections) {
  test(`${projection.name} is the same whether its documents were stored in between or not`, (t) => {
    t.notThrows(() => holds(seeds, (seed) => foldsAlike(projection, sagaOf(seed).world.log), 30));
  });
}

/** A store that writes such a document copies nothing. */
const isInOrder = (projection: Projection, events: readonly RecordedEvent[]): void => {
  const read = events.map((event) => ({ ...event, data: JSON.parse(canonicalJson(event.data)) as unknown }));
  for (const [id, { body }] of foldDocuments(projection, read)) {
    assert(JSON.stringify(body) === canonicalJson(body), `${projection.name} ${id} is in canonical order`);
  }
};

/** Each frame writes some of their documents. */
const OF_EACH_FRAME = ['asset-library', 'credit-summary', 'job', 'ledger-entries'];

for (const projection of projections.filter(({ name }) => OF_EACH_FRAME.includes(name))) {
  test(`${projection.name} makes documents in canonical order`, (t) => {
    t.notThrows(() => holds(seeds, (seed) => isInOrder(projection, sagaOf(seed).world.log), 30));
  });
}

test('a document whose members are in another order is found', (t) => {
  const turned: Projection = {
    ...(creditSummaryProjection as Projection),
    evolve: (document, event, id) => ({ workspaceId: id, at: event.metadata.at }),
  };
  t.true(breaks(seeds, (seed) => isInOrder(turned, sagaOf(seed).world.log), 30));
});

test('a document that JSON changes is found', (t) => {
  const dated: Projection = {
    ...(creditSummaryProjection as Projection),
    evolve: (document) => ({ at: (document as { at?: unknown } | undefined)?.at instanceof Date ? 1 : new Date(0) }),
  };
  t.true(breaks(seeds, (seed) => foldsAlike(dated, sagaOf(seed).world.log), 30));
});

const RANK: Readonly<Record<JobStatus, number>> = {
  queued: 0,
  running: 1,
  completed: 2,
  partially_completed: 2,
  failed: 2,
  cancelled: 2,
};

/** I18: states only move forward, and what is accepted is frozen. */
const movesForward = (projection: Projection<JobDocument>, events: readonly RecordedEvent[]): void => {
  const documents = new Map<string, JobDocument>();
  for (const event of events) {
    if (!projection.categories.includes(categoryOf(event.stream))) continue;
    for (const id of projection.touches(event)) {
      const before = documents.get(id);
      const after = projection.evolve(before, event, id);
      if (after === undefined) continue;
      documents.set(id, after);
      if (before === undefined) continue;
      const moved = RANK[after.status] - RANK[before.status];
      assert(moved > 0 || after.status === before.status, `${before.status} does not become ${after.status}`);
      for (const [index, { status, accepted }] of before.tasks.entries()) {
        if (status !== 'accepted') continue;
        assert(after.tasks[index]?.status === 'accepted', 'an accepted frame stays accepted');
        assert(after.tasks[index].accepted?.assetHash === accepted?.assetHash, 'and keeps its picture');
      }
    }
  }
};

test('jobs only move forward', (t) => {
  t.notThrows(() => holds(seeds, (seed) => movesForward(jobProjection, sagaOf(seed).world.log), RUNS));
});

test('a job that moves back is found', (t) => {
  const back: Projection<JobDocument> = {
    ...jobProjection,
    evolve: (document, event, id) => {
      const after = jobProjection.evolve(document, event, id);
      return after !== undefined && event.type === 'GenerationEnded' ? { ...after, status: 'running' } : after;
    },
    categories: ['job', 'ledger', 'project'],
    touches: (event) =>
      event.type === 'GenerationEnded'
        ? [(event as RecordedEvent<{ type: 'GenerationEnded'; data: { jobId: string } }>).data.jobId]
        : categoryOf(event.stream) === 'project'
          ? []
          : jobProjection.touches(event),
  };
  t.true(breaks(seeds, (seed) => movesForward(back, sagaOf(seed).world.log), RUNS));
});

const statusOf = ({ status }: TaskState, cancelled: boolean): TaskStatus =>
  cancelled && (status === 'dispatched' || status === 'retrying') ? 'pending' : status;

const agrees = (document: JobDocument, job: JobState): void => {
  assert(document.status === job.status, `${document.jobId} has the status of its stream`);
  for (const { taskId, status, accepted } of document.tasks) {
    const task = taskIn(job, taskId);
    const expected = task === undefined ? undefined : statusOf(task, job.status === 'cancelled');
    assert(status === expected, `${taskId} is ${expected}, not ${status}`);
    assert((accepted?.creditsCharged ?? 0) === (task?.creditsCharged ?? 0), `${taskId} cost what it cost`);
  }
};

const jobsAgree =
  (projection: Projection<JobDocument>) =>
  (seed: number): void => {
    const { world } = sagaOf(seed);
    const ledger = world.read(ledgerDecider, LEDGER);
    for (const { body: document } of foldDocuments(projection, world.log).values()) {
      const job = world.read(jobDecider, `job-${document.jobId}`);
      agrees(document, job);
      const open = openParts(ledger, document.holdId);
      const held = open.reduce((sum, { amount }) => sum + amount, 0);
      assert(document.heldCredits === held, 'it holds its open parts');
      assert(document.chargedCredits === chargedCredits(job), 'it has cost what its frames cost');
      assert(canonicalJson(withCredits(document, open)) === canonicalJson(document), 'its own stream says the same');
    }
  };

test('a job reads as its stream and its ledger', (t) => {
  t.notThrows(() => holds(seeds, jobsAgree(jobProjection), RUNS));
});

for (const type of ['HoldReleased', 'LedgerDebited', 'FrameScored', 'JobCancelled'] as const) {
  test(`a job that does not hear of ${type} is found`, (t) => {
    const deaf: Projection<JobDocument> = {
      ...jobProjection,
      touches: (event) => (event.type === type ? [] : jobProjection.touches(event)),
    };
    t.true(breaks(seeds, jobsAgree(deaf), RUNS));
  });
}

const ledgersAgree =
  (entries: Projection<LedgerEntryDocument>) =>
  (seed: number): void => {
    const { world } = sagaOf(seed);
    const sum = { paid: 0, bonus: 0, held: 0 };
    for (const { body } of foldDocuments(entries, world.log).values()) {
      for (const pool of ['paid', 'bonus', 'held'] as const) {
        sum[pool] += body.amounts[pool];
        assert(sum[pool] === body.balanceAfter[pool], `${body.kind} ${body.entryId} adds up`);
      }
    }
    const summary = creditSummary(foldDocuments(creditSummaryProjection, world.log).get('ws_1')?.body);
    const { paid, bonus, held, total, available } = balancesOf(world.read(ledgerDecider, LEDGER));
    assert(canonicalJson(summary.credits) === canonicalJson({ paid, bonus, held, total, available }), 'the summary');
    assert(canonicalJson(sum) === canonicalJson({ paid, bonus, held }), 'the sum of the entries');
  };

test('entries add up to the balances that each of them names, and the last ones are the summary', (t) => {
  t.notThrows(() => holds(seeds, ledgersAgree(ledgerEntriesProjection), RUNS));
});

test('an entry that forgets what it gave back is found', (t) => {
  const forgetful: Projection<LedgerEntryDocument> = {
    ...ledgerEntriesProjection,
    evolve: (document, event, id) => {
      const entry = ledgerEntriesProjection.evolve(document, event, id);
      return entry?.kind === 'debit' ? { ...entry, amounts: { ...entry.amounts, held: 0 } } : entry;
    },
  };
  t.true(breaks(seeds, ledgersAgree(forgetful), RUNS));
});
