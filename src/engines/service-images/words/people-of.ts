/** The figures of a prompt: names, number, clothes. A name keeps its looks from panel to panel. */
import { dyes, type Garment, garments, type Hair, hairs, type Headwear, headwear } from './garments.ts';
import { groups, type Kind, kinds, notNames, numbers, pairs } from './people.ts';
import { entries, type Table, type Word } from '../../prompt/words.ts';

export type Person = {
  /** A name or a role with its number: the looks follow from it. */
  readonly key: string;
  readonly kind: Kind;
  readonly garment: Garment | null;
  /** A colour word of `dyes`. */
  readonly dye: string | null;
  readonly headwear: Headwear | null;
  readonly hair: Hair | null;
};

const PEOPLE_MAX = 6;

const inverse = <K extends string>(table: Table<K>): ReadonlyMap<string, K> => {
  const map = new Map<string, K>();
  for (const meaning of Object.keys(table) as K[]) {
    for (const phrase of entries(table[meaning])) if (!map.has(phrase)) map.set(phrase, meaning);
  }
  return map;
};

const kindOf = inverse(kinds);
const garmentOf = inverse(garments);
const headwearOf = inverse(headwear);
const hairOf = inverse(hairs);

const PRONOUNS: ReadonlySet<string> = new Set(['he', 'him', 'his', 'she', 'her', 'they', 'them']);
const IRREGULAR_PLURALS: ReadonlySet<string> = new Set(['men', 'women', 'children', 'people', 'thieves', 'policemen']);

type Found = {
  readonly key: string;
  kind: Kind;
  count: number;
  readonly isName: boolean;
  readonly isGroup: boolean;
  readonly at: number;
  garment: Garment | null;
  dye: string | null;
  headwear: Headwear | null;
  hair: Hair | null;
};

/** Cyclists and violinists need no entry each. */
const IST = /^\p{L}{3,}ists?$/u;
const NOT_PEOPLE: ReadonlySet<string> = new Set(
  'assist assists checklist consist consists exists insists persist persists playlist resists twists wrists'.split(' '),
);

const kindOfRole = (role: string): Kind | undefined =>
  kindOf.get(role) ??
  (role.endsWith('s') ? kindOf.get(role.slice(0, -1)) : undefined) ??
  (IST.test(role) && role.length > 6 && !NOT_PEOPLE.has(role) ? 'person' : undefined);

const countOf = (words: readonly Word[], at: number, role: string): number => {
  if (words[at + 1]?.lower === 'of') {
    const size = numbers.get(words[at + 2]?.lower ?? '');
    if (size !== undefined && size > 1) return size;
  }
  for (let back = 1; back <= 3; back += 1) {
    const number = numbers.get(words[at - back]?.lower ?? '');
    if (number !== undefined)
      return number === 1 && (pairs.has(role) || groups.has(role)) ? impliedCount(role) : number;
  }
  return impliedCount(role);
};

const impliedCount = (role: string): number => {
  if (groups.has(role)) return 3;
  if (pairs.has(role) || IRREGULAR_PLURALS.has(role)) return 2;
  return role.endsWith('s') && kindOfRole(role.slice(0, -1)) !== undefined ? 2 : 1;
};

/** "Anna runs", "Anna and Ben": a capital at the start of a sentence is a name only in such company. */
const looksLikeSubject = (next: Word | undefined): boolean =>
  next !== undefined && (next.lower === 'and' || /(?:s|ed|ing)$/u.test(next.lower)) && next.lower.length > 2;

const isName = (words: readonly Word[], at: number, known: (word: string) => boolean): boolean => {
  const word = words[at];
  if (word === undefined || !word.capital || word.lower.length < 2 || word.negated) return false;
  if (notNames.has(word.lower) || known(word.lower)) return false;
  return !word.first || looksLikeSubject(words[at + 1]);
};

/** Most given names that end so are women's; a draft may err, and a caller may say "a man" beside the name. */
const kindOfName = (name: string): Kind => (/(?:a|ie|ine|elle|eth|lyn)$/u.test(name) ? 'woman' : 'man');

/** "Anna, a tired nurse" and "Anna the nurse" speak of one person. */
const joins = (words: readonly Word[], name: Found, at: number): boolean => {
  const [from, to, opening] = [words[name.at], words[at], words[name.at + 1]?.lower];
  if (from === undefined || to === undefined || !name.isName) return false;
  return (
    at - name.at <= 4 && to.clause - from.clause <= 1 && (opening === 'a' || opening === 'an' || opening === 'the')
  );
};

/** "Two friends, Anna and Ben": names after a group are its members. */
const withdraw = (found: Map<string, Found>, at: number): void => {
  for (const [key, group] of found) {
    if (group.kind !== 'person' || !group.isGroup || at - group.at > MEMBERS_WITHIN_WORDS) continue;
    group.count -= 1;
    if (group.count === 0) found.delete(key);
    return;
  }
};

const MEMBERS_WITHIN_WORDS = 10;

type Sighting = { readonly key: string; readonly kind: Kind; readonly count: number; readonly at: number };

const add = (found: Map<string, Found>, { key, kind, count, at }: Sighting, isNamed: boolean): Found => {
  if (count === 1 && !found.has(key)) withdraw(found, at);
  const bare = { garment: null, dye: null, headwear: null, hair: null };
  const one = found.get(key) ?? { key, kind, count, isName: isNamed, isGroup: count > 1, at, ...bare };
  one.count = Math.max(one.count, count);
  found.set(key, one);
  return one;
};

/** A role, unless it only says more of the person mentioned last: "Anna, a nurse", "hooded assassin". */
const addRole = (found: Map<string, Found>, words: readonly Word[], role: Sighting, last: Found | null): Found => {
  if (last !== null && joins(words, last, role.at)) {
    last.kind = role.kind;
    return last;
  }
  if (last !== null && last.at === role.at - 1 && last.count === 1 && !last.isName) found.delete(last.key);
  return add(found, role, false);
};

/** A name; the role right before it is its bearer's: "Detective Mara". */
const addName = (found: Map<string, Found>, key: string, at: number, last: Found | null): Found => {
  const title = last !== null && last.at === at - 1 && last.count === 1 && !last.isName ? last : null;
  if (title !== null) found.delete(title.key);
  const named = add(found, { key, kind: title?.kind ?? kindOfName(key), count: 1, at }, true);
  if (title !== null) Object.assign(named, { headwear: title.headwear, hair: title.hair });
  return named;
};

const find = (words: readonly Word[], known: (word: string) => boolean): readonly Found[] => {
  const found = new Map<string, Found>();
  let last: Found | null = null;
  let pronoun: string | null = null;
  for (const [at, word] of words.entries()) {
    if (word.negated) continue;
    const two = `${word.lower} ${words[at + 1]?.lower ?? ''}`;
    const role = kindOf.has(two) ? two : word.lower;
    const kind = kindOfRole(role);
    if (PRONOUNS.has(role)) pronoun ??= role;
    else if (kind !== undefined) {
      last = addRole(found, words, { key: role, kind, count: countOf(words, at, role), at }, last);
    } else if (isName(words, at, known)) last = addName(found, word.lower, at, last);
    if (last !== null) dress(last, words, at);
  }
  if (found.size === 0 && pronoun !== null) {
    add(found, { key: pronoun, kind: kindOf.get(pronoun) ?? 'person', count: impliedCount(pronoun), at: 0 }, false);
  }
  return [...found.values()];
};

/** Gives the figure mentioned last the clothes and hair of the words at this place. */
const dress = (one: Found, words: readonly Word[], at: number): void => {
  const lower = words[at]?.lower ?? '';
  const before = words[at - 1]?.lower ?? '';
  const garment = garmentOf.get(lower);
  if (garment !== undefined && at > one.at) {
    one.garment ??= garment;
    for (let back = 1; back <= 3; back += 1) {
      const dye = words[at - back]?.lower ?? '';
      if (dyes.has(dye)) one.dye ??= dye;
    }
  }
  one.headwear ??= headwearOf.get(lower) ?? null;
  one.hair ??= hairOf.get(`${before} ${lower}`) ?? hairOf.get(at === one.at ? before : lower) ?? null;
};

/** At most six people, in the order of mention; `known` tells words of the lexicon from names. */
export const peopleOf = (words: readonly Word[], known: (word: string) => boolean): readonly Person[] => {
  const people: Person[] = [];
  for (const { key, count, isName: _name, isGroup: _group, at: _at, ...rest } of find(words, known)) {
    for (let i = 0; i < count && people.length < PEOPLE_MAX; i += 1)
      people.push({ key: i === 0 ? key : `${key} ${String(i + 1)}`, ...rest });
  }
  return people;
};
