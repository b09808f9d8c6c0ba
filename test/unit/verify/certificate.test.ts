import test, { type ExecutionContext } from 'ava';
import { createLedgerCheckpoint } from '../../../src/application/credits/read-ledger.ts';
import { signProof } from '../../../src/application/proof/sign-proof.ts';
import { createPlanCertificate } from '../../../src/application/review/plan-certificate.ts';
import { answered, refusalOf } from '../../support/application/answered.ts';
import { draw, produce, type Production } from '../../support/application/production.ts';
import { createWorld, enterAs, type Process } from '../../support/application/world.ts';
import { verify } from '../../../src/verify/verify.js';
import { blinded, file, freeBits, type File, wrongIn } from '../../support/audit/auditor.ts';

type Body = {
  readonly signature: string;
  readonly event: object;
  readonly certificate: object & { readonly frames: readonly object[] };
  readonly inLog: { readonly checkpoint: object & { readonly size: number } };
};

/** No wait of the service is over. */
const patient = { sleep: async () => new Promise<void>(() => undefined), nextTurn: async () => Promise.resolve() };
const groundOf = ({ ground }: Process) => ({ ...ground, timers: patient });

const certificateOf = async (process: Process, { caller, projectId, planId }: Production): Promise<Body> =>
  (await answered(createPlanCertificate(groundOf(process))(caller, projectId, planId))) as unknown as Body;

/** A plan with a picture for each frame, that a person has not judged. */
const drawn = async (process: Process, frames: number): Promise<Production> => {
  const production = await produce(process, await enterAs(process, 'ann'), frames);
  await draw(process, production);
  return production;
};

const accept = async (
  { application }: Process,
  { caller, projectId, planId, requirementIds }: Production,
  note: string,
) =>
  answered(
    application.review(
      caller,
      projectId,
      planId,
      requirementIds.map((_, frameIndex) => ({ frameIndex, decision: 'accept' as const, note })),
    ),
  );

const given = async (t: ExecutionContext, note = 'good') => {
  const world = await createWorld(t);
  const process = await world.start();
  const [one, other] = [await drawn(process, 2), await drawn(process, 3)];
  for (const production of [one, other]) await accept(process, production, note);
  const keys = file('keys', { keys: [process.ground.signer.publicKey] });
  const [body, another] = [await certificateOf(process, one), await certificateOf(process, other)];
  const dispatched = (await world.events()).find(({ type }) => type === 'TaskDispatched');
  // The drawn pictures have the hash of their attempt key.
  const { attemptKey } = JSON.parse(String(dispatched?.data)) as { readonly attemptKey: string };
  const picture = Buffer.from(attemptKey);
  return { process, one, keys, body, certificate: file('certificate', body), another, picture };
};

const checkpointOf = async (process: Process, { caller }: Production, name: string, since: number | null) =>
  file(name, await answered(createLedgerCheckpoint(groundOf(process))(caller, since)));

/** The same certificate with another content, and with its signature right. */
const signedAnew = ({ process, body }: Awaited<ReturnType<typeof given>>, change: object): File => {
  const certificate = { ...body.certificate, ...change };
  const signature = signProof(process.ground.signer, 'frame-certificate', certificate);
  return file('certificate', { ...body, certificate, signature });
};

test('a certificate is proven offline, and so is a later checkpoint that leads from its own', async (t) => {
  const { process, one, keys, certificate, body } = await given(t);
  t.like(await verify([keys, certificate]), { ok: true, wrong: null, notes: [] });
  await drawn(process, 1);
  const later = await checkpointOf(process, one, 'later', body.inLog.checkpoint.size);
  t.like(await verify([keys, certificate, later]), { ok: true, wrong: null, notes: [] });
  t.regex(await wrongIn([certificate]), /no key set/);
});

test('a certificate of a rewritten log is found against a checkpoint of the true one', async (t) => {
  const [process, rewritten] = [await given(t), await given(t, 'another')];
  await drawn(process.process, 1);
  const later = await checkpointOf(process.process, process.one, 'later', process.body.inLog.checkpoint.size);
  const keysOf = ({ keys }: typeof process) => (JSON.parse(keys.bytes.toString()) as { keys: object[] }).keys;
  const both = file('keys', { keys: [...keysOf(process), ...keysOf(rewritten)] });
  const { wrong } = await verify([both, rewritten.certificate, later]);
  t.regex(String(wrong), /later: the log was rewritten: it does not lead from certificate/);
});

test('a plan that is not certified has no certificate', async (t) => {
  const process = await (await createWorld(t)).start();
  const { caller, projectId, planId } = await drawn(process, 1);
  const asked = createPlanCertificate(groundOf(process));
  t.is(await refusalOf(asked(caller, projectId, planId)), 'plan_not_certified');
  t.is(await refusalOf(asked(caller, projectId, 'pln_none')), 'plan_not_found');
  t.is(await refusalOf(asked(await enterAs(process, 'eve'), projectId, planId)), 'project_forbidden');
});

test('flip any bit of a certificate: it is found, and the file is named', async (t) => {
  const { keys, certificate } = await given(t);
  t.deepEqual(await freeBits(certificate, [keys], { runs: 800 }), []);
});

test("another plan's event or proof, and frames that the log has otherwise, are found", async (t) => {
  const all = await given(t);
  const { keys, body, another } = all;
  const foundIn = async (one: File) => wrongIn([keys, one]);
  t.regex(await foundIn(file('certificate', { ...body, event: another.event })), /the chain is broken/);
  t.regex(await foundIn(file('certificate', { ...body, inLog: another.inLog })), /the proof/);
  t.regex(await foundIn(file('certificate', { ...body, signature: another.signature })), /signature does not hold/);
  const [frame] = body.certificate.frames;
  const forged = [{ ...frame, assetHash: `sha256:${'0'.repeat(64)}` }, ...body.certificate.frames.slice(1)];
  t.regex(await foundIn(signedAnew(all, { frames: forged })), /certificate: the frames is/);
  t.regex(await foundIn(signedAnew(all, { planId: 'pln_other' })), /the stream of the event/);
});

test('a picture is one that a certificate names, or it is named as wrong', async (t) => {
  const all = await given(t);
  const { keys, certificate } = all;
  const picture: File = { name: 'picture', bytes: all.picture };
  t.like(await verify([keys, certificate, picture]), { ok: true, wrong: null });
  const bytes = Buffer.from(picture.bytes);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  t.regex(await wrongIn([keys, certificate, { ...picture, bytes }]), /^picture: .*no certificate/);
  t.regex(await wrongIn([keys, picture]), /^picture: /);
});

test('sabotage: a tool that checks no chain of an event lets frames pass that the log has not', async (t) => {
  const blindly = await blinded(t, 'await checkCertified(where, certificate, event);', '');
  const all = await given(t);
  const forged = signedAnew(all, { frames: [] });
  t.false((await verify([all.keys, forged])).ok);
  t.true((await blindly([all.keys, forged])).ok);
});
