/** The containers that a content type may have, by the names that makers of files give them. */
import test from 'ava';
import { type Container, isContained } from '../../../src/kernel/media-types.ts';

const containers: readonly Container[] = ['mp4', 'mov', 'matroska', 'webm', 'wav', 'mp3', 'ogg', 'aac', 'flac'];

const allowed: Readonly<Record<string, readonly Container[]>> = {
  'audio/wav': ['wav'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['mp4', 'mov'],
  'audio/aac': ['aac'],
  'audio/flac': ['flac'],
  'audio/ogg': ['ogg'],
  'audio/webm': ['matroska', 'webm'],
  'video/mp4': ['mp4', 'mov'],
  'video/webm': ['matroska', 'webm'],
  'video/quicktime': ['mp4', 'mov'],
  'image/png': [],
};

test('a content type names one container, or two that makers of files name for each other', (t) => {
  for (const [type, some] of Object.entries(allowed)) {
    t.deepEqual(
      containers.filter((container) => isContained(type, container)),
      some,
      type,
    );
  }
});
