/** The document of a job that has started, after these events of its own. */
import type { JobDetails } from '../../../commands/job/state.ts';
import { jobQueued, jobStarted } from '../../../events/job.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { createHistory } from '../../support/log/history.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';

export const jobAfter = (of: JobDetails, ...events: readonly DomainEvent[]): JobDocument => {
  const history = createHistory().on('job-job_1', jobQueued(of), jobStarted({ leftOut: [] }), ...events);
  const document = foldDocuments(jobProjection, history.events).get('job_1');
  assert(document !== undefined, 'the job is there');
  return document.body;
};
