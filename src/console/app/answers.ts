/**
 * The answers of the operations, by operation id. Their types are those of the contract: a page that reads an unknown
 * member does not pass the type check.
 */
import type { declared } from '../../http/contract/operations/registry.ts';
import type { Static } from '../../kernel/shape.ts';

type Declared = typeof declared;
type AnswersOf<O extends keyof Declared> = Declared[O]['answers'];

export type Answers = { readonly [O in keyof Declared]: Static<AnswersOf<O>[keyof AnswersOf<O>]> };

export type Project = Answers['listProjects']['projects'][number];
export type WorkPlan = Answers['planStoryboardImages'];
export type JobPoll = Answers['pollJob'];
export type Requirement = JobPoll['requirements'][number];
export type Attempt = Requirement['attempts'][number];
export type Sequence = Answers['getPhotoSequence'];
export type SequenceFrame = Sequence['frames'][number];
export type Evidence = NonNullable<SequenceFrame['evidence']>;
export type Job = Answers['listJobs']['jobs'][number];
export type Media = NonNullable<Answers['getJob']['result']>['assets'][number];
export type LedgerEntry = Answers['listLedgerEntries']['entries'][number];
export type Delivery = Answers['getDelivery']['delivery'];
export type Destination = Delivery['destinations'][number];
export type Statement = Answers['getLedgerStatement']['statement'];
export type LibraryAsset = Answers['listAssets']['photos'][number];
export type CreativeSettings = Answers['getCreativeSettings']['settings'];
export type Workspace = Answers['listWorkspaces']['workspaces'][number];
export type Webhook = Answers['listWebhooks']['webhooks'][number];
export type Member = Answers['listMembers']['members'][number];
