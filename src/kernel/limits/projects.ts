/** Projects, storyboards and scripts (spec, StoryboardPhotoBatchRequest). */
import { KiB, MiB, SECOND } from './units.ts';

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
} as const;
