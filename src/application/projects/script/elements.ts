/**
 * The elements of a script that a storyboard needs: headings, action and speech. The beginning and the kind of a
 * paragraph follow from its lines. The parser of Fountain reads headings and dialogue. It never sees more than a
 * bounded piece: some of its expressions take exponential time on crafted text.
 */
import { Lexer, rules, type Token } from 'fountain-js';
import { limits } from '../../../kernel/limits.ts';
import { oneLine, withoutMarkup } from './plain-text.ts';

export type Element =
  | { readonly kind: 'heading'; readonly text: string; readonly number: string }
  /** With its markup and notes. */
  | { readonly kind: 'action'; readonly text: string }
  | { readonly kind: 'speech'; readonly who: string; readonly says: string };

export type ElementReader = {
  /** The next line of the script. */
  take(line: string): void;
  end(): void;
};

/** The paragraph under way: nothing yet, a line that may be a character's name, a speech, or action. */
type Paragraph = {
  readonly kind: 'none' | 'cue' | 'speech' | 'action';
  readonly lines: string[];
  chars: number;
  /** A note was begun and not ended. */
  noteIsOpen: boolean;
};

const paragraph = (kind: Paragraph['kind'], ...lines: string[]): Paragraph => ({
  kind,
  lines,
  chars: 0,
  noteIsOpen: false,
});

export const createElementReader = (found: (element: Element) => void): ElementReader => {
  let under = paragraph('none');

  const close = (): void => {
    const { kind, lines } = under;
    under = paragraph('none');
    if (kind === 'speech') for (const element of speechOf(lines)) found(element);
    else if (lines.length > 1 || (lines[0] !== undefined && !isTransition(lines[0]))) found(actionOf(lines));
  };

  const add = (line: string, charsMax: number): void => {
    if (under.chars >= charsMax) return;
    under.lines.push(line.slice(0, charsMax - under.chars));
    under.chars += line.length + 1;
    const [opened, closed] = [line.lastIndexOf('[['), line.lastIndexOf(']]')];
    if (opened !== closed) under.noteIsOpen = opened > closed;
  };

  const take = (raw: string): void => {
    const line = raw.trim();
    if (line === '') {
      // Two blanks keep a speech or a note together.
      if (raw !== '  ' || !(under.kind === 'speech' || under.noteIsOpen)) close();
      return;
    }
    const heading = headingOf(line, under.kind === 'none');
    if (heading !== undefined) {
      close();
      found(heading);
    } else if (under.kind === 'speech' || under.kind === 'cue') {
      under = under.kind === 'cue' ? paragraph('speech', ...under.lines) : under;
      add(line, limits.scriptSpeechCharsMax);
    } else if (UNDRAWN.test(line) || isTransitionMark(line)) {
      close();
    } else if (under.kind === 'none' && isCue(line)) {
      under = paragraph('cue', line);
    } else {
      if (under.kind === 'none') under = paragraph('action');
      add(line.replace(/^!/, ''), limits.promptCharsMax);
    }
  };

  return { take, end: close };
};

/** Sections, synopses and page breaks, lyrics, forced transitions and centred text. */
const UNDRAWN = /^[#=~>]/;

/** Only capitals make a heading of a line within a paragraph. Text may begin with `Est` or `Int` by chance. */
const headingOf = (line: string, opensParagraph: boolean): Element | undefined => {
  if (line.length > limits.scriptHeadingCharsMax) return undefined;
  if (!opensParagraph && (line.startsWith('.') || /\p{Ll}/u.test(line))) return undefined;
  const heading = oneLine(line);
  if (!rules.scene_heading.test(heading)) return undefined;
  const [token] = Lexer.tokenizeScript(heading);
  if (token?.type !== 'scene_heading') return undefined;
  const text = withoutMarkup(token.text ?? '');
  return text === '' ? undefined : { kind: 'heading', text, number: withoutMarkup(token.scene_number ?? '') };
};

/**
 * A name in capitals, or after `@`. The parser takes any line without a to z for one. So it takes every first line of a
 * paragraph in Greek or Japanese.
 */
const isCue = (line: string): boolean => {
  if (line.length > limits.scriptCueCharsMax || line.startsWith('!')) return false;
  const name = line.replaceAll(/\([^)]*\)?/g, '');
  return name.startsWith('@') || (/[\p{Lu}\p{Lt}]/u.test(name) && !/[\p{Ll}:]/u.test(name));
};

/** Transitions: lines in capitals that end a scene or open one. The format itself knows only those that end in TO: */
const TRANSITION = /^(?:FADE|CUT|DISSOLVE|SMASH|MATCH CUT|WIPE|IRIS)\b[^\p{Ll}]*$/u;

const isTransition = (line: string): boolean =>
  line.length <= limits.scriptCueCharsMax && (TRANSITION.test(line) || /^[^\p{Ll}]* TO:$/u.test(line));

/** Also where other lines follow: its sign at the end tells it from a character named IRIS. */
const isTransitionMark = (line: string): boolean => /[:.]$/.test(line) && isTransition(line);

const actionOf = (lines: readonly string[]): Element => ({ kind: 'action', text: lines.join('\n') });

const speechOf = ([cue = '', ...lines]: readonly string[]): readonly Element[] => {
  // The parser fails on a speech that begins with a song.
  const spoken = lines.map((line) => line.replace(/^[~\s]+/u, '')).filter((line) => line !== '');
  const tokens: readonly Token[] = Lexer.tokenizeScript([cue, ...spoken].join('\n'));
  const character = tokens.find(({ type }) => type === 'character');
  if (character === undefined) return [actionOf([cue, ...lines])];
  const who = withoutMarkup(character.text ?? '').replace(/ ?\(.*$/u, '');
  const said = tokens.filter(({ type }) => type === 'dialogue');
  return said.map(({ text = '' }): Element => ({ kind: 'speech', who, says: withoutMarkup(text) }));
};
