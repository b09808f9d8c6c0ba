import test from 'ava';
import { splitScript, type SplitScript } from '../../../../../src/application/projects/script/split-script.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { createHastyTimers } from '../../../../support/kernel/hasty-timers.ts';

const split = async (script: string): Promise<SplitScript> => splitScript(script, createHastyTimers());
const prompts = async (script: string): Promise<readonly string[]> =>
  (await split(script)).frames.map(({ prompt }) => prompt);

test('each paragraph of action is a frame under the heading of its scene', async (t) => {
  const { title, byline, scenes, count, frames } = await split(`Title: Two *Rooms*
Credit: written by
Author: A. Writer
Contact:
    A street
    A town

FADE IN:

INT. KITCHEN - DAY

She cooks.

He eats.

EXT. YARD - NIGHT

Rain.
`);
  t.deepEqual([title, byline, scenes, count], ['Two Rooms', 'written by A. Writer', 2, 3]);
  t.deepEqual(
    frames.map(({ scene, sceneId, place, heading, text }) => [scene, sceneId, place, heading, text]),
    [
      [1, '1', 0, 'INT. KITCHEN - DAY', 'She cooks.'],
      [1, '1', 1, 'INT. KITCHEN - DAY', 'He eats.'],
      [2, '2', 0, 'EXT. YARD - NIGHT', 'Rain.'],
    ],
  );
});

test('a prompt says where, how it is framed, how people look, and what happens', async (t) => {
  t.deepEqual(
    await prompts(`INT. KITCHEN - DAY

[[shot: close up]]
ADA (a woman in a red coat) sees BEN (a baker).

Ada leaves. [[shot: wide, low angle]]

[[shot: insert]]

Ben's bread. [[check with legal]]

Benjamin is somebody else.

MARY ANN (an aunt) and Bens.

Mary Ann sits. Mary stands.
`),
    [
      'Int. kitchen - day. Close up. With Ada, a woman in a red coat; Ben, a baker. Ada sees Ben.',
      'Int. kitchen - day. Wide, low angle. With Ada, a woman in a red coat. Ada leaves.',
      "Int. kitchen - day. Insert. With Ben, a baker. Ben's bread.",
      'Int. kitchen - day. Benjamin is somebody else.',
      'Int. kitchen - day. With Ben, a baker; Mary Ann, an aunt. Mary Ann and Bens.',
      'Int. kitchen - day. With Mary Ann, an aunt. Mary Ann sits. Mary stands.',
    ],
  );
});

test('speech goes with the frame before it, and is not drawn', async (t) => {
  const { frames } = await split(`INT. KITCHEN - DAY

ADA (V.O.)
Before all.

She cooks.

ADA
(softly)
Come in.
  
I said: come in.

@McBEN ^
~Thanks, la la
thanks.

IRIS
No fade, a name.
`);
  t.deepEqual(
    frames.map(({ text, dialogue }) => [text, dialogue]),
    [
      [
        'She cooks.',
        [
          { who: 'ADA', says: 'Before all.' },
          { who: 'ADA', says: 'Come in. I said: come in.' },
          { who: 'McBEN', says: 'Thanks, la la thanks.' },
          { who: 'IRIS', says: 'No fade, a name.' },
        ],
      ],
    ],
  );
});

test('a scene in which people only talk, or nothing is told, is one frame', async (t) => {
  t.deepEqual(await prompts('INT. KITCHEN - DAY\n\nADA\nHello.\n\nBEN\nHello.\n\nEXT. SEA - NIGHT\n'), [
    'Int. kitchen - day. ADA and BEN talk.',
    'Ext. sea - night. Establishing shot.',
  ]);
});

test('parts of the format beside scenes, action and dialogue are not drawn', async (t) => {
  const screenplay = `# Act one

= She cooks.

FADE IN:

INT. KITCHEN - DAY

/* She
burns it. */

She cooks.

~A song

> THE END <

> BURN TO WHITE.

===

CUT TO:

FADE OUT.
`;
  t.deepEqual(await prompts(screenplay), ['Int. kitchen - day. She cooks.']);
});

test('nothing to draw makes no frame', async (t) => {
  const none = [
    '',
    ' \n\t\n',
    '\ufeff',
    'Title: A\nAuthor: B\n',
    'FADE IN:\n\nCUT TO:\n',
    '[[a note]]',
    '/* a boneyard */',
  ];
  for (const script of none) t.like(await split(script), { count: 0, frames: [] }, JSON.stringify(script));
});

test('plain text without headings is a frame for each paragraph', async (t) => {
  const { scenes, frames } = await split('A man walks\ninto a bar.\n\nHe orders.');
  t.is(scenes, 0);
  t.deepEqual(
    frames.map(({ scene, sceneId, heading, prompt }) => [scene, sceneId, heading, prompt]),
    [
      [0, '', '', 'A man walks into a bar.'],
      [0, '', '', 'He orders.'],
    ],
  );
});

test('headings count where no blank line sets them apart', async (t) => {
  const { scenes, frames } = await split(`FADE IN:
INT. KITCHEN - DAY
She cooks.
EXT. YARD - NIGHT
ADA
Hello.
INT./EXT. CAR - DAY
They drive.
Est ce lui?
`);
  t.is(scenes, 3);
  t.deepEqual(
    frames.map(({ prompt }) => prompt),
    ['Int. kitchen - day. She cooks.', 'Ext. yard - night. ADA talks.', 'Int./ext. car - day. They drive. Est ce lui?'],
  );
});

test('headings and action can be forced, and dots alone force nothing', async (t) => {
  const { scenes, frames } = await split('.THE BEACH #12A#\n\n!BANG\nShe falls.\n\n...and gets up.\n');
  t.is(scenes, 1);
  t.deepEqual(
    frames.map(({ sceneId, heading, text }) => [sceneId, heading, text]),
    [
      ['12A', 'THE BEACH', 'BANG She falls.'],
      ['12A', 'THE BEACH', '...and gets up.'],
    ],
  );
});

test('the ends of lines are those of any system, and a byte order mark is none of the text', async (t) => {
  const lines = ['INT. KITCHEN - DAY', '', 'She', 'cooks.', '', 'He eats.'];
  const unix = await prompts(lines.join('\n'));
  t.is(unix.length, 2);
  for (const end of ['\r\n', '\r', '\u2028', '\u0085', '\v']) t.deepEqual(await prompts(lines.join(end)), unix);
  t.deepEqual(await prompts(`\ufeff${lines.join('\r\n')}`), unix);
  t.deepEqual(await prompts('She cooks.\fHe eats.'), ['She cooks. He eats.']);
});

test('boneyards go within a line and over many; one that is never closed is text', async (t) => {
  t.deepEqual(await prompts('She /* never */cooks.\n'), ['She cooks.']);
  t.deepEqual(await prompts('She cooks. /* INT. A\n\nB\n\n*/He eats.\n'), ['She cooks.', 'He eats.']);
  t.deepEqual(await prompts('She/* a\nb */ cooks /**/ well. /*/ x */\n'), ['She cooks well.']);
  t.deepEqual(await prompts('She /* cooks.\n'), ['She /* cooks.']);
});

test('scripts other than Latin: names are in capitals where there are any, else after @', async (t) => {
  const { frames } = await split(`INT. КУХНЯ - ДЕНЬ

Он входит
в комнату.

АННА
Привет!

他走进房间。
他坐下。

@小明
你好！

می‌خواهم بروم
به خانه

ΜΑΡΙΑ (ήσυχα)
Γεια.
`);
  t.deepEqual(
    frames.map(({ prompt, dialogue }) => [prompt, dialogue]),
    [
      ['Int. кухня - день. Он входит в комнату.', [{ who: 'АННА', says: 'Привет!' }]],
      ['Int. кухня - день. 他走进房间。 他坐下。', [{ who: '小明', says: '你好！' }]],
      ['Int. кухня - день. می‌خواهم بروم به خانه.', [{ who: 'ΜΑΡΙΑ', says: 'Γεια.' }]],
    ],
  );
});

test('markup, halves of characters and what could steer a terminal are gone', async (t) => {
  const text = 'She **cooks** _well_, for snake_case \u001b[31mred\u001b[0m \u202eeyes\ud800.\r\n';
  t.deepEqual(await prompts(text), ['She cooks well, for snake_case [31mred [0m eyes .']);
});

test('notes go, over lines and, with two blanks between, over paragraphs', async (t) => {
  t.deepEqual(await prompts('She [[a\nb\n  \nc]] cooks.\n'), ['She cooks.']);
});

test('all frames are counted, and as many as fit are made', async (t) => {
  const scene = (index: number): string => `INT. ROOM ${index} - DAY\n\n${'She cooks.\n\n'.repeat(3)}`;
  const script = Array.from({ length: 1_500 }, (_, index) => scene(index + 1)).join('');
  const { scenes, count, lastFitting, frames } = await split(script);
  t.deepEqual([scenes, count, lastFitting, frames.length], [1_500, 4_500, 66, limits.framesMax]);
  const some = await splitScript(script, createHastyTimers(), [1_000, 1_066]);
  t.deepEqual([some.scenes, some.count, some.lastFitting], [1_500, 201, 1_065]);
});

test('long texts are cut to what a storyboard takes, at whole characters', async (t) => {
  const [frame] = (await split(`INT. ${'A'.repeat(600)} - DAY\n\n${'word '.repeat(5_000)}\n`)).frames;
  t.is(Array.from(frame?.prompt ?? '').length, limits.promptCharsMax);
  for (const text of [' 👩‍👧'.repeat(5_000), ` x${'👩‍👧'.repeat(5_000)}`]) {
    t.true((await split(text)).frames[0]?.prompt.isWellFormed());
  }
});
