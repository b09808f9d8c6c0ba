/** The bytes of an object, from an answer that may break off, stall or never end. */
import { Readable, addAbortSignal } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { measured } from '../../kernel/streamed-content.ts';

export type OpenedObject = {
  readonly size: number;
  /** As they come; only one of the three can be asked for. */
  readonly chunks: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Rejects when the signal aborts, or when it is not as many bytes as it was said to be. */
  readonly read: (signal: AbortSignal) => Promise<Uint8Array>;
  /** The sha256 of the same, and nothing of it kept. */
  readonly hash: (signal: AbortSignal) => Promise<string>;
};

/** Ends when the server has said how large the object is; the body is then under way and must be read. */
export const readObject = async (
  client: S3Client,
  bucket: string,
  key: string,
  signal: AbortSignal,
): Promise<OpenedObject> => {
  const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal });
  const { Body: body, ContentLength: size, ETag } = answer;
  if (!(body instanceof Readable)) throw new Fault('unavailable', 'the endpoint is no S3 server');
  if (ETag === undefined || size === undefined || size > limits.objectBytesMax) {
    body.destroy();
    const what = ETag === undefined ? 'no object' : `${size ?? 'an unknown number of'} bytes`;
    throw new Fault('unavailable', `the object store's endpoint gives ${what}`);
  }
  return {
    size,
    chunks: (within) => addAbortSignal(within, body),
    read: async (within) => readAll(addAbortSignal(within, body), size),
    hash: async (within) => hashAll(addAbortSignal(within, body), size),
  };
};

const hashAll = async (body: Readable, size: number): Promise<string> => {
  const found = await measured(body, size);
  if (found?.size !== size) throw brokenOff(found?.size, size);
  return found.hash;
};

const readAll = async (body: Readable, size: number): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (at + chunk.byteLength > size) break;
    at += chunk.copy(bytes, at);
  }
  if (at !== size) throw brokenOff(at, size);
  return bytes;
};

/** `at`: undefined for more bytes than there should be. */
const brokenOff = (at: number | undefined, size: number): Fault =>
  new Fault('unavailable', `the object broke off after ${at ?? 'more than all'} of ${size} bytes`);
