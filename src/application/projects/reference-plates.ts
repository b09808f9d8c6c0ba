/**
 * Reference pictures by address. An address of our own objects names an asset of the workspace. A picture at another
 * address is fetched and becomes one. An engine sees assets alone.
 */
import { sha256 } from '../../kernel/canonical-json.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { MiB } from '../../kernel/limits/units.ts';
import { beforeSpending } from '../calls/before-spending.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import { type OwnObject, ownObject } from '../services/own-object.ts';
import type { References, ReferenceTrouble } from '../services/references.ts';
import type { Storyboard, StoryboardFrame } from './storyboard.ts';

export type ReferencePlate = {
  /** As it is shown: of another host without user, query and fragment, which may be secrets. */
  readonly url: string;
  /** Null where there is no picture for it: then nothing is made. */
  readonly assetKey: string | null;
  /** Of another host: the sha256 of the whole address. */
  readonly addressHash?: string;
};

type ResolvedReference = {
  /** As it is stored. */
  readonly url: string;
  readonly plate: ReferencePlate;
  readonly trouble: ReferenceTrouble | null;
};

/** One reference of a storyboard or of a frame, and its place there. */
export type PlacedReference = { readonly url: string; readonly pointer: string };

/** By the hash of its address: the picture of an earlier generation. */
export type KnownPictures = ReadonlyMap<string, string>;

/** Path of signed object URLs, as the object store signs them. */
export const OBJECTS_PATH = '/api/v1/objects/';

/** The frame's own references come before the storyboard's. */
export const referencesOf = (
  storyboard: Pick<Storyboard, 'referenceImageUrls'>,
  frame: StoryboardFrame,
  index: number,
): readonly PlacedReference[] => [
  ...placed(frame.referenceImageUrls, `/frames/${index}`),
  ...placed(storyboard.referenceImageUrls, ''),
];

const placed = (urls: readonly string[] = [], at: string): readonly PlacedReference[] =>
  urls.map((url, place) => ({ url, pointer: `${at}/referenceImageUrls/${place}` }));

export type ResolveReference = (url: string) => ResolvedReference;

/**
 * All references of a storyboard, by their addresses. An address that the project has generated with keeps its picture:
 * `known` has it. Another tenant's object is never looked at. Each address is hashed once, as frames share many.
 */
export const resolveReferences = async (
  references: References,
  workspaceId: string,
  storyboard: Pick<Storyboard, 'frames' | 'referenceImageUrls'>,
  known: KnownPictures = new Map(),
): Promise<ResolveReference> => {
  const boards = [storyboard, ...storyboard.frames];
  const urls = new Set(boards.flatMap(({ referenceImageUrls }) => referenceImageUrls ?? []));
  const resolved = new Map<string, ResolvedReference>();
  for (const url of urls) {
    const here = (await ownReference(references, workspaceId, url)) ?? knownReference(url, known);
    if (here !== undefined) resolved.set(url, here);
  }
  const elsewhere = [...urls].filter((url) => !resolved.has(url));
  for (const [url, found] of await beforeSpending(references.obtain(workspaceId, elsewhere))) {
    const { assetKey } = found;
    resolved.set(url, { url, plate: plateElsewhere(url, assetKey), trouble: assetKey === null ? found.trouble : null });
  }
  return (url) => {
    const found = resolved.get(url);
    assert(found !== undefined, 'a reference that is not of this storyboard was asked for');
    return found;
  };
};

const ownReference = async (
  references: References,
  workspaceId: string,
  url: string,
): Promise<ResolvedReference | undefined> => {
  const found = assetIn(url);
  if (found === undefined) return undefined;
  const none = (trouble: ReferenceTrouble) => ({ url, plate: { url, assetKey: null }, trouble });
  if (found.workspaceId !== workspaceId) return none('not_fetched');
  const assetKey = await references.keyOf(found);
  return assetKey === null ? none('not_uploaded') : { url, plate: { url, assetKey }, trouble: null };
};

const knownReference = (url: string, known: KnownPictures): ResolvedReference | undefined => {
  const assetKey = known.get(sha256(url));
  return assetKey === undefined ? undefined : { url, plate: plateElsewhere(url, assetKey), trouble: null };
};

const plateElsewhere = (url: string, assetKey: string | null): ReferencePlate => ({
  url: shown(url),
  assetKey,
  addressHash: sha256(url),
});

/** The identity of a reference: of another host's, the picture itself, so that a newly signed address is the same. */
export const identityOf = ({ url, plate: { assetKey, addressHash } }: ResolvedReference): string =>
  addressHash === undefined ? url : (assetKey ?? url);

/** Messages name no address: the query of an address may be a secret. */
const MESSAGES: Readonly<Record<ReferenceTrouble, string>> = {
  not_fetched:
    'it cannot be fetched: give an https address of a public host that answers in time and without a redirect',
  not_uploaded: 'nothing has come to this place of an upload, or it was refused',
  not_given: 'its host answers with another status than 200',
  too_large: `it has more than ${limits.imageBytesMax / MiB} MB`,
  not_a_picture: `it is no whole PNG, JPEG or WebP picture of at most ${limits.imagePixelsMax / 1_000_000} megapixels`,
  too_many: `of pictures of other hosts a storyboard takes ${limits.referencesFetchedMax}`,
};

type UnavailableReference = { readonly pointer: string; readonly message: string };

export const unavailableIn = (
  places: readonly PlacedReference[],
  resolve: ResolveReference,
): readonly UnavailableReference[] =>
  places.flatMap(({ url, pointer }) => {
    const { trouble } = resolve(url);
    return trouble === null ? [] : [{ pointer, message: MESSAGES[trouble] }];
  });

/** Why calls without QA are not begun; undefined where every reference is there. */
export const whyUnavailable = (unavailable: readonly UnavailableReference[]): Refused | undefined =>
  unavailable.length === 0
    ? undefined
    : refused(
        'reference_unavailable',
        'a reference picture is not available',
        unavailable.slice(0, limits.errorDetailsMax),
      );

/**
 * The address as it is stored. The signature of an object of ours is left out: it is a secret, and the same picture
 * under a new signature is the same reference.
 */
export const withoutSignature = (url: string): string =>
  assetIn(url) === undefined ? url : url.replace(/[?#][^]*$/, '');

const shown = (url: string): string => {
  const parsed = URL.parse(url);
  const isWeb = parsed !== null && /^https?:$/.test(parsed.protocol);
  return isWeb ? `${parsed.origin}${parsed.pathname}` : 'about:invalid';
};

/** The picture of ours at an address, of any owner; undefined for all other addresses. */
const assetIn = (url: string): OwnObject | undefined => {
  const found = ownObject(url);
  return found !== undefined && /\.(?:png|jpg|webp)$/.test(found.key) ? found : undefined;
};

/**
 * The picture that a film begins with. The key of its object; null where none was asked for. `pointer`: its place
 * in the body. Refusal: reference_unavailable.
 */
export const startFrameAt = async (
  references: References,
  workspaceId: string,
  url: string | undefined,
  pointer: string,
): Promise<Result<string | null>> => {
  if (url === undefined) return ok(null);
  const resolve = await resolveReferences(references, workspaceId, { frames: [], referenceImageUrls: [url] });
  return whyUnavailable(unavailableIn([{ url, pointer }], resolve)) ?? ok(resolve(url).plate.assetKey);
};
