/** All frames of a run as one picture: the accepted panel, and under it its history. */
import sharp from 'sharp';
import { fitting, lettering, letteringWidth } from './lettering.ts';

export type SheetFrame = {
  readonly label: string;
  readonly heading: string;
  /** Null leaves the place empty. */
  readonly picture: Uint8Array | null;
  /** Technical, 0 to 100, see `score.ts`. */
  readonly score: number | null;
  readonly costCredits: number;
  /** One dot for each attempt, in order. */
  readonly attempts: readonly ('accepted' | 'rejected')[];
};

export type SheetText = { readonly title: string; readonly left: string; readonly right: string };

const INK = '#f2efe9';
const FAINT = '#8f8b84';
const GROUND = '#16171b';
const EMPTY = '#24262c';
const GOOD = '#7cc48d';
const BAD = '#e0796b';

const WIDTH = 2_400;
const MARGIN = 60;
const GAP = 28;
const HEADER = 150;
const CAPTION = 62;
const FOOTER = 40;

/** More frames, smaller pictures: two hundred still are one sheet. */
const columnsFor = (frames: number): number =>
  frames <= 6 ? 3 : frames <= 12 ? 4 : frames <= 35 ? 5 : frames <= 96 ? 7 : 9;

/** A PNG, as high as the frames need. */
export const contactSheet = async (frames: readonly SheetFrame[], text: SheetText): Promise<Uint8Array> => {
  const columns = columnsFor(frames.length);
  const width = Math.floor((WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns);
  const height = Math.round((width * 9) / 16);
  const rows = Math.ceil(frames.length / columns);
  const sheetHeight = HEADER + rows * (height + CAPTION + GAP) + FOOTER;
  const places = frames.map((frame, index) => ({
    frame,
    left: MARGIN + (index % columns) * (width + GAP),
    top: HEADER + Math.floor(index / columns) * (height + CAPTION + GAP),
  }));
  const overlay = places.map(({ frame, left, top }) => caption(frame, { left, top, width, height }));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${sheetHeight}">` +
    `${header(text)}${overlay.join('')}</svg>`;
  const pictures = await Promise.all(
    places.flatMap(({ frame, left, top }) =>
      frame.picture === null ? [] : panel(frame.picture, { left, top, width, height }),
    ),
  );
  const sheet = sharp({ create: { width: WIDTH, height: sheetHeight, channels: 3, background: GROUND } });
  return sheet
    .composite([...pictures, { input: Buffer.from(svg), left: 0, top: 0 }])
    .png({ compressionLevel: 6 })
    .toBuffer();
};

type Place = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const panel = async (picture: Uint8Array, { left, top, width, height }: Place) => {
  const resized = sharp(picture).resize(width, height, { fit: 'cover' }).raw();
  const { data, info } = await resized.toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width, height, channels: info.channels }, left, top };
};

const header = ({ title, left, right }: SheetText): string => {
  const edge = WIDTH - MARGIN;
  const small = { height: 17, colour: FAINT };
  return (
    lettering(fitting(title, 38, WIDTH - 2 * MARGIN), { x: MARGIN, y: 46, height: 38, colour: INK }) +
    lettering(left, { x: MARGIN, y: 108, ...small }) +
    lettering(right, { x: edge, y: 108, ...small, from: 'right' })
  );
};

const caption = (frame: SheetFrame, { left, top, width, height }: Place): string => {
  const y = top + height + 14;
  const right = left + width;
  const cost = `${frame.costCredits} CR`;
  const score = frame.score === null ? '-' : `tech ${frame.score}`;
  const dots = frame.attempts.map((attempt, index) => dot(attempt, left + 6 + index * 18, y + 34));
  const labelWidth = letteringWidth(frame.label, 18);
  const heading = fitting(frame.heading, 12, width - labelWidth - 16 - letteringWidth(score, 18) - 16);
  return (
    (frame.picture === null ? rectangle({ left, top, width, height }) : '') +
    lettering(frame.label, { x: left, y, height: 18, colour: INK }) +
    lettering(heading, { x: left + labelWidth + 14, y: y + 3, height: 12, colour: FAINT }) +
    lettering(score, { x: right, y, height: 18, colour: scoreColour(frame), from: 'right' }) +
    dots.join('') +
    lettering(cost, { x: right, y: y + 28, height: 12, colour: FAINT, from: 'right' })
  );
};

const scoreColour = ({ score }: SheetFrame): string => (score === null ? FAINT : score < 50 ? BAD : GOOD);

const dot = (attempt: 'accepted' | 'rejected', x: number, y: number): string =>
  attempt === 'accepted'
    ? `<circle cx="${x}" cy="${y}" r="5.5" fill="${GOOD}"/>`
    : `<path d="M${x - 4.5} ${y - 4.5}l9 9m0-9l-9 9" stroke="${BAD}" stroke-width="2.2" stroke-linecap="round"/>`;

const rectangle = ({ left, top, width, height }: Place): string =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${EMPTY}"/>`;
