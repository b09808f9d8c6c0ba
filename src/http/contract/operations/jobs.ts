/** Jobs of any kind, and their attempts of unknown outcome, as a person tells them. */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, namedObject, nullable, object, oneOf, optional, string } from '../../../kernel/shape.ts';
import { downloadId } from '../ids.ts';
import { declaring, linkTo, nextPage } from '../operation.ts';
import { hash, pageQuery, projectId, text, yes } from '../shapes/common.ts';
import { checkpointRequest, jobAnswer, jobKind, jobPage, jobPoll, jobStatus } from '../shapes/job.ts';
import { downloadAnswer, jobRead } from '../shapes/media.ts';

const declare = declaring('jobs');

const attemptKey = string({
  minLength: 1,
  maxLength: 120,
  description: 'under which the engine was called, and is known to its provider',
  examples: ['hld_4e1xq0v6d8mz2r9t7b5c3n1hja.3.1.0'],
});

const doubts = namedObject('Doubts', {
  ok: yes,
  doubts: array(
    namedObject('Doubt', {
      taskId: text('scene-0003'),
      makes: text('clip'),
      attempt: integer({ minimum: 1 }),
      attemptKey,
      engine: text('provider_c'),
      ref: nullable(text('gen-8f14e45f', "the provider's name for the work, where it gave one")),
      waitsUntil: nullable(
        string({
          format: 'date-time',
          description: 'when it is given up; null for a frame that people decide on by now',
          examples: ['2026-11-20T09:45:00.000Z'],
        }),
      ),
    }),
  ),
});

const resolveRequest = namedObject('ResolveRequest', {
  attemptKey,
  outcome: oneOf(['delivered', 'not_delivered', 'charged'], {
    description:
      '`delivered`: the output is at hand, as `asset`. `not_delivered`: the engine did nothing, and wants nothing. ' +
      '`charged`: it gave nothing and wants its price, which no client pays',
    examples: ['not_delivered'],
  }),
  note: string({
    minLength: 1,
    maxLength: limits.noteCharsMax,
    description: 'how this was found out; it is kept with the decision',
    examples: ['the provider knows no such generation'],
  }),
  asset: optional(
    namedObject(
      'BroughtAsset',
      {
        hash,
        base64: string({
          minLength: 4,
          maxLength: limits.broughtBase64CharsMax,
          pattern: '^[A-Za-z0-9+/]+={0,2}$',
          examples: ['iVBORw0KGgo='],
        }),
      },
      { description: 'The output that the engine made: its bytes, and their hash' },
    ),
  ),
});

const POLL = '/api/v1/projects/{projectId}/film-intelligence/jobs/{jobId}';

export const pollJob = declare({
  method: 'GET',
  path: POLL,
  summary: 'State of a durable job, results by requirement, and QA evidence; safe to poll from any client',
  description:
    'The job, each of its requirements with every attempt, and the evidence of each verdict. ' +
    '`Prefer: wait=N` holds the answer until there is news. Signed URLs in it work for an hour.',
  authority: 'Read',
  answers: { 200: jobPoll },
  links: {
    200: {
      sequence: linkTo('getPhotoSequence', {
        projectId: '$request.path.projectId',
        planId: '$response.body#/job/planId',
      }),
    },
  },
  longPoll: true,
});

export const streamJob = declare({
  method: 'GET',
  path: `${POLL}/events`,
  summary: 'First a poll answer, then the job and the changed requirements, until it is final',
  description:
    'Server-sent events. The first message is a poll answer; later ones hold the job and the ' +
    'changed requirements. A client that returns with `Last-Event-ID` gets only newer states, and 204 ' +
    'when nothing will ever follow.',
  authority: 'Read',
  answers: { 200: jobPoll },
  stream: true,
  extension: true,
});

export const listJobs = declare({
  method: 'GET',
  path: '/api/v1/jobs',
  summary: 'Jobs of the workspace, newest first',
  description: 'Supervised jobs and pictures within requests, in one list. Pages follow `nextCursor`.',
  authority: 'Read',
  query: object({
    status: optional(jobStatus),
    kind: optional(jobKind),
    projectId: optional({ ...projectId, description: 'jobs of this project alone' }),
    ...pageQuery(limits.pageSizeMax),
  }),
  answers: { 200: jobPage },
  links: { 200: { next: nextPage('listJobs') } },
  errors: ['project_forbidden', 'project_not_found'],
  extension: true,
});

export const getJob = declare({
  method: 'GET',
  path: '/api/v1/jobs/{jobId}',
  summary: 'State and progress of a job of any kind, and its output once it has ended',
  description:
    'One shape for storyboards, pictures, films, music and speech. `result` has the media that a client can ' +
    'fetch; the poll of a storyboard shows its frames with their evidence beside that. ' +
    '`Prefer: wait=N` holds the answer until there is news.',
  authority: 'Read',
  answers: { 200: jobRead },
  links: { 200: { file: linkTo('download', { jobId: '$request.path.jobId' }) } },
  longPoll: true,
});

export const streamAnyJob = declare({
  method: 'GET',
  path: '/api/v1/jobs/{jobId}/events',
  summary: 'The state of a job of any kind, at first and at each change, until it is final',
  description:
    'Server-sent events, each with the answer of `jobs/{jobId}` as it then is. A client that returns with ' +
    '`Last-Event-ID` gets only newer states, and 204 when nothing will ever follow.',
  authority: 'Read',
  answers: { 200: jobRead },
  stream: true,
  extension: true,
});

export const cancelJob = declare({
  method: 'POST',
  path: '/api/v1/jobs/{jobId}/cancel',
  summary: 'Nothing more is dispatched; attempts under way are settled',
  description:
    'Asks for the end of a job. Attempts under way finish and are settled, or end within a minute where an engine ' +
    'of this service works on them, and cost nothing then; the rest of the hold is ' +
    'released. The job becomes `cancelled` by itself, and asking again changes nothing. An attempt whose ' +
    'outcome is unknown is waited for, up to 15 minutes: its engine may deliver yet.',
  authority: 'Mutate',
  answers: { 200: jobAnswer },
  errors: ['job_not_active'],
  extension: true,
});

export const pauseJob = declare({
  method: 'POST',
  path: '/api/v1/jobs/{jobId}/pause',
  summary: 'Nothing more is dispatched until the job is resumed; attempts under way finish and are settled',
  description:
    'The job keeps its state and its hold, and says `pausedAt`. Asking again changes nothing. A paused job can be ' +
    'cancelled, and ends by itself when nothing of it is left to do.',
  authority: 'Mutate',
  answers: { 200: jobAnswer },
  links: { 200: { resume: linkTo('resumeJob', { jobId: '$response.body#/job/id' }) } },
  errors: ['job_not_active', 'pause_limit_reached'],
  extension: true,
});

export const resumeJob = declare({
  method: 'POST',
  path: '/api/v1/jobs/{jobId}/resume',
  summary: 'A paused job goes on',
  description: 'A job that is not paused stays as it is.',
  authority: 'Mutate',
  answers: { 200: jobAnswer },
  errors: ['job_not_active'],
  extension: true,
});

export const decideCheckpoint = declare({
  method: 'POST',
  path: '/api/v1/jobs/{jobId}/checkpoint',
  summary: 'Continue past the checkpoint that the job waits at, or stop there',
  description:
    'For a job that shows `awaitingCheckpoint`. `stop` leaves out the scenes that were not begun: the film is put ' +
    'together from the others, and only those are charged. Without any scene the job is cancelled. ' +
    'With `before` the decision is of that checkpoint alone, and again it changes nothing. Without it, it is of the ' +
    'one that the job waits at: once that is the next one, the same call again decides that.',
  authority: 'Approve',
  body: checkpointRequest,
  answers: { 200: jobAnswer },
  errors: ['job_not_active', 'checkpoint_not_waiting'],
  extension: true,
});

export const listDoubts = declare({
  method: 'GET',
  path: '/api/v1/jobs/{jobId}/doubts',
  summary: 'Attempts of the job whose outcome no engine tells, for a person to find out',
  description:
    'An attempt whose request was sent, and whose outcome is unknown: it is not made again by itself. Each is named ' +
    'by the key and the name under which its provider knows it.',
  authority: 'Read',
  entityTag: false,
  answers: { 200: doubts },
  links: {
    200: {
      resolve: linkTo('resolveAttempt', { jobId: '$request.path.jobId', taskId: '$response.body#/doubts/0/taskId' }),
    },
  },
  extension: true,
});

export const resolveAttempt = declare({
  method: 'POST',
  path: '/api/v1/jobs/{jobId}/tasks/{taskId}/resolve',
  summary: 'Tell the outcome of an attempt of unknown outcome, once a person has found it out',
  description:
    'For an attempt that `doubts` names. `not_delivered` makes the attempt again, under a new key; `charged` uses it ' +
    'up, and no client pays it; `delivered` takes the output as if the engine had brought it: it is scored where ' +
    'frames are scored, and paid as usual. A frame that was given up takes no output any more, and people decide on ' +
    'it. The same again changes nothing, and another outcome is refused.',
  authority: 'Admin',
  body: resolveRequest,
  bodyBytesMax: limits.bodyBytesBroughtMax,
  rules: [
    {
      of: ['outcome', 'asset'],
      flaws: ({ outcome, asset }) =>
        (outcome === 'delivered') === (asset !== undefined)
          ? []
          : [{ pointer: '/asset', message: 'is there when the outcome is `delivered`, and only then' }],
    },
    {
      of: ['asset'],
      flaws: ({ asset }) =>
        (asset?.base64.length ?? 0) % 4 === 0
          ? []
          : [{ pointer: '/asset/base64', message: 'must have whole groups of four characters' }],
    },
  ],
  answers: { 200: jobAnswer },
  errors: ['job_not_active', 'attempt_not_in_doubt', 'attempt_given_up'],
  extension: true,
});

export const download = declare({
  method: 'GET',
  path: '/api/v1/download/{jobId}',
  pathIds: { jobId: downloadId },
  summary: 'The one file that a job has made',
  description:
    'The film of a video job, the sound or picture of any other. A storyboard job gives a zip of its accepted ' +
    'frames with a `manifest.json`. The id of a project gives its newest film. A PNG or a JPEG has its provenance ' +
    'as a signed XMP packet, with the event that certified its plan.',
  authority: 'Read',
  answers: { 200: downloadAnswer },
  errors: [
    'project_forbidden',
    'project_not_found',
    'job_not_found',
    'asset_not_ready',
    'asset_not_made',
    'content_lost',
  ],
});
