/** The figures of a prompt: who, how many, in what clothes. A name keeps its looks from panel to panel. */
import type { Garment, Hair, Headwear } from './garments.ts';
import { dyes, garments, hairs, headwear } from './garments.ts';
import type { Kind } from './people.ts';
import { groups, kinds, notNames, numbers, pairs } from './people.ts';
import type { Table, Word } from './text.ts';
import { entries } from './text.ts';

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

export const PEOPLE_MAX = 6;

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
  readonly plural: boolean;
  readonly at: number;
  garment: Garment | null;
  dye: string | null;
  headwear: Headwear | null;
  hair: Hair | null;
};

const countOf = (words: readonly Word[], at: number, role: string): number => {
  for (let back = 1; back <= 3; back += 1) {
    const number = numbers[words[at - back]?.lower ?? ''];
    if (number !== undefined)
      return number === 1 && (pairs.has(role) || groups.has(role)) ? impliedCount(role) : number;
  }
  return impliedCount(role);
};

const impliedCount = (role: string): number => {
  if (groups.has(role)) return 3;
  if (pairs.has(role) || IRREGULAR_PLURALS.has(role)) return 2;
  return role.endsWith('s') && kindOf.has(role.slice(0, -1)) ? 2 : 1;
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

/** Most given names that end in a, e or i are women's; a draft may err, a caller may say "a man" beside the name. */
const kindOfName = (name: string): Kind => (/(?:a|ie|ine|elle|eth|lyn)$/u.test(name) ? 'woman' : 'man');

const joins = (words: readonly Word[], name: Found, at: number): boolean => {
  const from = words[name.at];
  const to = words[at];
  if (from === undefined || to === undefined) return false;
  // "Anna, a tired nurse" and "Anna the nurse" speak of one person.
  const opening = words[name.at + 1]?.lower;
  return (
    at - name.at <= 4 && to.clause - from.clause <= 1 && (opening === 'a' || opening === 'an' || opening === 'the')
  );
};

/** "Two friends, Anna and Ben": who is named one by one after a group is a member of it. */
const withdraw = (found: Map<string, Found>, at: number): void => {
  for (const [key, group] of found) {
    if (group.kind !== 'person' || !group.plural || at - group.at > MEMBERS_WITHIN_WORDS) continue;
    group.count -= 1;
    if (group.count === 0) found.delete(key);
    return;
  }
};

const MEMBERS_WITHIN_WORDS = 10;

const find = (words: readonly Word[], known: (word: string) => boolean): readonly Found[] => {
  const found = new Map<string, Found>();
  let last: Found | null = null;
  let pronoun: string | null = null;
  const add = (key: string, kind: Kind, count: number, at: number): Found => {
    const one = found.get(key) ?? {
      key,
      kind,
      count,
      plural: count > 1,
      at,
      garment: null,
      dye: null,
      headwear: null,
      hair: null,
    };
    one.count = Math.max(one.count, count);
    found.set(key, one);
    return one;
  };
  for (const [at, word] of words.entries()) {
    if (word.negated) continue;
    const two = `${word.lower} ${words[at + 1]?.lower ?? ''}`;
    const role = kindOf.has(two) ? two : word.lower;
    const kind = kindOf.get(role);
    if (kind !== undefined && PRONOUNS.has(role)) pronoun ??= role;
    else if (kind !== undefined) {
      const name: Found | null = last !== null && !kindOf.has(last.key) && joins(words, last, at) ? last : null;
      if (name === null) {
        // "Hooded assassin", "police officer": two words for one person.
        if (last !== null && last.at === at - 1 && last.count === 1 && kindOf.has(last.key)) found.delete(last.key);
        const count = countOf(words, at, role);
        if (count === 1) withdraw(found, at);
        last = add(role, kind, count, at);
      } else name.kind = kind;
    } else if (isName(words, at, known)) {
      // "Detective Mara": the role that stands right before the name is hers.
      const title: Found | undefined = last !== null && last.at === at - 1 && last.count === 1 ? last : undefined;
      if (title === undefined) withdraw(found, at);
      else found.delete(title.key);
      last = add(word.lower, title?.kind ?? kindOfName(word.lower), 1, at);
      if (title !== undefined) Object.assign(last, { headwear: title.headwear, hair: title.hair });
    }
    if (last !== null) dress(last, words, at);
    else if (hairOf.has(word.lower)) pronoun ??= null;
  }
  if (found.size === 0 && pronoun !== null) add(pronoun, kindOf.get(pronoun) ?? 'person', impliedCount(pronoun), 0);
  return [...found.values()];
};

/** Gives the figure mentioned last what the words at this place say of its clothes and hair. */
const dress = (one: Found, words: readonly Word[], at: number): void => {
  const lower = words[at]?.lower ?? '';
  const garment = garmentOf.get(lower);
  if (garment !== undefined && at > one.at) {
    one.garment ??= garment;
    for (let back = 1; back <= 3; back += 1) {
      const dye = words[at - back]?.lower ?? '';
      if (dyes[dye] !== undefined) one.dye ??= dye;
    }
  }
  one.headwear ??= headwearOf.get(lower) ?? null;
  const before = words[at - 1]?.lower ?? '';
  one.hair ??=
    hairOf.get(`${before} ${lower}`) ?? (at === one.at ? (hairOf.get(before) ?? null) : (hairOf.get(lower) ?? null));
};

/** At most six people, in the order of mention; `known` tells words of the lexicon from names. */
export const peopleOf = (words: readonly Word[], known: (word: string) => boolean): readonly Person[] => {
  const people: Person[] = [];
  for (const { key, count, at: _at, plural: _plural, ...rest } of find(words, known)) {
    for (let i = 0; i < count && people.length < PEOPLE_MAX; i += 1)
      people.push({ key: i === 0 ? key : `${key} ${String(i + 1)}`, ...rest });
  }
  return people;
};
