/**
 * The baseline of everything that answers over HTTP: Koa, jose, and nothing else. Each request's token is checked
 * against a key set, as middleware usually does it; a POST's body is read and parsed. The answer is always the same.
 *
 * Environment: `JWKS` (a key set as text), `ISSUER`, `AUDIENCE`, `STATUS`, and what is answered: `ANSWER_FILE`, or the
 * text of a document, found anew each time: `MONGODB_URL`, `MONGODB_DATABASE`, `COLLECTION`, `DOCUMENT`.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import Koa from 'koa';
import { MongoClient } from 'mongodb';

const need = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};

const keys = createLocalJWKSet(JSON.parse(need('JWKS')) as JSONWebKeySet);
const expected = { issuer: need('ISSUER'), audience: need('AUDIENCE'), algorithms: ['EdDSA'] };

const answerOf = (): (() => Promise<Buffer | string> | Buffer) => {
  const url = process.env['MONGODB_URL'];
  if (url === undefined) {
    const answer = readFileSync(need('ANSWER_FILE'));
    return () => answer;
  }
  type Found = { readonly _id: string; readonly text: string };
  const collection = new MongoClient(url).db(need('MONGODB_DATABASE')).collection<Found>(need('COLLECTION'));
  const _id = need('DOCUMENT');
  return async () => (await collection.findOne({ _id }))?.text ?? '';
};
const answer = answerOf();
const status = Number(need('STATUS'));
const app = new Koa();

app.use(async (context) => {
  await jwtVerify(context.get('authorization').slice('Bearer '.length), keys, expected);
  if (context.method === 'POST') {
    const chunks: Buffer[] = [];
    for await (const chunk of context.req) chunks.push(chunk as Buffer);
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
  }
  context.status = status;
  context.type = 'application/json';
  context.body = await answer();
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// Its connections rest while the service is measured, and longer than Node keeps one.
server.keepAliveTimeout = 0;
process.on('SIGTERM', () => process.exit(0));
