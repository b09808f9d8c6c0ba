/**
 * The baseline of everything that answers over HTTP: Koa, jose, and nothing else. Each request's token is checked
 * against a key set, as middleware usually does it; a POST's body is read and parsed. The answer is always the same.
 *
 * Environment: `JWKS` (a key set as text), `ISSUER`, `AUDIENCE`, `ANSWER_FILE`, `STATUS`.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import Koa from 'koa';

const need = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};

const keys = createLocalJWKSet(JSON.parse(need('JWKS')) as JSONWebKeySet);
const expected = { issuer: need('ISSUER'), audience: need('AUDIENCE'), algorithms: ['EdDSA'] };
const answer = readFileSync(need('ANSWER_FILE'));
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
  context.body = answer;
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
