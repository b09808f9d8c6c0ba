/** Small real pictures, and makers that draw them. Behind the picture are the words that the quick scorer goes by. */
import sharp from 'sharp';
import type { Makers } from '../../../src/main/core.ts';
import { drawn, quickEngine, quickMakers, quickScorer } from './quick-makers.ts';

const small = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#3366aa' } });

export const smallPng = async (): Promise<Buffer> => small().png().toBuffer();
export const smallJpeg = async (): Promise<Buffer> => small().jpeg().toBuffer();

export const realPictureMakers = async (): Promise<Makers> => {
  const picture = await smallPng();
  const engine = {
    ...quickEngine(),
    perform: async (...[, request]: Parameters<ReturnType<typeof quickEngine>['perform']>) => {
      const done = drawn(request);
      const content = Buffer.concat([picture, done.output.content]);
      return Promise.resolve({ ...done, output: { ...done.output, content } });
    },
  };
  const scorer = {
    ...quickScorer,
    score: async ({ bytes, ...rest }: Parameters<typeof quickScorer.score>[0]) =>
      quickScorer.score({ ...rest, bytes: bytes.subarray(picture.length) }),
  };
  return { ...quickMakers(engine), scorer };
};
