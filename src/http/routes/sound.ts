import { createReadAnyJob } from '../../application/jobs/read-any-job.ts';
import { createGenerateMusic, createMakeMusic } from '../../application/work/music/music.ts';
import { createSpeak } from '../../application/work/speech/speech.ts';
import * as declared from '../contract/operations/sound.ts';
import { ofKinds } from './job-request.ts';
import { pollJob } from './poll-job.ts';
import { route, type Route, stored } from './route.ts';

export const soundRoutes: readonly Route[] = [
  stored(declared.makeMusic, createMakeMusic, async (make, { caller, body, idempotency }) =>
    make(caller, body, idempotency),
  ),
  stored(declared.generateMusic, createGenerateMusic, async (generate, { caller, body, idempotency }) =>
    generate(caller, body, idempotency),
  ),
  route(declared.getMusicStatus, createReadAnyJob, (read, tools) => pollJob(ofKinds(read, ['music']), tools)),
  stored(declared.makeSpeech, createSpeak, async (speak, { caller, body, idempotency }) =>
    speak(caller, body, idempotency),
  ),
  stored(declared.makeSpeechByLegacyPath, createSpeak, async (speak, { caller, body, idempotency }) =>
    speak(caller, body, idempotency),
  ),
];
