/**
 * The answers of the operations that the console calls, by operation id. Their types are those of the contract:
 * a page that reads an unknown member does not pass the type check.
 */
import type {
  alreadySatisfied,
  generateAccepted,
  jobAnswer,
  jobPage,
  jobPoll,
  repairAccepted,
} from '../../http/contract/shapes/job.ts';
import type { photoSequence, reviewed, workPlan } from '../../http/contract/shapes/photo-sequence.ts';
import type { oneProject, projectPage, scriptAnswer, storyboardAnswer } from '../../http/contract/shapes/project.ts';
import type { capabilities } from '../../http/contract/shapes/capabilities.ts';
import type { creditSummary, ledgerPage } from '../../http/contract/shapes/credits.ts';
import type { planCertificate } from '../../http/contract/shapes/certificate.ts';
import type { deliveryAnswer, deliveryLog, deliveryPage } from '../../http/contract/shapes/delivery.ts';
import type { keySet, ledgerCheckpoint, ledgerStatement } from '../../http/contract/shapes/ledger.ts';
import type { jobRead } from '../../http/contract/shapes/media.ts';
import type { serviceState } from '../../http/contract/shapes/service-state.ts';
import type { settingsAnswer } from '../../http/contract/shapes/settings.ts';
import type { assetPage } from '../../http/contract/shapes/storage.ts';
import type { qualityReport } from '../../http/contract/shapes/video.ts';
import type { webhookList, webhookRemoved, webhookWithSecret } from '../../http/contract/shapes/webhook.ts';
import type { members, oneWorkspace, workspacePage } from '../../http/contract/shapes/workspace.ts';
import type { Static } from '../../kernel/shape.ts';

export type Answers = {
  readonly getCreditSummary: Static<typeof creditSummary>;
  readonly listProjects: Static<typeof projectPage>;
  readonly createProject: Static<typeof oneProject>;
  readonly getProject: Static<typeof oneProject>;
  readonly getScript: Static<typeof scriptAnswer>;
  readonly reviseScript: Static<typeof oneProject>;
  readonly getStoryboard: Static<typeof storyboardAnswer>;
  readonly planStoryboardImages: Static<typeof workPlan>;
  readonly generateStoryboardImages: Static<typeof generateAccepted> | Static<typeof alreadySatisfied>;
  readonly listJobs: Static<typeof jobPage>;
  readonly pollJob: Static<typeof jobPoll>;
  readonly streamJob: Static<typeof jobPoll>;
  readonly cancelJob: Static<typeof jobAnswer>;
  readonly pauseJob: Static<typeof jobAnswer>;
  readonly resumeJob: Static<typeof jobAnswer>;
  readonly getPhotoSequence: Static<typeof photoSequence>;
  readonly reviewPhotoSequence: Static<typeof reviewed>;
  readonly repairPhotoSequence: Static<typeof repairAccepted>;
  readonly getPlanCertificate: Static<typeof planCertificate>;
  readonly getJob: Static<typeof jobRead>;
  readonly decideCheckpoint: Static<typeof jobAnswer>;
  readonly checkVideoQuality: Static<typeof qualityReport>;
  readonly listAssets: Static<typeof assetPage>;
  readonly deliverVideo: Static<typeof deliveryAnswer>;
  readonly listDeliveries: Static<typeof deliveryPage>;
  readonly redeliver: Static<typeof deliveryAnswer>;
  readonly getDelivery: Static<typeof deliveryLog>;
  readonly listLedgerEntries: Static<typeof ledgerPage>;
  readonly getLedgerStatement: Static<typeof ledgerStatement>;
  readonly getLedgerCheckpoint: Static<typeof ledgerCheckpoint>;
  /** Lines of JSON. */
  readonly exportLedger: string;
  readonly getKeySet: Static<typeof keySet>;
  readonly getServiceState: Static<typeof serviceState>;
  readonly getCapabilities: Static<typeof capabilities>;
  readonly getCreativeSettings: Static<typeof settingsAnswer>;
  readonly saveCreativeSettings: Static<typeof settingsAnswer>;
  readonly listWorkspaces: Static<typeof workspacePage>;
  readonly createWorkspace: Static<typeof oneWorkspace>;
  readonly listWebhooks: Static<typeof webhookList>;
  readonly createWebhook: Static<typeof webhookWithSecret>;
  readonly pingWebhook: Static<typeof deliveryAnswer>;
  readonly rotateWebhook: Static<typeof webhookWithSecret>;
  readonly removeWebhook: Static<typeof webhookRemoved>;
  readonly listMembers: Static<typeof members>;
  readonly putMember: Static<typeof members>;
  readonly removeMember: Static<typeof members>;
};

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
