/** What else is in the picture: props that can be drawn. */
import type { Table } from './text.ts';

export const props = {
  car: 'car, cars, sedan, taxi, vehicle, police car, sports car, suv, limousine, parked car, 🚗',
  truck: 'truck, van, pickup, lorry, bus, ambulance, caravan',
  bicycle: 'bicycle, bike, cyclist, motorcycle, motorbike, scooter',
  boat: 'boat, ship, sailboat, yacht, rowboat, canoe, ferry, sailing, vessel, fishing boat, ⛵',
  train: 'train, tram, locomotive',
  plane: 'plane, airplane, aircraft, jet, helicopter, airliner',
  rocket: 'rocket, spaceship, spacecraft, starship, shuttle, satellite',
  tree: 'tree, oak, palm tree, palm, palms, lone tree, pine, willow, 🌲',
  lamp: 'street lamp, streetlight, lamp post, lamppost, street light, lamp, streetlamp, streetlights, floor lamp',
  table: 'table, desk, counter, workbench, altar, picnic',
  chair: 'chair, armchair, bench, throne, stool, wheelchair',
  bed: 'bed, mattress, stretcher, crib',
  door: 'door, doorway, gate, portal, doors, entrance, archway',
  house: 'house, cabin, cottage, barn, hut, farmhouse, mansion, shack, chalet, villa, farm',
  tower: 'tower, castle, lighthouse, windmill, fortress, minaret, clock tower, water tower, chapel',
  bridge: 'bridge, viaduct, aqueduct',
  fire: 'fire, campfire, bonfire, flames, burning, fireplace, explosion, torch, torches, candle, candles, 🔥',
  dog: 'dog, puppy, wolf, wolves, hound, fox, dogs, 🐕',
  cat: 'cat, kitten, black cat, 🐈',
  horse: 'horse, horses, horseback, stallion, cavalry, gallops, galloping, deer, cow, cows',
  bird: 'bird, birds, seagulls, gulls, crow, crows, ravens, raven, eagle, pigeons, doves, flock, owl, 🐦',
  book: `
    book, letter, newspaper, map, diary, notebook, photograph, note, envelope, document, documents, files,
    books, photo
  `,
  phone: 'phone, smartphone, telephone, cellphone, tablet, 📱',
  screen: 'laptop, computer, monitor, screen, screens, television, tv, monitors, terminal, hologram',
  bottle: 'bottle, perfume, wine, potion, flask, jar, lotion, serum, soda, beer',
  cup: 'cup, mug, coffee, tea, glass, espresso, goblet, latte',
  box: 'box, suitcase, briefcase, bag, backpack, crate, package, parcel, gift, chest, crates, luggage, handbag, boxes',
  shoe: 'shoe, shoes, sneaker, sneakers, boot, boots, heels',
  watch: 'watch, wristwatch, clock, compass, ring, necklace, pocket watch, stopwatch',
  sword: 'sword, blade, katana, spear, dagger, knife, lightsaber, staff',
  gun: 'gun, pistol, rifle, revolver, weapon',
  umbrella: 'umbrella, umbrellas, parasol',
  guitar: 'guitar, violin, cello',
  balloon: 'balloon, balloons, hot air balloon, kite, lantern, lanterns',
  flower: 'flower, flowers, rose, roses, bouquet, plant, plants, tulip, sunflower',
  window: 'window, windows',
  sign: 'sign, billboard, neon sign, poster, banner, flag, signpost',
  tent: 'tent, tents, campsite, camp, teepee, yurt',
  rock: 'rock, rocks, boulder, boulders, stone, stones, gravestone, tombstone, statue, cliff',
} as const satisfies Table<string>;

export type Prop = keyof typeof props;
