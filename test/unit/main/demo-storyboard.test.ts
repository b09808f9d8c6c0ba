import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import type { SceneRange } from '../../../src/application/projects/script/beats.ts';
import type { Board } from '../../../src/main/demo/record/board.ts';
import { boardOf as boardIn } from '../../../src/main/demo/board.ts';
import { UserError } from '../../../src/main/demo/user-error.ts';
import { createHastyTimers } from '../../support/kernel/hasty-timers.ts';

const shipped = readFileSync(join(import.meta.dirname, '../../../src/main/demo/screenplay.fountain'), 'utf8');

const boardOf = async (screenplay: string, range: SceneRange = null): Promise<Board> =>
  boardIn(screenplay, createHastyTimers(), range);

test('frames are labelled by scene and place; those before the first scene have none', async (t) => {
  const { title, byline, scenes, frames } = await boardOf(
    'Title: Rooms\nAuthor: A\n\nA black screen.\n\nINT. A - DAY\n\nShe cooks.\n\nHe eats.\n\nEXT. B - DAY\n\nRain.\n',
  );
  t.deepEqual([title, byline, scenes], ['Rooms', 'written by A', 2]);
  t.deepEqual(
    frames.map(({ label, scene, heading, text }) => [label, scene, heading, text]),
    [
      ['0A', 0, '', 'A black screen.'],
      ['1A', 1, 'INT. A - DAY', 'She cooks.'],
      ['1B', 1, 'INT. A - DAY', 'He eats.'],
      ['2A', 2, 'EXT. B - DAY', 'Rain.'],
    ],
  );
});

test('scene numbers of the screenplay are kept, and letters go on after Z', async (t) => {
  const beats = Array.from({ length: 28 }, (_, index) => `Beat ${index}.`).join('\n\n');
  const { frames } = await boardOf(`INT. A - DAY #7#\n\n${beats}\n\nINT. B - DAY #7A#\n\nOne.\n`);
  const labels = frames.map(({ label }) => label);
  t.deepEqual([labels[0], labels[25], labels[26], labels[27], labels[28]], ['7A', '7Z', '7AA', '7AB', '7A.1']);
});

test('characters that steer a terminal are gone from the title', async (t) => {
  t.is((await boardOf('Title: A\u001b[2JB\n\nINT. KITCHEN - DAY\n\nShe cooks.\n')).title, 'A [2JB');
  t.is((await boardOf('She cooks.')).title, 'Untitled');
});

test('a part of the scenes can be taken, and looks from the other scenes hold', async (t) => {
  const labels = async (from: number, to: number) =>
    (await boardOf(shipped, [from, to])).frames.map(({ label }) => label);
  t.deepEqual(await labels(2, 3), ['2A', '2B', '3A']);
  t.regex((await boardOf(shipped, [2, 2])).frames[0]?.prompt ?? '', /With Ada, a woman in a red coat/);
  await t.throwsAsync(labels(99, 100), { instanceOf: UserError, message: /nothing to draw.*has 16 of them/ });
});

test('more frames than a storyboard holds: told how many, and which scenes fit', async (t) => {
  const scene = (index: number): string => `INT. ROOM ${index} - DAY\n\n${'She cooks.\n\n'.repeat(50)}`;
  const five = Array.from({ length: 5 }, (_, index) => scene(index + 1)).join('');
  await t.throwsAsync(boardOf(five), {
    instanceOf: UserError,
    message: /^250 frames.*at most 200: take some of the 5 scenes, for example --scenes 1-4$/,
  });
  await t.throwsAsync(boardOf(`${five}${five}`, [2, 9]), { message: /--scenes 2-5$/ });
  t.is((await boardOf(five, [1, 4])).frames.length, limits.framesMax);
  await t.throwsAsync(boardOf(`INT. ROOM - DAY\n\n${'She cooks.\n\n'.repeat(201)}`), {
    message: /take some of the 1 scenes$/,
  });
});

test('the screenplay that comes with the demo is a storyboard of 24 to 30 varied frames', async (t) => {
  const { frames, scenes } = await boardOf(shipped);
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
