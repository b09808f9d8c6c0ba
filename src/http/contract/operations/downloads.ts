import { declaring } from '../operation.ts';
import { downloadId } from '../ids.ts';
import { downloadAnswer } from '../shapes/media.ts';

const declare = declaring('jobs');

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
