import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { evidence, hash } from '../common.ts';
import { attemptMembers } from './common.ts';

/** The scorer judged an attempt; the evidence is all that the verdict rests on. */
export const frameScored = defineEvent('job', 'FrameScored', object({ ...attemptMembers, assetHash: hash, evidence }));
