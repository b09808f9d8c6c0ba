/** The state at the end: jobs, sequences and ledger, and every picture with its hash computed anew. */
import { hash } from 'node:crypto';
import { declared } from '../../http/contract/operations/registry.ts';
import { limits } from '../../kernel/limits.ts';
import type { Asset, JobPoll, LedgerEntry, PhotoSequence, WorkPlan } from './record/answers.ts';
import type { Api } from './api.ts';
import { type Conversation, until } from './conversation.ts';
import { creditsOf } from './credits.ts';
import type { Picture, Run } from './record/run.ts';

export type Facts = Pick<Run, 'jobs' | 'sequences' | 'credits' | 'entries' | 'pictures'>;

const DOWNLOADS_AT_ONCE = 4;

export const collect = async (
  conversation: Conversation,
  plan: WorkPlan,
  jobIds: readonly string[],
): Promise<Facts> => {
  const { api, projectId } = conversation;
  const settled = await until(
    conversation,
    'the release of what was held',
    async () => creditsOf(api),
    ({ held }) => held === 0,
  );
  const jobs: JobPoll[] = [];
  for (const jobId of jobIds) {
    jobs.push((await api.call(declared.pollJob, { parameters: { projectId, jobId } })).body);
  }
  const sequences: PhotoSequence[] = [];
  for (const { planId } of plan.sequences) {
    sequences.push((await api.call(declared.getPhotoSequence, { parameters: { projectId, planId } })).body);
  }
  const entries = await allEntries(api);
  const pictures = await picturesOf(api, assetsIn(jobs, sequences));
  return { jobs, sequences, credits: settled, entries, pictures };
};

/** Oldest first. */
const allEntries = async (api: Api): Promise<readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = {
      limit: String(limits.ledgerPageSizeMax),
      ...(cursor === null ? {} : { cursor }),
    };
    const { body } = await api.call(declared.listLedgerEntries, { query });
    entries.push(...body.entries);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return entries;
};

/** By hash; of several with one hash the last, whose URL is the newest. */
const assetsIn = (jobs: readonly JobPoll[], sequences: readonly PhotoSequence[]): ReadonlyMap<string, Asset> => {
  const attempts = jobs.flatMap(({ requirements }) => requirements).flatMap((requirement) => requirement.attempts);
  const frames = sequences.flatMap((sequence) => sequence.frames);
  return new Map([...attempts, ...frames].flatMap(({ asset }) => (asset === null ? [] : [[asset.hash, asset]])));
};

const picturesOf = async (api: Api, assets: ReadonlyMap<string, Asset>): Promise<ReadonlyMap<string, Picture>> => {
  const pictures = new Map<string, Picture>();
  const waiting = [...assets.values()];
  const fetchNext = async (): Promise<void> => {
    for (let asset = waiting.shift(); asset !== undefined; asset = waiting.shift()) {
      const bytes = await api.download(asset.url);
      pictures.set(asset.hash, { bytes, actualHash: `sha256:${hash('sha256', bytes)}` });
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, fetchNext));
  return pictures;
};
