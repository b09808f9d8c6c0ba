/**
 * The keys of an order. Its externalRef is a key of the whole workspace, and an Idempotency-Key beside it is the
 * caller's own: both hold. Each is a claim by itself, and both claims name one job. So the supervisor ends each of them
 * by that job, after whichever step a call dies.
 */
import { requestDecider } from '../../../../commands/request.ts';
import { assert } from '../../../kernel/faults.ts';
import type { RequestKey } from '../../calls/idempotency.ts';
import { ok, refused, type Result, type StoredAnswer } from '../../calls/result.ts';
import type { CommandHandler } from '../../log/command-handler.ts';

type Known = Result<StoredAnswer> | null;

/** A key made of an externalRef, whose refusals name that. */
export const referenceKey = (key: RequestKey): RequestKey => ({
  ...key,
  peek: async () => named(await key.peek()),
  claim: async (...target) => named(await key.claim(...target)),
});

const named = (known: Known): Known => {
  if (known?.kind !== 'refused') return known;
  return known.code === 'idempotency_key_reused'
    ? refused('external_ref_reused', 'this externalRef was used with another body: use a new one')
    : { ...known, message: 'a request with this externalRef is still under way: ask again shortly' };
};

/** `reference`: that of the externalRef; `own`: that of the Idempotency-Key beside it. */
export const orderKey = (
  commands: Pick<CommandHandler, 'read'>,
  reference: RequestKey,
  own: RequestKey,
): RequestKey => {
  /** An order that has its answer has its job: from here on the caller's key names that job, too. */
  const alsoUnderKey = async (known: Known): Promise<Known> => {
    if (known?.kind !== 'ok') return known;
    assert(reference.stream !== null, 'an order has a stream');
    const { state } = await commands.read(requestDecider, reference.stream);
    assert(state.status === 'answered', 'an answer that was given stays');
    const taken = await own.claim(state.claim.targetId, state.claim.projectId, 'existing');
    if (taken !== null) return taken;
    const answered = await own.answer(known.value);
    return answered.kind === 'ok' ? ok({ ...answered.value, replayed: known.value.replayed }) : answered;
  };

  return {
    stream: own.stream,
    newId: (prefix) => reference.newId(prefix),
    repeats: () => reference.repeats(),
    peek: async () => (await own.peek()) ?? alsoUnderKey(await reference.peek()),
    claim: async (...target) => {
      const ordered = await reference.claim(...target);
      if (ordered !== null) return alsoUnderKey(ordered);
      const taken = await own.claim(...target);
      if (taken !== null) await reference.release(refused('request_in_progress'));
      return taken;
    },
    answer: async (answer) => {
      const stored = await reference.answer(answer);
      return stored.kind === 'ok' ? own.answer(stored.value) : stored;
    },
    release: async (refusal) => {
      await own.release(refusal);
      return reference.release(refusal);
    },
  };
};
