/** The engine behind a gateway: a provider, or a service before one, that keeps keys (README.md beside this file). */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { isObject } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, EngineRequest, LookedUp, Output, Polled, Scratch, Submitted } from '../../ports/engine.ts';
import { isWorkId, type Work, workOf, type WorkOutput } from './gateway-work.ts';
import { bytesMaxOf, download, type Downloaded, isTooSlow, lookAtOutput, type OutputDeps } from './look-at-output.ts';
import type { PlainClient, RemoteCall } from './plain-client.ts';
import { refusalOf } from './refusals.ts';
import { malformed, objectOf, type RemoteAnswer } from './remote-answer.ts';
import type { RemoteCalls } from './guarded-engine.ts';
import { sha256 } from '../../kernel/canonical-json.ts';

type GatewayDeps = OutputDeps & {
  readonly name: string;
  readonly client: PlainClient;
  /** Another provider never learns the address of a sound. */
  readonly takesSounds: boolean;
};

const MAX = limits.remoteDocumentBytesMax;

export const createGateway = ({ name, client, takesSounds, ...outputs }: GatewayDeps): RemoteCalls => {
  const rejected: Polled = { kind: 'failed', code: 'rejected', message: `${name} refused the work` };
  const useless = (message: string): Polled => ({ kind: 'failed', code: 'rejected', message: `${name}: ${message}` });

  const submit = async (
    attemptKey: string,
    request: EngineRequest,
    callbackUrl: string | null,
    signal: AbortSignal,
  ): Promise<Submitted> => {
    const news: Record<string, string> = callbackUrl === null ? {} : { 'Callback-Url': callbackUrl };
    const call = {
      method: 'POST',
      url: client.at('works'),
      headers: { 'Idempotency-Key': attemptKey, Accept: 'application/json', ...news },
      body: submissionOf(attemptKey, takesSounds ? request : withoutSound(request)),
      totalMs: limits.remoteSubmitMs,
      signal,
    } as const;
    return client.call(call, async (answer) => {
      if (answer.status < 200 || answer.status > 202) throw await refusalOf(name, answer);
      const work = workOf(await objectOf(answer, MAX));
      if (work === undefined) throw malformed('to a submission names no work');
      return { kind: 'submitted', ref: work.id, pollAfterMs: work.state === 'running' ? work.pollAfterMs : 0 };
    });
  };

  const workAt = async (url: URL, signal: AbortSignal): Promise<Work | 'never_seen'> => {
    const headers = { Accept: 'application/json' };
    const call = { method: 'GET', url, headers, totalMs: limits.remoteQuestionMs, signal } as const;
    return client.call(call, async (answer) =>
      answer.status === 404 && (await isNeverSeen(answer)) ? 'never_seen' : workIn(name, answer),
    );
  };

  /** How often an output was not understood in time, by its hash: a hostile one may hold up its parser each time. */
  const slow = createBoundedMap<string, number>(limits.remoteLooksRemembered);
  const looked = async (found: Downloaded, contentType: string): Promise<Output> =>
    lookAtOutput(outputs, found, contentType).catch((error: unknown) => {
      const looks = (slow.get(found.sha256) ?? 0) + Number(isTooSlow(error));
      if (looks > 0) slow.set(found.sha256, looks);
      if (looks < limits.remoteLooksMax || !isTooSlow(error)) throw error;
      throw new Fault('rejected', `its output was not understood in time, ${looks} times`);
    });

  const outputOf = async (id: string, told: WorkOutput, scratch: Scratch, signal: AbortSignal): Promise<Polled> => {
    const { contentType, sizeBytes, sha256, words } = told;
    const bytesMax = bytesMaxOf(contentType);
    if (bytesMax === undefined) return useless('its output has a type that this service does not take');
    if (sizeBytes > bytesMax) return useless(`its output has more than ${bytesMax} bytes`);
    const url = client.at('works', id, 'output');
    const call = {
      method: 'GET',
      url,
      headers: { Accept: contentType },
      totalMs: limits.remoteDownloadMs,
      signal,
    } as const;
    // One byte more than was told is enough to know.
    const found = await client.call(call, async (answer) => {
      if (answer.status !== 200) throw notTold(`${name} does not give its output`, answer);
      return download(upTo(answer, sizeBytes + 1), scratch, bytesMax + 1);
    });
    if (found.sizeBytes !== sizeBytes || found.sha256 !== sha256)
      return useless('its output is not the one that it told of');
    const output = await looked(found, contentType);
    if (words === null) return { kind: 'done', output };
    const content = Buffer.from(JSON.stringify(words));
    const attachments = [{ name: 'words', contentType: 'application/json', content }] as const;
    return { kind: 'done', output: { ...output, attachments } } satisfies Done;
  };

  const outcomeOf = async (work: Work, scratch: Scratch, signal: AbortSignal): Promise<Polled> => {
    const outcome = await bareOutcomeOf(work, scratch, signal);
    const isTold = work.providerCost !== undefined && (outcome.kind === 'done' || outcome.kind === 'failed');
    return isTold ? { ...outcome, providerCost: work.providerCost } : outcome;
  };

  const bareOutcomeOf = async (work: Work, scratch: Scratch, signal: AbortSignal): Promise<Polled> => {
    switch (work.state) {
      case 'running':
        return { kind: 'running', pollAfterMs: work.pollAfterMs };
      case 'done':
        return outputOf(work.id, work.output, scratch, signal).catch((error: unknown) => {
          if (isFault(error, 'rejected')) return useless(error.message);
          throw error;
        });
      case 'failed':
        return work.code === 'rejected'
          ? rejected
          : { kind: 'failed', code: 'unavailable', message: `${name} made nothing` };
      case 'cancelled':
        return { kind: 'failed', code: 'cancelled', message: `${name} has called the work off` };
      case 'unknown':
        return { kind: 'unknown' };
    }
  };

  return Object.freeze({
    repeat: 'lookup',
    health: client.at('health'),
    deadlineMs: limits.remoteDownloadMs + 2 * limits.remoteQuestionMs,
    limitations: ['Pictures and sound are made by a provider elsewhere: what is sent to it leaves this deployment.'],
    perform: async (attemptKey, request, _, signal, callbackUrl = null) =>
      submit(attemptKey, request, callbackUrl, signal),
    isOver: async (ref, signal) => {
      const work = await workAt(client.at('works', ref), signal);
      return work === 'never_seen' || work.state !== 'running';
    },
    poll: async (ref, scratch, signal): Promise<Polled> =>
      orLater(async () => {
        if (!isWorkId(ref)) return { kind: 'unknown' };
        const work = await workAt(client.at('works', ref), signal);
        // It gave the work this name, and has forgotten it.
        if (work === 'never_seen') return { kind: 'unknown' };
        if (work.id !== ref) throw malformed('is about other work');
        return outcomeOf(work, scratch, signal);
      }),
    lookup: async (attemptKey, scratch, signal): Promise<LookedUp> =>
      orLater(async () => {
        const work = await workAt(client.at('keys', attemptKey), signal);
        return work === 'never_seen' ? { kind: 'never_seen' } : outcomeOf(work, scratch, signal);
      }),
    cancel: async (ref, signal) => {
      if (!isWorkId(ref)) return;
      const call = {
        method: 'DELETE',
        url: client.at('works', ref),
        totalMs: limits.remoteQuestionMs,
        signal,
      } as const;
      // The next question tells whether it was called off.
      await client.call(call, async () => Promise.resolve());
    },
  } satisfies RemoteCalls);
};

const withoutSound = (request: EngineRequest): EngineRequest => {
  if (request.makes !== 'clip') return request;
  const { sound: _, ...rest } = request;
  return rest;
};

/** Of a proxy, or a wrong address, a 404 says nothing of the work. */
const isNeverSeen = async (answer: RemoteAnswer): Promise<boolean> => {
  const error = (await objectOf(answer, MAX))?.['error'];
  return isObject(error) && error['code'] === 'never_seen';
};

const notTold = (message: string, { status, retryAfterMs }: RemoteAnswer): Fault => {
  const isBusy = retryAfterMs !== undefined && (status === 429 || status === 503);
  return new Fault('unavailable', `${message} (${status})`, { detail: isBusy ? { retryAfterMs } : {} });
};

/** A provider that has too many questions is asked again when it wishes, and no sooner than a silent one. */
const orLater = async <T>(ask: () => Promise<T | Polled>): Promise<T | Polled> =>
  ask().catch((error: unknown) => {
    const wish = isFault(error, 'unavailable') ? error.detail['retryAfterMs'] : undefined;
    if (typeof wish !== 'number') throw error;
    return { kind: 'running', pollAfterMs: Math.max(wish, limits.pollAgainMs) };
  });

const workIn = async (name: string, answer: RemoteAnswer): Promise<Work> => {
  if (answer.status !== 200) throw notTold(`${name} does not tell of its work`, answer);
  const work = workOf(await objectOf(answer, MAX));
  if (work === undefined) throw malformed('is about no work');
  return work;
};

/** The first so many bytes: an endless body ends here. */
const upTo = ({ body }: RemoteAnswer, bytesMax: number): Pick<RemoteAnswer, 'body'> => ({
  body: (async function* () {
    let left = bytesMax;
    for await (const chunk of body) {
      yield chunk.subarray(0, left);
      left -= chunk.byteLength;
      if (left <= 0) return;
    }
  })(),
});

type Part = { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array };

/**
 * A request as it travels: one part of JSON, and each picture as a part of bytes. The same bytes for the same key and
 * request. Fault `rejected`: nothing of this kind, or too much, can be sent.
 */
const submissionOf = (attemptKey: string, request: EngineRequest): NonNullable<RemoteCall['body']> => {
  // The key has 128 random bits of its hold: no picture has the boundary by chance.
  const boundary = `part-${sha256(attemptKey)}`;
  const pieces = partsOf(request).flatMap(({ name, contentType, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n` +
        `Content-Type: ${contentType}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  if (pieces.reduce((sum, { byteLength }) => sum + byteLength, 0) > limits.remoteRequestBytesMax) {
    throw new Fault(
      'rejected',
      `a request to a provider may have ${limits.remoteRequestBytesMax} bytes, pictures included`,
    );
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, pieces };
};

const partsOf = (request: EngineRequest): readonly Part[] => {
  switch (request.makes) {
    case 'image': {
      const { references, ...rest } = request;
      return [
        told({ ...rest, references: references.length }),
        ...references.map((bytes) => picture('reference', bytes)),
      ];
    }
    case 'clip': {
      const { startFrame, ...rest } = request;
      const frames = startFrame === null ? [] : [picture('startFrame', startFrame)];
      return [told({ ...rest, startFrame: startFrame !== null }), ...frames];
    }
    case 'speech':
    case 'music':
      return [told(request)];
    case 'assembly':
    case 'report':
      throw new Fault('rejected', `no provider is asked for the ${request.makes} of a film`);
  }
};

const told = (request: unknown): Part => ({
  name: 'request',
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify(request)),
});

const picture = (name: string, bytes: Uint8Array): Part => ({ name, contentType: 'application/octet-stream', bytes });
