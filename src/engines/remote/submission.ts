/** A request as it travels to a gateway: one part of JSON, and each picture as a part of bytes. */
import { sha256 } from '../../kernel/canonical-json.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { EngineRequest } from '../../ports/engine.ts';
import type { RemoteCall } from './plain-client.ts';

type Part = { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array };

/** The same bytes for the same key and request. Fault `rejected`: nothing of this kind, or too much, can be sent. */
export const submissionOf = (attemptKey: string, request: EngineRequest): NonNullable<RemoteCall['body']> => {
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
