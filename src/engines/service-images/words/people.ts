/** Words of people, of their number and of their actions. */
import type { Table } from '../../prompt/words.ts';

/** The kind of figure to draw; the plural words count as two unless a number says otherwise. */
export const kinds = {
  man: `
    man, men, boy, boys, guy, father, dad, husband, brother, son, king, prince, gentleman, businessman,
    fisherman, cowboy, monk, priest, actor, waiter, groom, fireman, policeman, grandfather, old man, he, him,
    his, salesman, cowboys, monks, brothers
  `,
  woman: `
    woman, women, girl, girls, lady, mother, mom, mum, wife, sister, daughter, queen, princess, businesswoman,
    actress, waitress, bride, nurse, grandmother, old woman, she, her, witch, ballerina, sisters, heroine,
    hostess, policewoman
  `,
  child: `
    child, children, kid, kids, toddler, baby, schoolboy, schoolgirl, little girl, little boy, young boy,
    young girl, son and daughter
  `,
  soldier: `
    soldier, soldiers, knight, knights, warrior, warriors, guard, guards, samurai, officer, officers, cop,
    cops, police, firefighter, firefighters, troops, astronaut, astronauts, pilot, pilots, diver, miner,
    biker, viking, gladiator
  `,
  robed: `
    wizard, ghost, hooded figure, cloaked figure, druid, cultist, jedi, reaper, sorcerer, assassin, hooded,
    cloaked, pilgrim, nun
  `,
  robot: 'robot, robots, android, androids, cyborg, droid, drone operator, mech',
  person: `
    person, people, figure, figures, someone, stranger, strangers, hero, protagonist, detective, detectives,
    doctor, scientist, chef, dancer, dancers, driver, worker, workers, teacher, student, students, thief,
    thieves, spy, agent, agents, friend, friends, family, team, couple, lovers, traveler, traveller, hiker,
    hikers, runner, runners, surfer, cyclist, athlete, player, players, musician, guitarist, pianist, singer,
    artist, customer, bartender, farmer, sailor, captain, killer, villain, man and woman, they, them, twins,
    shepherd, engineer, hacker, photographer, journalist, rider, riders, lawyer, judge, suspect, patient,
    barista, model, explorer, explorers, pirate, pirates, zombie, zombies, alien, aliens, survivor, survivors,
    refugee, refugees, passenger, passengers, commuters, commuter, tourists, mechanic, presenter, guests,
    siblings, boxer, boxers, courier, silhouette, silhouettes
  `,
} as const satisfies Table<string>;

export type Kind = keyof typeof kinds;

/** Words of `kinds` that mean two or more by themselves. */
export const pairs: ReadonlySet<string> = new Set([
  'couple',
  'lovers',
  'twins',
  'they',
  'them',
  'man and woman',
  'siblings',
]);
export const groups: ReadonlySet<string> = new Set(['family', 'team', 'troops', 'police']);

export const crowds = {
  crowd: `
    crowd, crowds, crowded, audience, army, mob, protesters, parade, packed, busy, bustling, spectators,
    throng, horde, commuters, congregation, market
  `,
} as const satisfies Table<string>;

export const numbers: ReadonlyMap<string, number> = new Map([
  ...['a', 'an', 'one', 'single', 'lone', '1'].map((word) => [word, 1] as const),
  ...['two', 'both', 'pair', '2'].map((word) => [word, 2] as const),
  ...['three', 'trio', '3'].map((word) => [word, 3] as const),
  ...['four', 'several', 'group', '4'].map((word) => [word, 4] as const),
  ...['five', '5'].map((word) => [word, 5] as const),
  ...['six', 'seven', 'eight', 'many', 'dozen', '6'].map((word) => [word, 6] as const),
]);

export const postures = {
  run: `
    sprint, flee, escape, race, runs, run, running, sprints, sprinting, chase, chases, chasing, flees,
    fleeing, escaping, escapes, jogging, rushes, rushing, races, dashes
  `,
  walk: `
    climb, climbs, climbing,
    stroll, march, enter, approach, cross, wander, walks, walk, walking, strolls, strolling, marches,
    marching, enters, approaches, approaching, crosses, crossing, steps, wanders, wandering, hiking, leaves,
    trudges, trudging, returns, follows
  `,
  sit: `
    eat, drive, meditate, rest, sits, sit, sitting, seated, driving, drives, dining, eating, eats, meditating,
    meditates, typing, types, reading, reads, playing piano, drinks, drinking, rests, resting, fishing
  `,
  crouch: `
    crouch, kneel, hide, pray, crouches, crouching, kneels, kneeling, hides, hiding, sneaks, ducks, squats,
    squatting, praying, prays, crawls, crawling, digs, digging, searches
  `,
  lie: 'lie, sleep, lies, lying, sleeps, sleeping, asleep, unconscious, dead, collapsed, wounded',
  raise: `
    cheer, cheers, cheering, celebrate, celebrates, celebrating, arms raised, raises his arms, raises her
    arms, hands up, waving, waves goodbye, waves at, waves to, surrender, jump, leap, shout, surrenders,
    jumps, jumping, leaps, leaping, victory, shouting, shouts, triumphant
  `,
  fight: `
    fight, punch, attack, fights, fighting, punches, punching, duel, boxing, kicks, attacks, attacking,
    battle, sword fight, struggle, struggles, swings
  `,
  dance: 'dance, dances, dancing, ballet, twirls, spinning, waltz, performs',
  hold: `
    hold, carry, holds, holding, carries, carrying, lifts, raises, drinking from, phone call, calling, films,
    examines, examining, inspects, opens, offers, hands, photographs, looks at
  `,
  aim: 'point, aim, points, pointing, aims, aiming, reaches, reaching, shoots, shooting, gestures',
  ride: 'rides, ride, riding, rider, riders, horseback, mounted, gallops, galloping, cycling, cycles, cyclist, cavalry',
  stand: `
    stand, wait, watch, look, stands, stand, standing, waits, waiting, watches, watching, leans, leaning,
    looks, looking, stares, staring, gazes, gazing
  `,
} as const satisfies Table<string>;

export type Posture = keyof typeof postures;

/** Words that a name is never made of, beside all words of the lexicon. */
export const notNames: ReadonlySet<string> = new Set(
  `
  the a an and or of in on at by to from with into over under through as is are was were be being this that
  these those it its he she they his her their i you we our your my me him them who whose where when while then
  there here one two three four five shot scene frame panel act part close up wide medium full long extreme low
  high angle view camera pov cut fade pan zoom tracking dolly slow motion cinematic film movie still storyboard
  style black white red blue green yellow orange purple pink brown grey gray gold golden silver dark bright
  light warm cold old young big small huge tiny tall short new first last next inside outside int ext day night
  morning evening later continuous same interior exterior establishing title logo product brand english american
  french japanese german italian monday tuesday wednesday thursday friday saturday sunday january february march
  april may june july august september october november december christmas also add make use keep more less very
  show shows detailed mood tone after before during between behind beside near above below across along around
  back front left right his hers not no without only just suddenly finally
  `
    .trim()
    .split(/\s+/u),
);
