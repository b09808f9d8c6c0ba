/**
 * The proofs of the ledger of the workspace, as an auditor takes them, and their check within this browser. It keeps
 * the last checkpoint that it found right: the next one must lead from it.
 */
import { ApiError, ask } from '../app/api.js';
import { lastingStorage } from '../app/storage.js';
import { verify } from '../../verify/verify.js';

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {string} words
 * @property {readonly string[]} notes
 */

/** @typedef {import('../app/answers.ts').Answers['getLedgerCheckpoint']} Checkpoint */

/**
 * Proofs keep their bytes: a proof that is written anew counts as changed.
 * @param {'getLedgerCheckpoint' | 'exportLedger' | 'getKeySet'} name
 * @param {Readonly<Record<string, string | number | undefined>>} [query]
 */
export const proof = async (name, query = {}) => (await ask(name, { query })).text();

/**
 * @param {string} stream of the ledger
 */
const keptUnder = (stream) => `checkpoint:${stream}`;

/**
 * @param {string} stream of the ledger
 * @returns {Promise<Outcome>}
 */
export const checkLedger = async (stream) => {
  if (globalThis.crypto.subtle === undefined) {
    return { ok: false, words: 'A browser checks signatures only under https, or on this machine.', notes: [] };
  }
  const kept = lastingStorage.get(keptUnder(stream));
  const before = kept === null ? undefined : /** @type {Checkpoint} */ (JSON.parse(kept)).checkpoint;
  try {
    const keys = await proof('getKeySet');
    const newer = await proof('getLedgerCheckpoint', { since: before?.size });
    const entries = await proof('exportLedger');
    const files = { 'key set': keys, 'kept checkpoint': kept, checkpoint: newer, export: entries };
    const { ok, notes, wrong } = await verify(
      Object.entries(files).flatMap(([name, text]) =>
        text === null ? [] : [{ name, bytes: new TextEncoder().encode(text) }],
      ),
    );
    if (!ok) return { ok, words: `Wrong: ${wrong}`, notes };
    lastingStorage.set(keptUnder(stream), newer);
    return { ok, words: wordsOf(entries, /** @type {Checkpoint} */ (JSON.parse(newer)), before), notes };
  } catch (error) {
    if (before === undefined || !(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
    const words = `Wrong: the log has fewer events than the ${before.size} of the checkpoint of ${before.at}.`;
    return { ok: false, words, notes: [] };
  }
};

/**
 * @param {string} entries
 * @param {Checkpoint} newer
 * @param {Checkpoint['checkpoint'] | undefined} before
 */
const wordsOf = (entries, { checkpoint: { size } }, before) => {
  // A first line says what it is, the last one is its signed end.
  const events = entries.trimEnd().split('\n').length - 2;
  const own = `All ${events.toLocaleString()} events of the ledger have their signed place in the log.`;
  if (before === undefined) return own;
  const later = (size - before.size).toLocaleString();
  return `${own} Since the checkpoint that this browser kept, the log has grown by ${later} events, and nothing else.`;
};
