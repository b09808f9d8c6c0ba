/** Projects with all that is given to them, and what people decide on them (spec). */
import { DAY, KiB, MiB, MINUTE, SECOND } from './units.ts';

export const projectLimits = {
  /** Artifacts kept in memory: 200 frames with prompts of 12,000 characters are a manifest of 10 MB. */
  artifactCacheBytesMax: 64 * MiB,
  /** Of an artifact that is written or hashed, before others have their turn. */
  artifactSliceBytes: 64 * KiB,
  /** Of one text in it, before the text written so far is checked. */
  textSliceChars: 32 * KiB,
  nameCharsMax: 120,
  workspaceNameCharsMax: 80,
  /** `WorkspaceDeleted` and `WorkspacePeriodClosed` list all of them. */
  membersPerWorkspaceMax: 1_000,
  /** As many as members. So the end of a period costs no more than the events that it sums up. */
  workspacePeriodEvents: 1_000,
  promptCharsMax: 12_000,
  framesMax: 200,
  framesPerPlanMax: 32,
  /** Frames outside the storyboard that a manifest keeps for their return: of accepted ones, and of others. */
  framesLaidAsideMax: 200,
  /** A film of an hour: 720 scenes, and its speech, music, assembly and report. `JobQueued` names all of them. */
  tasksPerJobMax: 724,
  /** Each adds two events to its stream, and an honest client needs few. */
  pausesPerJobMax: 50,
  /** The rate of speech that words are priced by. */
  wordsPerMinute: 150,
  /** Music is priced by the started half minute. */
  musicPriceStepMs: 30 * SECOND,
  /** Parts that a manifest can have: `framesMax` frames in plans of `framesPerPlanMax`. */
  plansPerManifestMax: 10,
  /** Generations and repairs of one plan, each a job. Past it, the remaining frames are planned again. */
  jobsPerPlanMax: 64,
  /** Events of a project between two that carry its whole state: a few KB each, 85 KB at most. */
  projectPeriodEvents: 200,
  referenceUrlsMax: 16,
  styleNotesCharsMax: 4_000,
  negativePromptCharsMax: 4_000,
  frameTitleCharsMax: 500,
  sceneIdCharsMax: 200,
  seedMax: 2_147_483_647,
  /** Of a script that comes with its project. */
  scriptCharsMax: 2_000_000,
  /** Of a script that is put, in a body of 1 MiB. */
  scriptPutCharsMax: 1_000_000,
  /** Characters of a script that are read in one turn of the event loop. */
  scriptSliceChars: 16 * KiB,
  /** Characters of a line that may be a scene heading, and of one that may be a character's name. */
  scriptHeadingCharsMax: 2_000,
  scriptCueCharsMax: 100,
  /** Characters of one speech that are read: none of it is drawn. */
  scriptSpeechCharsMax: 4_000,
  /** Speeches that are kept beside the frames, for clients that show them. */
  scriptSpeechesMax: 5_000,
  /** Speakers that a scene without action shows, and notes on the framing of one frame. */
  scriptSpeakersMax: 8,
  scriptShotsMax: 8,
  scriptTitlePageCharsMax: 4_000,
  urlCharsMax: 2_048,
  expectedMemberCharsMax: 180,
  projectIdCharsMin: 3,
  projectIdCharsMax: 120,
  syncCountMaxChain: 6,
  syncCountMaxMasterReference: 24,
  syncCountMaxIndependent: 32,

  // Review and repair (spec, PhotoSequenceReviewRequest).
  decisionsMax: 32,
  /** Decisions of people on one picture of a frame. An honest review takes few; each is an event of the plan. */
  decisionsPerPictureMax: 20,
  noteCharsMax: 4_000,
  /** As JSON with its quotes: four for each character. Those of 32 frames, with all else of a plan, fit one append. */
  noteBytesMax: 16_002,
  repairAdditionsMax: 50,
  repairAdditionCharsMax: 1_000,
  attemptsByLadderMax: 3,
  attemptsByPersonMax: 2,
  reviewExpiryMs: 30 * DAY,
  /** Of the bounds of looks under the governance modes `strict` and `creative`; see `kernel/governance.ts`. */
  governanceStrictFactor: 1.1,
  governanceCreativeFactor: 0.9,

  // Creative settings (spec, CreativeAgentSettingsRequest). The characters of list items are ours.
  authorSignatureCharsMax: 160,
  creativeGoalsMax: 12,
  creativeGoalCharsMax: 1_000,
  bannedTopicsMax: 20,
  bannedTopicCharsMax: 200,
  visualStyleCharsMax: 1_000,
  musicDirectionCharsMax: 1_000,
  pacingMax: 5,
  ethicalGuardrailsMax: 20,
  ethicalGuardrailCharsMax: 1_000,
  additionalLanguagesMax: 4,

  // Uploads of users by signed URL. The sizes of each category are in `upload-categories.ts`.
  uploadUrlTtlSeconds: 900,
  /** After its URL has expired an upload may still be under way for so long; then its place is cleared. */
  uploadGraceMs: 60 * MINUTE,
  /** One of which nothing is there by then has another look so much later: S3 ends no upload that is slow. */
  uploadAwaitedMs: 1 * DAY,
  uploadFilenameCharsMax: 255,
  /** The embedded store takes so many at once: of all workspaces, of one, and of one user in any of them. */
  uploadsAtOnceMax: 16,
  uploadsAtOncePerWorkspaceMax: 4,
  uploadsAtOncePerUserMax: 4,
  /** The least speed of an upload, and how far it may be behind that before it is cut. */
  uploadBytesPerSecondMin: 256 * KiB,
  uploadAllowanceMs: 30 * SECOND,
  /** While all places are taken, one that is so far behind gives way to a newcomer. */
  uploadYieldMs: 2 * SECOND,
  uploadCheckMs: 1 * SECOND,
  /** Pictures that are looked at at once: each is in memory as a whole. */
  uploadPicturesAtOnceMax: 2,
  /** Sounds and films that are looked at at once: each is in a scratch folder as a whole. */
  uploadMediaAtOnceMax: 4,
  /** Looks at once for one workspace. */
  uploadLooksPerWorkspaceMax: 2,
  /** Uploads that wait to be looked at, beside those. */
  uploadsWaitingMax: 64,
  uploadMediaMsMax: 180 * MINUTE,
} as const;
