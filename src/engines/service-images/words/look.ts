/** Words of framing, angle, mood, finish, light and corrections. */
import type { Table } from '../../prompt/words.ts';

export const framings = {
  extreme: 'extreme close up, extreme closeup, ecu, macro, eyes only, detail shot, tight on',
  close: 'close up, closeup, close shot, cu, headshot, portrait, tight shot, face, facial, close on, mcu',
  shoulder: 'over the shoulder, over shoulder, ots, over her shoulder, over his shoulder, from behind',
  medium: `
    medium shot, mid shot, ms, waist up, medium close, two shot, cowboy shot, medium, conversation, talking,
    dialogue, argue, arguing, interview
  `,
  full: 'full shot, full body, full length, head to toe, full figure',
  insert: `
    insert, insert shot, product shot, packshot, still life, cutaway, pack shot, beauty shot, tabletop, hero
    product
  `,
  aerial: 'aerial, birds eye, bird eye, bird s eye, drone shot, top down, overhead, from above, satellite view, drone',
  wide: `
    wide shot, wide, ws, long shot, establishing shot, establishing, extreme wide, panoramic, panorama, vista,
    landscape, distant, far away, master shot, wide angle, in the distance, silhouette, silhouettes
  `,
} as const satisfies Table<string>;

export type Framing = keyof typeof framings;

export const angles = {
  low: 'low angle, from below, worm s eye, worms eye, looking up, hero shot, heroic, towering, looms, looming',
  high: 'high angle, looking down, from above, overhead, top down, birds eye, bird s eye, aerial, drone shot',
  dutch: 'dutch angle, dutch tilt, canted, tilted, disoriented, disorienting, off kilter',
} as const satisfies Table<string>;

export type Angle = keyof typeof angles | 'eye';

export const moods = {
  tense: `
    tense, suspense, suspenseful, thriller, danger, dangerous, menacing, ominous, threatening, anxious,
    paranoid, nervous, sinister, standoff, confrontation, urgent
  `,
  horror: `
    horror, scary, creepy, eerie, haunted, terrifying, nightmare, macabre, gothic, spooky, dread, undead,
    zombie, zombies
  `,
  sad: `
    sad, melancholy, melancholic, lonely, grief, mourning, sombre, somber, bleak, funeral, alone, crying,
    tears, sorrow, heartbroken, regret, nostalgic, wistful, solitary
  `,
  warm: `
    warm, cozy, cosy, hopeful, joyful, happy, tender, homely, intimate, laughing, smiling, cheerful, family,
    celebration, festive, optimistic, gentle, smile, smiles, laughs
  `,
  romantic: 'romantic, romance, love, kiss, kissing, lovers, wedding, embrace, embracing, date',
  epic: 'epic, heroic, majestic, grand, dramatic, monumental, sweeping, legendary, vast, awe, triumph, triumphant',
  neon: `
    neon, cyberpunk, futuristic, sci fi, synthwave, holographic, vaporwave, nightclub, electric, science
    fiction, dystopian, arcade, blade runner
  `,
  western: 'western, cowboy, saloon, frontier, dusty, rustic, spaghetti western, ranch, wild west',
  noir: 'noir, film noir, detective, hardboiled, shadowy, chiaroscuro, crime',
  dreamy: 'dreamy, dream, ethereal, magical, fairy tale, whimsical, surreal, fantasy, enchanted, pastel, poetic',
  luxury: 'luxury, luxurious, elegant, premium, sleek, glamorous, sophisticated, minimal, minimalist, clean, modern',
  calm: 'calm, peaceful, serene, quiet, tranquil, still, silence, stillness, relaxed',
} as const satisfies Table<string>;

export type Mood = keyof typeof moods;

/** Moods bend the palette; more than three would leave none of them to be seen. */
export const MOODS_SHOWN_MAX = 3;

export const hues = {
  red: 'red, crimson, scarlet, blood',
  orange: 'orange, amber, copper',
  yellow: 'yellow, gold, golden',
  green: 'green, emerald, olive, lush',
  teal: 'teal, turquoise, cyan, aqua',
  blue: 'blue, navy, azure, cobalt',
  purple: 'purple, violet, lavender, indigo',
  pink: 'pink, magenta, rose, fuchsia',
} as const satisfies Table<string>;

export type Hue = keyof typeof hues;

export const finishes = {
  monochrome: `
    black and white, monochrome, greyscale, grayscale, b w, noir, film noir, charcoal, pencil sketch, pencil,
    graphite
  `,
  sepia: 'sepia, vintage, old photograph, antique, daguerreotype, 1920s, nineteenth century',
  sketch: `
    sketch, pencil, pencil sketch, ink, line art, hand drawn, storyboard sketch, charcoal, comic, graphic
    novel, woodcut, line drawing, comic book
  `,
  muted: 'muted, desaturated, washed out, faded, subdued, earthy, restrained, natural palette',
  vivid: 'vivid, vibrant, saturated, colorful, colourful, technicolor, bold colors, bold colours, pop art, anime',
} as const satisfies Table<string>;

export type Finish = keyof typeof finishes;

/** Light and lens that a draft cannot always carry: they make a panel dark, flat, blurred or blown. */
export const conditions = {
  dark: `
    pitch black, pitch dark, moonless, unlit, blackout, barely visible, barely lit, total darkness, near
    darkness, in the dark, very dark, darkness, lights out, underexposed, dimly lit, dim
  `,
  veiled: `
    whiteout, white out, thick fog, dense fog, heavy fog, blizzard, sandstorm, dust storm, zero visibility,
    low contrast, washed out, thick smoke, flat light, snowstorm, featureless, pea soup
  `,
  soft: `
    soft focus, out of focus, blurred, blurry, motion blur, vaseline lens, defocused, gauzy, blur, hazy
    memory, rack focus, shallow focus
  `,
  crushed: `
    chiaroscuro, crushed blacks, hard shadows, deep shadows, inky shadows, stark shadows, silhouette, silhouettes,
    backlit
  `,
  glaring: `
    harsh sun, harsh sunlight, blazing sun, blazing, glaring, glare, blinding, blinding light, overexposed,
    scorching, blown out, flash photography, searing, white hot, bleached, high contrast, high key, explosion,
    lens flare, midday sun
  `,
} as const satisfies Table<string>;

export type Condition = keyof typeof conditions;

/** The painter's remedy for a complaint; the scorer's corrections and a person's additions are both written so. */
export const corrections = {
  brighter: `
    brighter key light, brighter light, brighter, raise the exposure, raise exposure, more light, increase
    exposure, well lit, lift exposure, lighter, brighten, add fill light, fill light
  `,
  contrast: `
    more contrast, stronger contrast, increase contrast, higher contrast, clear separation, tonal separation,
    less fog, less haze, punchier, deeper contrast
  `,
  crisp: `
    crisp detail, crisp, sharper, sharp focus, in focus, sharpen, sharp, tack sharp, clear detail, more
    detail, fine detail, hard edges
  `,
  highlights: `
    softer highlights, soft highlights, hold the highlights, recover highlights, protect highlights, less
    glare, reduce highlights, no clipping, gentler highlights
  `,
  shadows: `
    open shadows, open the shadows, lift shadows, lift the shadows, lifted shadows, softer shadows, shadow
    detail
  `,
  darker: `
    lower exposure, lower the exposure, darker exposure, reduce exposure, less exposure, hold back exposure,
    darken, darker, less bright
  `,
  tones: `
    richer tones, richer tonal range, wider tonal range, tonal range, more texture, richer texture, more
    tones, richer detail
  `,
  vary: `
    vary the composition, vary composition, different composition, another composition, new composition,
    change the framing, new angle, different angle, recompose
  `,
  match: `
    match the palette, match palette, match the colors, match the colours, match the reference, same palette,
    same colors, same colours, color continuity, colour continuity, palette of the, match the color
  `,
} as const satisfies Table<string>;

export type Correction = keyof typeof corrections;

/** The corrections that a negative prompt asks for: unwanted words, and the remedies that follow. */
export const unwanted = {
  brighter: 'dark, darkness, underexposed, too dark, dim, gloomy, black, low light, murky, shadowy',
  contrast: 'flat, low contrast, washed out, fog, foggy, haze, hazy, dull, featureless, mist, faded, grey, gray',
  crisp: `
    blur, blurry, blurred, soft focus, out of focus, unsharp, soft, motion blur, bokeh, fuzzy, low quality,
    lowres, low resolution
  `,
  highlights: `
    overexposed, blown out, glare, clipping, clipped highlights, harsh light, blown highlights, lens flare,
    burnt, high contrast
  `,
  shadows: 'crushed blacks, crushed shadows, black shadows, heavy shadows, harsh shadows',
  darker: 'too bright, bright, white background, high key',
  tones: 'posterized, posterised, banding, plain, simple, empty background, cartoonish flat colors',
  vary: 'duplicate, duplicates, repetition, repetitive, same composition',
  match: 'color shift, colour shift, inconsistent colors, inconsistent colours, inconsistent palette',
} as const satisfies Table<Correction>;
