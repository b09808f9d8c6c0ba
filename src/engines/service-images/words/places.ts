/** Where and when: the words of settings, times of day and weather. */
import type { Table } from '../../prompt/words.ts';

export const exteriors = {
  rooftop: 'rooftop, rooftops, roof, balcony, terrace',
  alley: 'alley, alleyway, backstreet, side street, narrow street, passage, medina, bazaar',
  street: `
    street, streets, sidewalk, avenue, boulevard, crosswalk, city block, market, marketplace, town square,
    plaza, piazza, neighborhood, neighbourhood, town, suburb, shopfront, storefront, parking lot, intersection
  `,
  skyline: `
    city, skyline, downtown, metropolis, cityscape, skyscraper, skyscrapers, megacity, harbor city, new york,
    tokyo
  `,
  forest: `
    forest, woods, woodland, jungle, trees, grove, rainforest, park, garden, orchard, swamp, campsite,
    clearing, bamboo
  `,
  sea: `
    sea, ocean, beach, shore, coast, harbor, harbour, island, waves, pier, dock, docks, seaside, cliff, bay,
    port, lake, river, riverbank, lakeside, marina, lagoon, waterfront, surf
  `,
  desert: 'desert, dunes, dune, sand, sahara, wasteland, canyon, badlands, mesa, oasis, outback, mars, quarry',
  mountains: `
    mountain, mountains, peak, peaks, valley, ridge, hills, hill, summit, alps, volcano, highlands, ravine,
    gorge, waterfall
  `,
  snowfield: 'snowfield, snowy, tundra, arctic, antarctica, glacier, ice, snow covered, frozen lake, ski slope, snow',
  field: `
    field, fields, farm, farmland, meadow, prairie, village, countryside, grassland, vineyard, pasture,
    savanna, cornfield, plain, plains, battlefield, trenches, cemetery, graveyard, lawn, backyard, yard,
    stadium, playground, courtyard, ruins, camp
  `,
  road: `
    road, highway, motorway, freeway, country road, dirt road, gas station, petrol station, roadside, runway,
    railway, train tracks, tracks, track
  `,
  space: 'space, outer space, orbit, galaxy, nebula, asteroid, moon surface, lunar surface, planet, cosmos',
} as const satisfies Table<string>;

export const interiors = {
  kitchen: 'kitchen, galley, pantry, bakery',
  bedroom: 'bedroom, hotel room, motel room, bed, dormitory, ward, hospital room, nursery',
  office: `
    office, police station, interrogation room, newsroom, boardroom, conference room, meeting room, cubicle,
    desk, study, workshop, garage, lab, laboratory, classroom, control room, server room, courtroom
  `,
  bar: `
    bar, pub, restaurant, cafe, café, diner, tavern, nightclub, club, saloon, coffee shop, casino, shop,
    store, supermarket, boutique
  `,
  corridor: `
    corridor, hallway, hall way, tunnel, subway, metro, staircase, stairs, stairwell, elevator, basement,
    sewer, prison, cell, jail, airlock, station
  `,
  hall: `
    hall, church, cathedral, temple, warehouse, factory, library, museum, ballroom, theatre, theater, stage,
    palace, throne room, gallery, hangar, gym, lobby, mosque, bank, airport, auditorium, opera
  `,
  vehicle: `
    car interior, inside the car, inside a car, of a car, of the car, behind the wheel, cockpit, cabin of, in
    the car, taxi, cab, driver seat, back seat, backseat, spaceship bridge, dashboard, steering wheel
  `,
  compartment: `
    compartment, train compartment, train car, subway car, bus, carriage, on the train, on a train, sleeper car,
    dining car, airplane cabin, plane cabin
  `,
  cave: 'cave, cavern, mine, grotto, catacombs, crypt, dungeon, lair, mineshaft, tomb',
  room: `
    room, living room, apartment, flat, house, home, interior, indoors, indoor, attic, parlor, parlour, sofa,
    couch, bathroom, loft, cabin, hut, tent interior, fireplace, dining room, mansion
  `,
  studio: `
    studio, product shot, packshot, pack shot, plain background, white background, cyclorama, seamless, on a
    table, table top, tabletop, backdrop
  `,
} as const satisfies Table<string>;

export type Exterior = keyof typeof exteriors;
export type Interior = keyof typeof interiors;
export type Setting = Exterior | Interior;

export const placeMarks = {
  interior: 'int, interior, inside, indoors, indoor',
  exterior: 'ext, exterior, outside, outdoors, outdoor',
} as const satisfies Table<string>;

export const times = {
  dawn: 'dawn, sunrise, daybreak, early morning, first light, morning',
  day: 'day, daylight, noon, midday, afternoon, sunny, daytime, broad daylight, bright day, sunlight, sunlit, sun',
  dusk: `
    dusk, sunset, golden hour, evening, twilight, magic hour, sundown, late afternoon, golden light, blue
    hour, sun sets, setting sun
  `,
  night: `
    night, midnight, nighttime, moonlight, moonlit, nocturnal, starry, neon, candlelight, candlelit, after
    dark, torchlight, moon, stars, lantern, lanterns
  `,
} as const satisfies Table<string>;

export type TimeOfDay = keyof typeof times;

export const weathers = {
  rain: 'rain, raining, rainy, drizzle, downpour, wet, rain soaked, puddles, umbrella, umbrellas',
  storm: 'storm, stormy, thunder, lightning, thunderstorm, hurricane, tempest',
  snow: 'snowy, snow, snowing, snowfall, snowflakes, blizzard, snowstorm, winter',
  fog: 'fog, foggy, mist, misty, haze, hazy, smoke, smoky, steam, steamy, smog, murky, foggy morning',
  dust: 'dust, dusty, sandstorm, dust storm, ash, embers, sparks, debris, pollen, confetti',
  clouds: 'cloudy, overcast, clouds, grey sky, gray sky, gloomy sky',
} as const satisfies Table<string>;

export type Weather = keyof typeof weathers;
