/** The service's answers, as the contract declares them: each body is checked against it on arrival. */
import type { declared } from '../../../http/contract/operations/registry.ts';
import type { Static } from '../../../kernel/shape.ts';

type Declared = typeof declared;
type AnswerOf<I extends keyof Declared> = Static<Declared[I]['answers'][keyof Declared[I]['answers']]>;

export type JobPoll = AnswerOf<'pollJob'>;
export type PolledRequirement = JobPoll['requirements'][number];
export type PolledAttempt = PolledRequirement['attempts'][number];
export type Asset = NonNullable<PolledAttempt['asset']>;
export type Evidence = NonNullable<PolledAttempt['evidence']>;
export type WorkPlan = AnswerOf<'planStoryboardImages'>;
export type JobRead = AnswerOf<'getJob'>;
export type PhotoSequence = AnswerOf<'getPhotoSequence'>;
export type SequenceFrame = PhotoSequence['frames'][number];
export type Credits = AnswerOf<'getCreditSummary'>['credits'];
export type LedgerEntry = AnswerOf<'listLedgerEntries'>['entries'][number];
export type Capability = AnswerOf<'getCapabilities'>['capabilities'][number];
