import type { JobView } from '../../application/jobs/read-any-job.ts';
import type { Read } from '../../application/reading/answers.ts';
import { matches } from '../answers/etag.ts';
import { longPoll, waitSeconds } from '../answers/long-poll.ts';
import type { Reply } from '../answers/reply.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { type JobRequest, jobSeenBy, type ReadJob } from './job-request.ts';
import { readReply } from './route.ts';
import type { Tools } from './tools.ts';

/** The state of a job now or, with `Prefer: wait=N`, as soon as there is something new for this client. */
export const pollJob =
  <N extends string>(readJob: ReadJob<N>, tools: Tools) =>
  async (request: JobRequest<N>, context: HttpContext): Promise<Reply | Refusal> => {
    const { 'if-none-match': known, prefer } = context.req.headers;
    const job = jobSeenBy(request, readJob, tools);
    const look = job.looking(request.fresh);
    const first = await look();
    if (isRefusal(first)) return first;
    const answer = (read: Read<JobView>): Reply => readReply(context, job.present(read), read.position);

    const seconds = prefer === undefined ? 0 : waitSeconds(String(prefer));
    if (seconds === 0) return answer(first);
    const isNew = (read: Read<JobView>): boolean =>
      known === undefined ? read.value.final : !matches(known, job.present(read).tag);
    if (isNew(first)) return answer(first);
    // To wait is a preference: without a place the client gets the present state.
    const held = job.hold(context);
    if (isRefusal(held)) return answer(first);
    try {
      const again = job.lookingOn(look, first);
      const read = await longPoll({ ...held, look: again, first, seconds, isNew, clock: tools.clock });
      if (isRefusal(read)) return read;
      const reply = answer(read);
      return { ...reply, headers: { ...reply.headers, 'Preference-Applied': `wait=${seconds}` } };
    } finally {
      held.end();
    }
  };
