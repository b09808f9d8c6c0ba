/**
 * The engine behind the image and speech calls that many products share: `images/generations` and `audio/speech`. They
 * honour no key, so nothing is repeated, and nothing can be looked up.
 */
import { isFault, Fault } from '../../kernel/faults.ts';
import { isObject } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, ImageRequest, Output, Scratch, SpeechRequest } from '../../ports/engine.ts';
import type { Outbound, OutboundAnswer } from '../../ports/outbound.ts';
import { findBase64 } from './find-base64.ts';
import { bytesMaxOf, download, lookAtOutput, type OutputDeps } from './look-at-output.ts';
import type { PlainClient } from './plain-client.ts';
import { refusalOf } from './refusals.ts';
import { malformed, type RemoteAnswer } from './remote-answer.ts';
import type { RemoteCalls } from './guarded-engine.ts';

export type OpenAiDeps = OutputDeps & {
  readonly name: string;
  readonly client: PlainClient;
  /** The provider's names for its models, by what they make. */
  readonly models: Readonly<Record<string, string>>;
  /** For a picture at another host than the configured one. */
  readonly outbound: Outbound;
};

const LIMITATIONS = [
  'Pictures and sound are made by a provider elsewhere: what is sent to it leaves this deployment.',
  'The provider honours no key: an answer that is lost on its way is never asked for again.',
  'References, seeds and the times of lines are not sent. Lines of speech follow each other.',
];

type Call = { readonly scratch: Scratch; readonly signal: AbortSignal };

export const createOpenAi = ({ name, client, models, outbound, ...outputs }: OpenAiDeps): RemoteCalls => {
  const ask = async <T>(
    path: readonly string[],
    body: object,
    signal: AbortSignal,
    read: (answer: RemoteAnswer) => Promise<T>,
  ): Promise<T> => {
    const pieces = [Buffer.from(JSON.stringify(body))];
    const sent = { contentType: 'application/json', pieces };
    const call = { method: 'POST', url: client.at(...path), body: sent, totalMs: limits.remoteMakeMs, signal } as const;
    return client.call(call, async (answer) => {
      if (answer.status !== 200) throw await refusalOf(name, answer);
      return read(answer);
    });
  };

  const looked = async (
    found: Parameters<typeof lookAtOutput>[1],
    contentTypes: readonly string[],
  ): Promise<Output> => {
    for (const contentType of contentTypes) {
      try {
        return await lookAtOutput(outputs, found, contentType);
      } catch (error) {
        if (!isFault(error, 'rejected')) throw error;
      }
    }
    throw new Fault('rejected', `${name} delivered no media that this service takes`);
  };

  /** A picture at an address: of the provider itself, or of a public host by the guarded way. */
  const fetched = async (address: string, { scratch, signal }: Call) => {
    const url = URL.parse(address);
    if (url === null) throw new Fault('rejected', `${name} named no address of its picture`);
    const read = async (answer: Pick<OutboundAnswer, 'status' | 'body'>) =>
      answer.status === 200 ? download(answer, scratch, limits.imageBytesMax) : undefined;
    const found = client.isOwn(url)
      ? await client.call({ method: 'GET', url, totalMs: limits.remoteDownloadMs, signal }, read)
      : await elsewhere(outbound, name, address, signal, read);
    // It was made, and billed: another try is not for this service to decide.
    if (found === undefined) throw new Fault('unknown_outcome', `${name} does not give its picture`);
    return found;
  };

  const image = async (request: ImageRequest, call: Call): Promise<Output> => {
    const { prompt, styleNotes, negativePrompt, width, height } = request;
    const words = [prompt, styleNotes ?? '', negativePrompt === null ? '' : `Avoid: ${negativePrompt}`];
    const body = {
      model: models['image'],
      prompt: words.filter((one) => one !== '').join('\n'),
      n: 1,
      size: `${width}x${height}`,
    };
    const made = await ask(['images', 'generations'], body, call.signal, async (answer) => {
      const found = await findBase64(answer, 'b64_json', BASE64_BYTES_MAX);
      if (found.kind === 'decoded') return download({ body: found.bytes }, call.scratch, limits.imageBytesMax);
      return addressIn(found.value);
    });
    return onceMade(name, async () => {
      const picture = typeof made === 'string' ? await fetched(made, call) : made;
      return looked(picture, ['image/png', 'image/jpeg', 'image/webp']);
    });
  };

  const speech = async ({ lines, voice }: SpeechRequest, { scratch, signal }: Call): Promise<Output> => {
    const input = lines.map(({ text }) => text).join('\n');
    const body = { model: models['speech'], input, voice, response_format: 'wav' };
    const { contentType, found } = await ask(['audio', 'speech'], body, signal, async (answer) => ({
      contentType: SPELLINGS[answer.contentType ?? ''] ?? answer.contentType ?? '',
      found: await download(answer, scratch, limits.soundBytesMax),
    }));
    if (!contentType.startsWith('audio/') || bytesMaxOf(contentType) === undefined) {
      throw new Fault('rejected', `${name} delivered speech of a type that this service does not take`);
    }
    return onceMade(name, async () => looked(found, [contentType]));
  };

  const perform: RemoteCalls['perform'] = async (_, request, scratch, signal): Promise<Done> => {
    switch (request.makes) {
      case 'image':
        return { kind: 'done', output: await image(request, { scratch, signal }) };
      case 'speech':
        return { kind: 'done', output: await speech(request, { scratch, signal }) };
      default:
        throw new Fault('rejected', `${name} makes pictures and speech alone`);
    }
  };

  return Object.freeze({
    repeat: 'never',
    health: client.at('models'),
    deadlineMs: limits.remoteMakeMs + limits.remoteDownloadMs,
    limitations: LIMITATIONS,
    untimed: true,
    perform,
  } satisfies RemoteCalls);
};

/** It was made, and billed: fault `unavailable` would say that nothing was done, and have it made again. */
const onceMade = async <T>(name: string, keep: () => Promise<T>): Promise<T> =>
  keep().catch((error: unknown) => {
    if (!isFault(error, 'unavailable')) throw error;
    throw new Fault('unknown_outcome', `${name} has made its output, which could not be taken`);
  });

/** Four characters for three bytes, and what is said beside them. */
const BASE64_BYTES_MAX = Math.ceil((limits.imageBytesMax * 4) / 3) + limits.remoteDocumentBytesMax;

const SPELLINGS: Readonly<Record<string, string>> = {
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-flac': 'audio/flac',
};

const addressIn = (value: unknown): string => {
  const data: unknown = isObject(value) ? value['data'] : undefined;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  const url = isObject(first) ? first['url'] : undefined;
  if (typeof url === 'string' && url.length <= limits.remoteUrlCharsMax) return url;
  throw malformed('has no picture');
};

/** A refusal of the guarded way is the same each time: the picture is lost to this service. */
const elsewhere = async <T>(
  outbound: Outbound,
  name: string,
  url: string,
  signal: AbortSignal,
  read: (answer: OutboundAnswer) => Promise<T>,
): Promise<T | undefined> => {
  const bounds = { bytesMax: limits.imageBytesMax, totalMs: limits.remoteDownloadMs };
  const outcome = await outbound.call({ workspaceId: name, url, method: 'GET', signal, ...bounds }, read);
  return outcome.kind === 'answered' ? outcome.value : undefined;
};
