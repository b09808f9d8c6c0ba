/** A letter as strokes, in the path language of SVG, on a grid six units high; top left is at 0 0. */
export type Glyph = readonly [width: number, strokes: string];
