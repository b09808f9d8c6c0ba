/**
 * Server-sent events of one job. The first message of a connection is a whole poll answer. Each later one has the
 * members of the job, and only those requirements that changed since the message before. `id:` is the position that a
 * message reflects. A client that returns with `Last-Event-ID` gets only newer states, from a whole answer on. URLs are
 * signed as they are sent: a client polls for fresh ones of an unchanged picture. The stream ends with the job, with
 * the caller's right to see it, or with the service.
 */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../../application/calls/result.ts';
import type { JobView } from '../../application/jobs/read-job.ts';
import type { Read } from '../../application/reading/answers.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';
import type { Reply } from '../answers/reply.ts';
import type { Waker } from '../answers/waker.ts';
import { POSITION } from '../contract/headers.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { type JobRequest, jobSeenBy, type Look, type ReadJob } from './job-request.ts';
import type { Tools } from './tools.ts';

/** A job and its changes as server-sent events. Every refusal is made before the stream starts. */
export const streamJob =
  <N extends string>(readJob: ReadJob<N>, tools: Tools) =>
  async (request: JobRequest<N>, context: HttpContext): Promise<Reply | Refusal> => {
    const job = jobSeenBy(request, readJob, tools);
    const lookFrom = async (seen: string) => {
      const look = job.looking(seen === '' ? request.fresh : { atLeast: seen });
      return { seen, look, first: await look() };
    };
    const asked = await lookFrom(positionSeen(context));
    // A position past the end of the log is not one that was ever given: then the client has seen nothing.
    const isPastEnd = asked.seen !== '' && isRefusal(asked.first) && asked.first.code === 'read_model_behind';
    const { seen, look, first } = isPastEnd ? await lookFrom('') : asked;
    if (isRefusal(first)) return first;
    // A job that cannot be shown must fail as an answer, not as a stream that breaks off.
    job.present(first);
    const reply = { headers: { 'X-Accel-Buffering': 'no' }, position: first.position };
    // Nothing will ever follow: 204 tells an EventSource not to come back.
    if (first.value.final && first.position <= seen) return { ...reply, status: 204, body: null };
    const held = job.hold(context);
    if (isRefusal(held)) return held;
    const { clock, timers } = tools;
    const stream = eventStream({
      ...held,
      first,
      seen,
      look: job.lookingOn(look, first),
      present: (read) => job.present(read).bytes,
      presentPart: job.presentPart,
      clock,
      timers,
      mayStillSee: async () =>
        clock.now() / 1_000 < request.principal.expiresAt && (await job.whyNotMember()) === undefined,
    });
    const body = Readable.from(stream);
    body.once('close', held.end);
    return { ...reply, status: 200, body, contentType: 'text/event-stream; charset=utf-8' };
  };

/** The position that the client has seen; any other text in that header is ignored. */
const positionSeen = (context: HttpContext): string => {
  const last = context.req.headers['last-event-id'];
  return typeof last === 'string' && POSITION.test(last) ? last : '';
};

export type EventStream = {
  /** Refused where there is news that the caller may not see any more. */
  readonly look: Look;
  readonly first: Read<JobView>;
  /** The position that the client has seen; START when it has seen none. */
  readonly seen: string;
  /** A whole answer as bytes; those of a job that has not moved may be shared with others. */
  readonly present: (read: Read<JobView>) => Buffer;
  /** A part of one. */
  readonly presentPart: (body: Body) => Buffer;
  readonly waker: Waker;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Pick<Timers, 'sleep'>;
  /** Asked before each heartbeat: tokens expire, and members are removed. */
  readonly mayStillSee: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

const HEARTBEAT = ': still here\n\n';
/** Sent first, also when there is no news yet: it brings the headers to a client that comes back. */
const OPENING = `retry: ${limits.pollAfterSeconds * 1_000}\n\n`;

export async function* eventStream(stream: EventStream): AsyncGenerator<string> {
  const { look, present, presentPart, waker, clock, timers, mayStillSee, signal } = stream;
  let { first: read, seen } = stream;
  let told: Body | undefined;
  let etag = '';
  let checked = clock.monotonic();
  yield OPENING;
  while (!signal.aborted) {
    const { body } = read.value;
    if (read.position > seen && read.etag !== etag) {
      yield message(read.position, told === undefined ? present(read) : presentPart(changesSince(told, body)));
      seen = read.position;
      told = body;
    }
    ({ etag } = read);
    if (read.value.final) return;
    await timers.sleep(limits.liveLookMinMs, signal).catch(() => undefined);
    await waker.next(limits.liveLookMs);
    if (clock.monotonic() - checked >= limits.sseHeartbeatMs) {
      if (!(await mayStillSee())) return;
      yield HEARTBEAT;
      checked = clock.monotonic();
    }
    const next = await look();
    if (isRefusal(next)) return;
    read = next;
  }
}

/** A presented body is one line: JSON escapes line breaks. */
const message = (position: string, bytes: Buffer): string =>
  `id: ${position}\nevent: job\ndata: ${bytes.toString()}\n\n`;

type Requirement = { readonly requirementId: string };

/**
 * The members of the job itself, and the requirements that are not as they were; each replaces the one of its id. An
 * answer without requirements is told as it is.
 */
const changesSince = (before: Body, now: Body): Body => {
  if (now['requirements'] === undefined) return now;
  const known = new Map(requirementsOf(before).map((requirement) => [requirement.requirementId, requirement]));
  const requirements = requirementsOf(now).filter(
    (requirement) => !isDeepStrictEqual(known.get(requirement.requirementId), requirement),
  );
  return { ...now, requirements };
};

const requirementsOf = ({ requirements }: Body): readonly Requirement[] => requirements as readonly Requirement[];
