/** The encoding of protocol buffers, as far as events need it: https://protobuf.dev/programming-guides/encoding/. */

/** A place in the bytes of a message. */
export type Wire = { readonly bytes: Buffer; at: number };

/** What stands before a field: its number and how it is encoded. */
export const numberTag = (field: number): number => field << 3;
export const bytesTag = (field: number): number => (field << 3) | 2;

const BITS = 7;
const LOW = 0x7f;
const MORE = 0x80;

/** A number below 2^53. */
export const readNumber = (wire: Wire): number => {
  let value = 0;
  for (let scale = 1; ; scale *= 1 << BITS) {
    const byte = wire.bytes[wire.at] ?? 0;
    wire.at += 1;
    value += (byte & LOW) * scale;
    if (byte < MORE) return value;
  }
};

/** An unsigned number of 64 bits, in digits. */
export const readDigits = (wire: Wire): string => {
  const start = wire.at;
  const value = readNumber(wire);
  if (Number.isSafeInteger(value)) return String(value);
  wire.at = start;
  let exact = 0n;
  for (let shift = 0n; ; shift += BigInt(BITS)) {
    const byte = wire.bytes[wire.at] ?? 0;
    wire.at += 1;
    exact |= BigInt(byte & LOW) << shift;
    if (byte < MORE) return exact.toString();
  }
};

export const readText = (wire: Wire): string => {
  const end = readEnd(wire);
  const text = wire.bytes.toString('utf8', wire.at, end);
  wire.at = end;
  return text;
};

/** Where a message within a message ends; it begins here. */
export const readEnd = (wire: Wire): number => {
  const length = readNumber(wire);
  return wire.at + length;
};

/** Passes over a field that nobody here asks for. */
export const skip = (wire: Wire, tag: number): void => {
  const encoding = tag & 7;
  if (encoding === 0) readDigits(wire);
  else if (encoding === 2) wire.at = readEnd(wire);
  else wire.at += encoding === 1 ? 8 : 4;
};
