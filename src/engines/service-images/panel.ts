/** One panel as SVG: backdrop, cast, weather and finish on one stage. */
import { mix, shade } from './drawing/colour.ts';
import type { Intent } from './drawing/intent.ts';
import type { Palette } from './drawing/palette.ts';
import { cast, isClose } from './scene/cast.ts';
import { hatching, paper, vignette } from './scene/finish.ts';
import { desert, field, mountains, road, snowfield } from './scene/places/lands.ts';
import { bar, bedroom, kitchen, office, room } from './scene/places/rooms.ts';
import { space } from './scene/places/sky.ts';
import { cave, corridor, hall, studio } from './scene/places/spaces.ts';
import { alley, rooftop, street } from './scene/places/streets.ts';
import { skyline } from './scene/places/towers.ts';
import { compartment, vehicle } from './scene/places/vehicles.ts';
import { forest, sea } from './scene/places/wilds.ts';
import { type Stage, stageOf } from './drawing/stage.ts';
import { weather } from './scene/weather.ts';
import { place, rect } from './drawing/svg.ts';
import type { Setting } from './words/places.ts';

const BACKDROPS: Readonly<Record<Setting, (stage: Stage) => string>> = {
  rooftop,
  alley,
  street,
  skyline,
  forest,
  sea,
  desert,
  mountains,
  snowfield,
  field,
  road,
  space,
  kitchen,
  bedroom,
  office,
  bar,
  corridor,
  hall,
  vehicle,
  compartment,
  cave,
  room,
  studio,
};

/** Behind a close shot the place is nearer, paler and out of the way. */
const backdrop = (stage: Stage): string => {
  const drawn = BACKDROPS[stage.intent.setting](stage);
  if (!isClose(stage)) return drawn;
  const { w, h, palette, vanish, horizon } = stage;
  return (
    place({ x: w / 2 - vanish * 1.5, y: h * 0.52 - horizon * 1.5, scale: 1.5 }, drawn) +
    rect(0, 0, w, h, stage.intent.interior ? mix(palette.horizon, palette.ink, 0.5) : palette.horizon, 0.34)
  );
};

const tilted = (stage: Stage, drawn: string): string => {
  if (stage.intent.angle !== 'dutch') return drawn;
  const { w, h } = stage;
  return place({ x: w / 2, y: h / 2, scale: 1.22, turn: stage.light.side * 8 }, place({ x: -w / 2, y: -h / 2 }, drawn));
};

export type Size = { readonly width: number; readonly height: number };

/** `key` fixes all accidents of the drawing; `grain` is the strength of the paper, 1 is plain. */
export const panel = (intent: Intent, palette: Palette, size: Size, key: string, grain: number): string => {
  const stage = stageOf(intent, palette, size.width / size.height, key);
  const { w, h } = stage;
  const sketchy = intent.finish.has('sketch');
  const inked = intent.corrections.has('crisp') || intent.corrections.has('tones');
  const hatched = backdrop(stage) + hatching(stage, sketchy ? 90 : inked ? 60 : 20, sketchy || inked ? 0.24 : 0.13);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size.width)}" height="${String(size.height)}"` +
    ` viewBox="0 0 ${String(w)} ${String(h)}" preserveAspectRatio="none">` +
    tilted(stage, hatched + cast(stage) + weather(stage)) +
    (sketchy ? rect(0, 0, w, h, shade(palette.horizon, 0.5), 0.16) : '') +
    vignette(stage) +
    paper(stage, sketchy ? grain * 1.6 : grain) +
    '</svg>'
  );
};
