/** Server-sent events over `fetch`, which can send a token; the reader that browsers bring cannot. */
import { sleep } from './time.js';

/** The service sends a line at least every 15 seconds: a stream that is silent for longer is broken. */
const SILENCE_MAX_MS = 40_000;

/**
 * The data of each event.
 * @param {Response} response
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<string, void>}
 */
export async function* readEvents(response, signal) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = '';
  for (;;) {
    const piece = await Promise.race([reader.read(), silence(signal)]);
    if (piece.done) return;
    text += piece.value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield data.slice('data: '.length);
    }
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<{ done: true, value: undefined }>}
 */
const silence = async (signal) => {
  await sleep(SILENCE_MAX_MS, signal).catch(() => undefined);
  return { done: true, value: undefined };
};
