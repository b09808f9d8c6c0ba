import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { boardOf } from '../../../src/main/demo/storyboard.ts';
import { UserError } from '../../../src/main/demo/user-error.ts';

const shipped = readFileSync(join(import.meta.dirname, '../../../src/main/demo/screenplay.fountain'), 'utf8');

const prompts = (screenplay: string): readonly string[] => boardOf(screenplay).frames.map(({ prompt }) => prompt);

test('each paragraph of action is a frame under its heading, labelled by scene and place', (t) => {
  const { title, byline, scenes, frames } = boardOf(`Title: Two *Rooms*
Credit: written by
Author: A. Writer

INT. KITCHEN - DAY

She cooks.

He eats.

EXT. YARD - NIGHT

Rain.
`);
  t.deepEqual([title, byline, scenes], ['Two Rooms', 'written by A. Writer', 2]);
  t.deepEqual(
    frames.map(({ label, scene, heading, text }) => [label, scene, heading, text]),
    [
      ['1A', 1, 'INT. KITCHEN - DAY', 'She cooks.'],
      ['1B', 1, 'INT. KITCHEN - DAY', 'He eats.'],
      ['2A', 2, 'EXT. YARD - NIGHT', 'Rain.'],
    ],
  );
});

test('a prompt says where, how it is framed, how people look, and what happens', (t) => {
  t.deepEqual(
    prompts(`INT. KITCHEN - DAY

[[shot: close up]]
ADA (a woman in a red coat) sees BEN (a baker).

Ada leaves. [[shot: wide, low angle]]

[[shot: insert]]

Ben's bread. [[check with legal]]

Benjamin is somebody else.
`),
    [
      'Int. kitchen - day. Close up. With Ada, a woman in a red coat; Ben, a baker. Ada sees Ben.',
      'Int. kitchen - day. Wide, low angle. With Ada, a woman in a red coat. Ada leaves.',
      "Int. kitchen - day. Insert. With Ben, a baker. Ben's bread.",
      'Int. kitchen - day. Benjamin is somebody else.',
    ],
  );
});

test('what is said goes with the frame before it, and is not drawn', (t) => {
  const { frames } = boardOf(`INT. KITCHEN - DAY

ADA (V.O.)
Before all.

She cooks.

ADA
(softly)
Come in.

BEN
Thanks.
`);
  t.deepEqual(
    frames.map(({ dialogue }) => dialogue),
    [
      [
        { who: 'ADA', says: 'Before all.' },
        { who: 'ADA', says: 'Come in.' },
        { who: 'BEN', says: 'Thanks.' },
      ],
    ],
  );
  t.deepEqual(prompts('INT. KITCHEN - DAY\n\nShe cooks.\n\nADA\nCome in.\n'), ['Int. kitchen - day. She cooks.']);
});

test('a scene in which people only talk, or nothing is told, is one frame', (t) => {
  t.deepEqual(prompts('INT. KITCHEN - DAY\n\nADA\nHello.\n\nBEN\nHello.\n\nEXT. SEA - NIGHT\n'), [
    'Int. kitchen - day. ADA and BEN talk.',
    'Ext. sea - night. Establishing shot.',
  ]);
});

test('transitions, sections, synopses, boneyards, lyrics, page breaks and centred text are not drawn', (t) => {
  const screenplay = `# Act one

= She cooks.

FADE IN:

INT. KITCHEN - DAY

/* She
burns it. */

She cooks.

~A song

> THE END <

===

CUT TO:
`;
  t.deepEqual(prompts(screenplay), ['Int. kitchen - day. She cooks.']);
});

test('action before the first scene is drawn too, and is not a scene', (t) => {
  const { scenes, frames } = boardOf('A black screen.\n\nINT. KITCHEN - DAY\n\nShe cooks.\n');
  t.is(scenes, 1);
  t.deepEqual(
    frames.map(({ label, heading, prompt }) => [label, heading, prompt]),
    [
      ['0A', '', 'A black screen.'],
      ['1A', 'INT. KITCHEN - DAY', 'Int. kitchen - day. She cooks.'],
    ],
  );
});

test('scene numbers of the screenplay are kept, and letters go on after Z', (t) => {
  const beats = Array.from({ length: 28 }, (_, index) => `Beat ${index}.`).join('\n\n');
  const labels = boardOf(`INT. A - DAY #7#\n\n${beats}\n\nINT. B - DAY #7A#\n\nOne.\n`).frames.map(
    ({ label }) => label,
  );
  t.deepEqual([labels[0], labels[25], labels[26], labels[27], labels[28]], ['7A', '7Z', '7AA', '7AB', '7A.1']);
});

test('markup, carriage returns and what could steer a terminal are gone', (t) => {
  const text = 'INT. KITCHEN - DAY\r\n\r\nShe **cooks** _well_, for snake_case \u001b[31mred\u001b[0m \u202eeyes.\r\n';
  t.is(boardOf(text).frames[0]?.text, 'She cooks well, for snake_case [31mred [0m eyes.');
  t.is(boardOf('Title: A\u001b[2JB\n\nINT. KITCHEN - DAY\n\nShe cooks.\n').title, 'A [2JB');
});

test('some of the scenes can be taken', (t) => {
  const labels = (from: number, to: number) => boardOf(shipped, [from, to]).frames.map(({ label }) => label);
  t.deepEqual(labels(2, 3), ['2A', '2B', '3A']);
  t.throws(() => labels(99, 100), { instanceOf: UserError, message: /has 16 of them/ });
});

test('a text without scenes is told what a scene is', (t) => {
  for (const text of ['', 'Dear diary, today nothing happened.\n\nTomorrow too.']) {
    t.throws(() => boardOf(text), { instanceOf: UserError, message: /no scenes found.*INT\. KITCHEN - DAY/ });
  }
});

test('more frames than a storyboard holds: told how many, and which scenes fit', (t) => {
  const scene = (index: number): string => `INT. ROOM ${index} - DAY\n\n${'She cooks.\n\n'.repeat(50)}`;
  const five = Array.from({ length: 5 }, (_, index) => scene(index + 1)).join('');
  t.throws(() => boardOf(five), {
    instanceOf: UserError,
    message: /^250 frames.*at most 200: take some of the 5 scenes, for example --scenes 1-4$/,
  });
  t.is(boardOf(five, [1, 4]).frames.length, limits.framesMax);
  t.throws(() => boardOf(`INT. ROOM - DAY\n\n${'She cooks.\n\n'.repeat(201)}`), {
    message: /take some of the 1 scenes$/,
  });
});

test('long texts are cut to what the contract takes', (t) => {
  const [frame] = boardOf(`INT. ${'A'.repeat(600)} - DAY\n\n${'word '.repeat(5_000)}\n`).frames;
  t.is(Array.from(frame?.prompt ?? '').length, limits.promptCharsMax);
});

test('the screenplay that comes with the demo is a storyboard of 24 to 30 varied frames', (t) => {
  const { frames, scenes } = boardOf(shipped);
  t.true(frames.length >= 24 && frames.length <= 30, String(frames.length));
  t.true(scenes >= 12);
  const all = frames.map(({ prompt }) => prompt.toLowerCase()).join('\n');
  for (const word of [
    'int.',
    'ext.',
    'dawn',
    'day',
    'dusk',
    'night',
    'rain',
    'sandstorm',
    'blizzard',
    'fog',
    'storm',
  ]) {
    t.true(all.includes(word), word);
  }
  for (const shot of ['wide', 'medium', 'close up', 'insert', 'aerial', 'low angle', 'over the shoulder']) {
    t.true(all.includes(shot), shot);
  }
  const hard = /pitch black|total darkness|whiteout|sandstorm|thick fog|soft focus|white hot/;
  t.true(frames.filter(({ prompt }) => hard.test(prompt.toLowerCase())).length >= 5, 'hard frames');
  t.is(new Set(frames.map(({ prompt }) => prompt)).size, frames.length);
});
