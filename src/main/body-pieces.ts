/**
 * A judged body on its way from the thread. A message is read in one go: the largest body would hold the event loop for
 * as long as its copy takes. So long texts and the items of lists travel in pieces. The receiver takes one at a time.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { assert } from '../kernel/faults.ts';
import type { JsonObject } from '../kernel/json.ts';
import { limits } from '../kernel/limits.ts';
import type { Turns } from '../ports/basics.ts';

export type InPieces = {
  /** The body with empty texts and lists, where pieces belong. */
  readonly body: JsonObject;
  /** The names that lead to each of these. */
  readonly places: readonly Path[];
  readonly pieces: MessagePort;
  /** How many come through the port. */
  readonly count: number;
};

type Path = readonly string[];
type Piece = { readonly place: number; readonly part: string | readonly unknown[] };
type Whole = string | readonly unknown[];
type Members = Record<string, unknown>;

/** Texts and lists are looked for so deep: a storyboard is an object with a list of frames. */
const DEPTH = 3;

/** All pieces are in the port when it returns; the caller transfers the port. */
export const takeApart = (body: JsonObject): InPieces => {
  const { port1, port2 } = new MessageChannel();
  const places: Path[] = [];
  let count = 0;
  const emptied = (whole: Whole, path: Path): Whole => {
    const place = places.push(path) - 1;
    for (const part of typeof whole === 'string' ? textPieces(whole) : itemPieces(whole)) {
      port1.postMessage({ place, part } satisfies Piece);
      count += 1;
    }
    return typeof whole === 'string' ? '' : [];
  };
  const without = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return emptied(value, path);
    if (typeof value === 'string' && value.length > limits.bodyPieceChars) return emptied(value, path);
    if (typeof value !== 'object' || value === null || path.length === DEPTH) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(member, [...path, name])]));
  };
  return { body: without(body, []) as JsonObject, places, pieces: port2, count };
};

/** Fills the texts and lists of the body, piece by piece. */
export const putTogether = async ({ body, places, pieces, count }: InPieces, turns: Turns): Promise<JsonObject> => {
  for (let taken = 0; taken < count; taken += 1) {
    const received = receiveMessageOnPort(pieces);
    assert(received !== undefined, 'all pieces of a body are sent before it');
    const { place, part } = received.message as Piece;
    add(body, places[place] ?? [], part);
    const rest = turns.due();
    if (rest !== undefined) await rest;
  }
  pieces.close();
  return body;
};

const add = (body: JsonObject, path: Path, part: Whole): void => {
  const holder = path.slice(0, -1).reduce((within, name) => within[name] as Members, body as Members);
  const name = path.at(-1) ?? '';
  if (typeof part === 'string') holder[name] = `${holder[name] as string}${part}`;
  else for (const item of part) (holder[name] as unknown[]).push(item);
};

function* textPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += limits.bodyPieceChars) yield text.slice(at, at + limits.bodyPieceChars);
}

function* itemPieces(items: readonly unknown[]): Generator<readonly unknown[]> {
  let piece: unknown[] = [];
  let weight = 0;
  for (const item of items) {
    piece.push(item);
    weight += weightOf(item);
    if (weight < limits.bodyPieceChars) continue;
    yield piece;
    [piece, weight] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** Characters of its texts, and one for each other part. */
const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + weightOf(member), 1);
};
