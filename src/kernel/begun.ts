/** Content whose beginning has been read: all that may be wrong with it is known before any byte goes on. */

export type Begun = {
  /** At least as many bytes as asked for, if there are so many. */
  readonly head: Uint8Array;
  /** All of it, the head included; to be read once. */
  readonly whole: AsyncIterable<Uint8Array>;
};

/** Rejects as the first chunks do. `atLeast`: bytes of the head. */
export const begun = async (chunks: AsyncIterable<Uint8Array>, atLeast = 1): Promise<Begun> => {
  const reader = chunks[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let [size, done] = [0, false];
  while (size < atLeast && !done) {
    const step = await reader.next();
    done = step.done === true;
    if (step.done !== true) {
      read.push(step.value);
      size += step.value.byteLength;
    }
  }
  const [only] = read;
  const head = read.length === 1 && only !== undefined ? only : Buffer.concat(read);
  return { head, whole: followedBy(head, reader, done) };
};

/** No generator: an unread one does not hear that it is over, and would leave its source open. */
const followedBy = (head: Uint8Array, reader: AsyncIterator<Uint8Array>, isAll: boolean): AsyncIterable<Uint8Array> => {
  let ahead = head.byteLength > 0;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (ahead) {
      ahead = false;
      return { done: false, value: head };
    }
    return isAll ? { done: true, value: undefined } : reader.next();
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    await reader.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
};
