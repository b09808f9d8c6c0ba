import { createReadAnyJob } from '../../application/jobs/read-job.ts';
import { createGenerateMusic, createMakeMusic } from '../../application/work/music/music.ts';
import { createSpeak } from '../../application/work/speech/speech.ts';
import { declared } from '../contract/operations/registry.ts';
import { ofKinds } from './job-request.ts';
import { pollJob } from './poll-job.ts';
import { route, type Route, starts } from './route.ts';

export const soundRoutes: readonly Route[] = [
  starts(declared.makeMusic, createMakeMusic),
  starts(declared.generateMusic, createGenerateMusic),
  route(declared.getMusicStatus, createReadAnyJob, (read, tools) => pollJob(ofKinds(read, ['music']), tools)),
  starts(declared.makeSpeech, createSpeak),
  starts(declared.makeSpeechByLegacyPath, createSpeak),
];
