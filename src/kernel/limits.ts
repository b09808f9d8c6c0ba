/**
 * Every bound of the service, units in the name. "spec", "contract" and "design" name the page that gives the number;
 * the rest are ours.
 */

const KiB = 1024;
const MiB = 1024 * KiB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

export const limits = {
  // Events (design, section 5)
  eventBytesMax: 128 * KiB,
  appendBytesMax: 768 * KiB,
  /** Commands that are decided and appended in one go. */
  roundCommandsMax: 256,
  /** Turns of the event loop for which a round waits for more of them. */
  roundGatherTurnsMax: 4,
  /** Commands that may wait for one stream; more are answered `unavailable`. */
  streamQueueMax: 4_096,
  /** Times that a round is decided again on a conflict before it is given up as `unavailable`. */
  conflictRetriesMax: 16,
  /** Times that an append of unknown outcome is sent again before its callers are told `outcome_unknown`. */
  ambiguousRetriesMax: 8,
  /** Waits between looks for an append of unknown outcome; the last one repeats. */
  settleBackoffMs: [20, 50, 100, 200, 500, 1 * SECOND],
  /** What all folds and checks of the log take of one turn of the event loop together, in milliseconds. */
  sliceMs: 5,
  /** How long a thread that seems stuck has to say something all the same. */
  threadSilenceGraceMs: 1 * SECOND,
  /** How often it is looked how long turns of the event loop are; none is told to be longer by more than this. */
  turnSampleMs: 5,
  /** How long the pauses of V8 that fell into a turn may be told of after it. */
  turnSettleMs: 1 * SECOND,
  /** Characters of the events that the folded streams in memory were folded from. */
  stateCacheCharsMax: 32 * MiB,
  /** What a stream in memory counts beside its events: no more of them than 32,768. */
  statePlaceChars: 1 * KiB,
  /** Streams of which the embedded log remembers the head. */
  headCacheStreamsMax: 4_096,
  /** Workspaces whose last own append is remembered one by one; the others share the latest of theirs. */
  lastAppendedMax: 10_000,
  /** Events just encoded that need not be parsed and checked again when they come back from the store. */
  freshEventsMax: 1_024,
  /** Events that a feed gives at once. */
  feedBatchEventsMax: 1_000,

  // HTTP (contract, section 1; reliability, section e)
  bodyBytesMax: 1 * MiB,
  bodyBytesStoryboardMax: 16 * MiB,
  jsonDepthMax: 32,
  /** Wrong members that one refusal names. */
  errorDetailsMax: 100,
  headersMax: 100,
  headerBytesMax: 16 * KiB,
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  /** Connections of one process. Past it a newcomer takes the place of one that waits for its client. */
  connectionsMax: 2_000,
  /** Connections of one address (IPv6: one network of 64 bits) on which a request has begun and is not whole. */
  halfOpenPerAddressMax: 256,
  /** Requests of one connection that wait for their answers. */
  pipelinedRequestsMax: 128,
  /** What a client reads at least while something waits for it, and how far it may be behind that. */
  readerBytesPerSecondMin: 16 * KiB,
  readerStallMs: 30 * SECOND,
  /** How often the log says that connections were cut. */
  cutsToldEveryMs: 10 * SECOND,
  connectionsCheckMs: 1 * SECOND,
  keepAliveMs: 10 * SECOND,
  requestsPerSocketMax: 100_000,
  /** Bytes of request bodies held at once by one process; past it, the body that is late gives way. */
  bodiesHeldBytesMax: 256 * MiB,
  /** The same, of one user. */
  bodiesHeldPerUserBytesMax: 64 * MiB,
  /** Bodies of operations that ask for no token, and take none or an empty one. */
  bodyBytesPublicMax: 1 * KiB,
  /** Larger bodies are parsed and checked on a thread. */
  bodyInlineBytesMax: 16 * KiB,
  /** Memory of that thread; a body that needs more is answered 503. */
  bodyThreadHeapMiB: 512,
  /** Values in one body, at any depth: the largest one that is valid has a tenth of it. */
  jsonValuesMax: 50_000,
  /** Larger answers are compressed for clients that take it (contract, section 8). */
  compressOverBytes: 8 * KiB,
  /** How long a browser remembers what a page of another origin may do; none does for longer. */
  preflightSeconds: 2 * 60 * 60,
  pathCharsMax: 4_096,
  idempotencyKeyCharsMax: 255,
  tokenBytesMax: 8 * KiB,
  tokenCacheMs: 60 * SECOND,
  tokenCacheMax: 10_000,
  /** Read-class requests may use a membership this old (design, section 5). */
  membershipAgeMaxMs: 1 * SECOND,
  /** The same while the log does not answer: whoever was removed elsewhere may read on for so long. */
  outageStateAgeMaxMs: 10 * MINUTE,
  /** How long a GET waits for the read model before it folds the streams. */
  freshWaitMs: 250,
  /** Events that a list may fold past the checkpoint before it answers `read_model_behind`. */
  listFoldEventsMax: 2_000,
  /** Documents that one page of a list may look at for the few that a filter leaves. */
  listScanDocumentsMax: 1_000,
  /** Characters of documents kept parsed in one process, for those who poll them. */
  parsedDocumentsCharsMax: 16 * MiB,
  /** Documents that a process has folded from streams and keeps, to go on from there. */
  streamDocumentsMax: 256,
  /** Projects of which a process remembers the workspace, which never changes. */
  projectOwnersMax: 50_000,
  /** Users of whom a process knows that their personal workspace is complete. */
  usersKnownMax: 50_000,
  /** Code points of a person's name, as a token bears it. */
  nameOfPersonCharsMax: 120,
  /** People whose names a process has at hand. */
  namesKnownMax: 50_000,
  /** How old a name that is shown may be: one that was erased is gone everywhere after so long. */
  nameAgeMaxMs: 5 * SECOND,
  longPollMaxMs: 30 * SECOND,
  sseHeartbeatMs: 15 * SECOND,
  sseConnectionsMax: 500,
  /** Event streams and long polls of one workspace, so that one tenant cannot take all of them. */
  livePerWorkspaceMax: 50,
  /** A live answer looks again after this long, also when nothing woke it: another process may have written. */
  liveLookMs: 2 * SECOND,
  /** Between two looks: a busy workspace wakes its live answers far more often than a person can see. */
  liveLookMinMs: 100,
  /** What `Retry-After` says on a 202. */
  pollAfterSeconds: 1,
  /** Presented job bodies kept as bytes, so that polls of an unmoved job cost no encoding. */
  presentedBytesMax: 64 * MiB,
  rateBucketsMax: 50_000,
  positionCharsMax: 100,
  cursorCharsMax: 500,
  pageSizeMax: 100,
  pageSizeDefault: 20,
  ledgerPageSizeMax: 1_000,
  /** Also what a page has unless a client asks for less: the list of the spec has no pages. */
  workspacesPageSizeMax: 1_000,
  syncCallTimeoutMs: 120 * SECOND,
  /** How often a waiting call looks at its work: soon at first, then less. */
  syncPollMinMs: 5,
  syncPollMaxMs: 50,

  // Tokens (reliability, section e, J10-J12)
  clockToleranceSeconds: 30,
  tokenAgeMaxSeconds: 24 * 60 * 60,
  tokenTtlDefaultSeconds: 60 * 60,
  subjectCharsMax: 200,
  jwksBytesMax: 256 * KiB,
  jwksTimeoutMs: 5 * SECOND,
  /** A key id that is not known asks for the key set again at most this often (J17). */
  jwksCooldownMs: 30 * SECOND,
  /** The same while it cannot be had. */
  jwksRetryMs: 5 * SECOND,
  /** A key set this old is asked for again, so that removed keys are noticed. */
  jwksAgeMaxMs: 5 * MINUTE,
  /** How long known keys are believed while the key set cannot be had. */
  jwksStaleMaxMs: 60 * MINUTE,

  // Artifacts kept in memory: 200 frames with prompts of 12,000 characters are a manifest of 10 MB
  artifactCacheBytesMax: 64 * MiB,
  /** Of an artifact that is written or hashed, before others have their turn. */
  artifactSliceBytes: 256 * KiB,

  // Projects and storyboards (spec, StoryboardPhotoBatchRequest; contract, section 5)
  nameCharsMax: 120,
  workspaceNameCharsMax: 80,
  /** All of them stand in `WorkspaceDeleted`, and in `WorkspacePeriodClosed`. */
  membersPerWorkspaceMax: 1_000,
  /** As many as there can be members, so that the ends of periods cost no more than what they sum up. */
  workspacePeriodEvents: 1_000,
  promptCharsMax: 12_000,
  framesMax: 200,
  framesPerPlanMax: 32,
  /** Parts that a manifest can have: `framesMax` frames in plans of `framesPerPlanMax`. */
  plansPerManifestMax: 10,
  /** Generations and repairs of one plan, each a job. Past it, what is left is planned again. */
  jobsPerPlanMax: 64,
  /** Events of a project between two that carry all of its state: some KB each, 64 at the very most. */
  projectPeriodEvents: 200,
  referenceUrlsMax: 16,
  styleNotesCharsMax: 4_000,
  negativePromptCharsMax: 4_000,
  frameTitleCharsMax: 500,
  sceneIdCharsMax: 200,
  seedMax: 2_147_483_647,
  scriptCharsMax: 2_000_000,
  /** Characters of a script that are read in one turn of the event loop. */
  scriptSliceChars: 16 * KiB,
  /** Characters of a line that may be a scene heading, and of one that may be a character's name. */
  scriptHeadingCharsMax: 2_000,
  scriptCueCharsMax: 100,
  /** Characters of one speech that are read: none of it is drawn. */
  scriptSpeechCharsMax: 4_000,
  /** Speeches that are kept beside the frames, for those who show them. */
  scriptSpeechesMax: 5_000,
  /** Speakers whom a scene without action shows, and notes on the framing of one frame. */
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

  // Review and repair (spec, PhotoSequenceReviewRequest; contract, section 7)
  decisionsMax: 32,
  /** Decisions of people on one picture of a frame. An honest review takes few; each is an event of the plan. */
  decisionsPerPictureMax: 20,
  noteCharsMax: 4_000,
  repairAdditionsMax: 50,
  repairAdditionCharsMax: 1_000,
  attemptsByLadderMax: 3,
  attemptsByPersonMax: 2,
  reviewExpiryMs: 30 * DAY,

  // Dispatch
  leaseMs: 15 * SECOND,
  leasesWatchedMax: 10_000,
  /** Calls of a `safe` engine for one attempt key while its outcome stays unknown. */
  safeRepeatsMax: 3,
  lookupEveryMs: 1 * SECOND,
  /** A job whose dispatch stays unknown this long goes to human review. */
  dispatchUnknownMaxMs: 15 * MINUTE,
  /** Frames of one job under way at once; more wait, so that one job cannot starve the others. */
  framesInFlightPerJobMax: 8,
  /** On one engine, in one process. */
  framesInFlightPerWorkspaceMax: 64,
  /** Messages of one consumer under way at once. */
  reactionsInFlightMax: 128,
  /**
   * Attempts of one consumer that wait for their turn, or have it, with their messages in memory: about 2 KB each. More
   * than any workspace can have dispatched, which is `openPartsPerWorkspaceMax`.
   */
  turnsWaitingMax: 4_096,
  /** A message whose attempt waits or runs here already is looked at again after this. */
  turnRetryMs: 1 * SECOND,
  /** Times that a scorer may fail on one picture, as one process counts, before its attempt is given up. */
  scoreFailuresMax: 8,
  /** Pictures of which a process remembers that. */
  scoresDoubtedMax: 1_000,
  /** Pictures of one process that are read to be judged, or wait for a pipeline to be judged in. */
  scoresInFlightMax: 16,
  /** Steps of one kind that a supervisor has under way at once. */
  superviseInFlightMax: 128,
  /** The same for one workspace, so that its steps that wait leave places to others. */
  superviseInFlightPerWorkspaceMax: 16,
  imagePipelinesMax: 2,
  /** Pictures that wait for a pipeline in one process: all that dispatch and scoring may have under way. */
  pictureWaitersMax: 1_024,
  /** When a thread that draws or judges one picture is given up: thrice the deadline of the engine. */
  pictureMaxMs: 45 * SECOND,
  engineBackoffMs: [1 * SECOND, 5 * SECOND, 20 * SECOND],
  /** How old an engine's answer to "can you be reached" may be. */
  engineAskEveryMs: 1 * SECOND,
  engineFailuresPerAttemptMax: 3,
  /** What an engine says of a failure, as far as the log keeps it. */
  failureMessageCharsMax: 500,
  /** Prompt corrections that one attempt carries; the newest stay. */
  correctionsMax: 50,
  /**
   * Words of a prompt that evidence names, in either list, the characters of one, and their bytes together: a
   * certificate of 32 frames, which carries all evidence, stays under `eventBytesMax`.
   */
  coverageWordsMax: 40,
  coverageWordCharsMax: 40,
  coverageBytesMax: 1_000,
  imageBytesMax: 20 * MiB,
  imagePixelsMax: 40_000_000,

  // Message log
  deliveryAttemptsMax: 5,
  deliveryBackoffMs: [100, 500, 2_000, 10_000],
  messagePartitions: 16,
  /** How long the topic of work for dispatchers keeps a message: far longer than the supervisor leaves it lying. */
  dispatchRetentionMs: 7 * DAY,
  memberSilenceMaxMs: 3 * SECOND,
  memberBeatMs: 500,
  // The same on Kafka (infra/decisions/0029); members beat as above
  /** How long a group waits for a silent member; brokers refuse less than 6 s. After half of it nothing is owned. */
  kafkaSessionMs: 10 * SECOND,
  /** How long a broker may hold a fetch that finds nothing: also what a stop or a change of members waits for. */
  kafkaFetchWaitMs: 250,
  kafkaFetchBytesMax: 4 * MiB,
  kafkaConnectTimeoutMs: 3 * SECOND,
  /** A broker that stands still takes connections and says nothing: each that is tried first costs so much. */
  kafkaRequestTimeoutMs: 5 * SECOND,
  /** Records of one partition in one request: brokers refuse a batch over 1 MiB unless told otherwise. */
  kafkaBatchBytesMax: 768 * KiB,
  /** All records of one request. */
  kafkaRequestBytesMax: 4 * MiB,
  /** Waits between tries of what a caller waits for; then it is a fault. */
  kafkaRetryMs: [100, 500, 2 * SECOND],
  /** Waits before a consumer connects again; the last one repeats. */
  kafkaReconnectMs: [200, 500, 1 * SECOND, 5 * SECOND],
  /** How long somebody who leaves waits for the server. */
  kafkaLeaveMaxMs: 5 * SECOND,
  kafkaCommitEveryMs: 500,
  /** A consumer that hears nothing for this long, though there is something, is connected anew. */
  kafkaSilenceMaxMs: 30 * SECOND,
  kafkaWatchEveryMs: 5 * SECOND,
  kafkaReplicasMax: 3,
  /** Replicas that must have a record before it counts, where there are three. */
  kafkaReplicasInSync: 2,
  /** Dead letters that the tool lists, and metrics count. */
  deadLettersListedMax: 1_000,
  /** Messages of one consumer that are taken from the feed and not yet done; more wait on disk. */
  messageReadAheadMax: 1_024,

  // Relay
  relayBatchEventsMax: 1_000,
  /** What is published in one go: below Kafka's bound of 1 MB for a batch, with its headers, in one partition. */
  relayBatchBytesMax: 512 * KiB,
  /** How often a relay that publishes saves its mark, and looks whether its topics are what they were. */
  relayMarkEveryMs: 500,
  /** The same for one that has nothing to publish. */
  relayLookEveryMs: 5 * SECOND,
  /** A topic counts as lost when it still is after this long. */
  relayLookAgainMs: 1 * SECOND,
  /** Who looks at ends waits for who publishes, and the other way round: there are two of them. */
  relayWaitersMax: 2,
  /** Waits after a fault; the last one repeats. */
  relayBackoffMs: [100, 500, 2 * SECOND, 5 * SECOND],

  // Supervision
  superviseEveryMs: 500,
  /** How often it is looked for work of a process whose clock is ahead. */
  superviseAheadEveryMs: 5 * SECOND,
  /** How far ahead the clock of another process may be before its work is carried on without it. */
  clockAheadToleratedMs: 1 * MINUTE,
  /** How long what follows an event may take before the supervisor sees to it. */
  stepGraceMs: 2 * SECOND,
  /** The same for a score. */
  scoreGraceMs: 10 * SECOND,
  openWorkPageMax: 200,
  openWorkRememberedMax: 10_000,
  /** What each look at `/metrics` counts at most: events behind a read model, and due documents of open work. */
  backlogCountedMax: 1_000,
  /** How long a document that was tried is left alone, doubling from try to try. */
  openWorkRetryMinMs: 1 * SECOND,
  openWorkRetryMaxMs: 30 * SECOND,
  /** How long a request's claim may stand before the supervisor takes it over. */
  requestClaimGraceMs: 3 * SECOND,

  // Ledger (design, section 6)
  ledgerPeriodEvents: 1_000,
  // The next seven together keep a LedgerPeriodClosed, which carries all of it, under `eventBytesMax`.
  openHoldsPerWorkspaceMax: 200,
  openPartsPerWorkspaceMax: 1_024,
  /** A part may be taken from several lots. */
  openAllocationsPerWorkspaceMax: 1_536,
  holdPartAmountMax: 1_000_000,
  ledgerLotsMax: 64,
  ledgerIdCharsMax: 36,
  /** Ids of the last grants and refunds that a ledger knows again. */
  ledgerGrantIdsMax: 256,
  holdPartsMax: 200,
  /** As `CreditsGranted` takes it. */
  grantNoteCharsMax: 500,
  grantAmountMax: 1_000_000_000,
  trialCreditsLocal: 500,

  // Embedded storage
  sqliteRetryMs: 2,
  sqliteBusyMaxMs: 30 * SECOND,
  /** In which a thread that writes must have answered: others may hold the lock for half of it. */
  sqliteAnswerMaxMs: 60 * SECOND,
  groupCommitAppendsMax: 512,
  groupCommitBytesMax: 8 * MiB,
  /** Events just committed that live readers are given without a look at the disk. */
  feedTailEventsMax: 8_192,
  feedTailBytesMax: 32 * MiB,
  /** Rows that one look at the disk may pass over before the event loop gets its turn. */
  feedScanRowsMax: 10_000,
  foreignAppendPollMs: 10,
  checkpointEveryMs: 100,
  projectionBatchEventsMax: 2_000,
  projectionCacheDocumentsMax: 2_000,
  /** Read models under load are stored this often, or as soon as somebody waits for them. */
  projectionStoreEveryMs: 50,
  /** Or when so many documents have changed. */
  projectionFoldDocumentsMax: 2_000,
  /** Streams whose last hash a check of the log remembers; for others the event before is read again. */
  verifiedStreamsMax: 50_000,
  /** A start checks logs of so many events as a whole before it serves, and longer ones in the background. */
  startVerifyEventsMax: 100_000,
  /** Between two batches of the check in the background, and between two checks of what is new. */
  verifyRestMs: 10,
  /** The same while paid work waits for the check of a long log. */
  verifyProofRestMs: 1,
  /** How long a stop waits until what was appended last is sealed. */
  sealAtStopMs: 2 * SECOND,
  verifyEveryMs: 1 * MINUTE,
  /** Events of such a batch: a few milliseconds of the event loop. */
  verifyBatchEventsMax: 250,
  /** Before the check goes on after a store did not answer. */
  verifyRetryMs: 1 * SECOND,
  /** Ledgers that an audit follows in one walk over the log; it walks again for more. */
  auditLedgersMax: 10_000,
  /** Findings of each check that an audit lists; it counts the others. */
  auditFindingsMax: 100,
  /** Objects that a full audit reads at once, and those looked at last that it does not read again. */
  auditObjectsAtOnce: 4,
  auditObjectsKnownMax: 100_000,
  /** Documents that were written while an audit looked at them, and that it looks at again together. */
  auditMovedDocumentsMax: 200,
  /** A rebuild writes after so many events, or so many documents that they have changed. */
  rebuildWriteEventsMax: 5_000,
  rebuildWriteDocumentsMax: 1_250,
  /** Documents kept between writes: few, as most of what a rebuild meets is finished by then. */
  rebuildCacheDocumentsMax: 100,
  rebuildBatchEventsMax: 500,
  /** Events folded before the event loop gets its turn. */
  projectionTurnEventsMax: 250,
  /** Waits after a read model could not be written; the last one repeats. */
  projectionBackoffMs: [50, 200, 1 * SECOND, 5 * SECOND],
  /** How often a process looks how far read models have come that another process writes. */
  readModelPollMs: 50,
  /** The same in a process that serves nobody who waits for them. */
  readModelIdlePollMs: 1 * SECOND,
  /** How long until a document store that did not answer at the start is asked again. */
  readModelsOpenRetryMs: 1 * SECOND,
  /** How long a look at readiness waits for a server. */
  readyPingMs: 2 * SECOND,
  /** Parts that a read model can be cut into, by owner. */
  projectorShardsMax: 64,
  /** Into how many they are cut beside MongoDB, unless PROJECTOR_SHARDS says otherwise. */
  projectorShardsServers: 8,
  /** Projectors that can share them. */
  projectorSeatsMax: 64,
  /** Documents that one part keeps in memory at least. */
  projectionCacheDocumentsMin: 128,
  /** How long another process may leave events unfolded before this one takes its read models over. */
  projectionTakeoverMs: 5 * SECOND,
  /** How often a process looks whether a read model was rebuilt elsewhere. */
  readModelDirectoryPollMs: 1 * SECOND,
  /** How long a collection stays after a rebuilt one has taken its place, for those who are still reading it. */
  retiredCollectionMs: 10 * SECOND,

  // MongoDB
  /** How long a call waits for a node that takes writes; calls fail at once while there was none for so long. */
  mongoSelectMs: 3 * SECOND,
  mongoConnectMs: 3 * SECOND,
  /** A node that does not answer is given up after this and `mongoConnectMs`. */
  mongoHeartbeatMs: 1 * SECOND,
  mongoConnectionsMax: 64,
  mongoReadMaxMs: 10 * SECOND,
  /** How often it is looked whether a call is late. */
  mongoTickMs: 100,
  /** Rebuilds write many documents at once. */
  mongoWriteMaxMs: 30 * SECOND,
  /** An index of many documents that is added later takes a while; it goes on when nobody waits any more. */
  mongoDeclareMaxMs: 2 * MINUTE,
  /** Waits of a transaction that met another one; the last one repeats. */
  mongoRetryMs: [2, 5, 10, 20, 50, 100, 200, 400, 500],
  /** A transaction of this service that rests for so long has lost its process. */
  mongoOrphanIdleMs: 1 * SECOND,
  /** Text of documents that one transaction takes: the server keeps it in its cache, of 256 MiB at the least. */
  mongoBatchBytesMax: 8 * MiB,
  /** Documents that a scan takes at once. */
  mongoScanDocumentsMax: 200,
  /** The text of a document; the server takes 16 MiB with all that belongs to it. */
  documentBytesMax: 15 * MiB,

  // EventStoreDB
  /** For one answer: longer than the server itself waits for a commit, which is 2 s. */
  eventStoreDeadlineMs: 5 * SECOND,
  /** How long a node may take to say which nodes there are; below the deadline of a call. */
  eventStoreGossipMs: 2 * SECOND,
  /** The client warns about shorter intervals. */
  eventStoreKeepAliveMs: 10 * SECOND,
  eventStoreKeepAliveTimeoutMs: 5 * SECOND,
  /** Calls that fail in a row in ways that a new client may cure; appends without answer that a new call may. */
  eventStoreFailuresMax: 3,
  /** Times that a call which was sent on to another leader is made again, each after a longer wait. */
  eventStoreLeaderRetriesMax: 3,
  eventStoreLeaderRetryMs: 50,
  /**
   * The server's own page: a read of no more is over with the first one. Of larger reads a process has one under way at
   * a time (decision 0042).
   */
  eventStoreSmallReadEventsMax: 32,
  /** Events of the log that are read at once. */
  eventStorePageEventsMax: 500,
  /** Times that a read which had no answer within its deadline is asked again. */
  eventStoreReadRetriesMax: 1,
  /** While events come: from one page to the next. Shorter waits make more work of fewer events. */
  feedPageEveryMs: 5,
  /** Pages in a row that bring nothing, after which the server is asked to tell of the next event; and after drops. */
  feedQuietPages: 5,
  feedQuietPagesMax: 320,
  /** How often a quiet log is looked at for an event that the server has not told of. */
  feedWatchMs: 5 * SECOND,
  /** How long a new log epoch may go unseen by a process that does not follow the log. */
  logEpochLookMs: 1 * SECOND,

  // Objects
  signedUrlTtlSeconds: 3_600,
  /** Expiries are rounded up to whole windows so that answers with URLs can be cached. */
  signedUrlWindowSeconds: 300,
  /** Signed URLs remembered, so that polls do not sign the same ones again. */
  signedUrlCacheMax: 20_000,
  objectBytesMax: 512 * MiB,
  objectKeyCharsMax: 300,
  /** Keys and folders that one process knows to be durable; what it forgot is synced again. */
  objectsKnownMax: 50_000,
  /** A draft this old is no writer's any more: what a crash left. */
  objectDraftAgeMaxMs: 60 * MINUTE,
  objectReadChunkBytes: 256 * KiB,
  /** Pictures that were just stored, kept for their score. */
  recentObjectsBytesMax: 32 * MiB,

  // An S3 server
  s3ConnectMs: 3 * SECOND,
  /** A connection without a byte for so long is given up. */
  s3SilenceMs: 10 * SECOND,
  /** A call with its repeats, beside the time that its bytes take at `s3BytesPerSecondMin`. */
  s3CallMs: 20 * SECOND,
  s3BytesPerSecondMin: 1 * MiB,
  s3AttemptsMax: 3,
  /** Before a put is sent again that met another one of the same key. */
  s3ConflictRetryMs: 50,
  s3ConnectionsMax: 64,

  shutdownGraceMs: 10 * SECOND,
  /** When a stop that has not ended is ended: what is durable by then is all that a start needs. */
  stopMaxMs: 50 * SECOND,
} as const;

/** Requests per workspace and minute by authority class (contract, section 7). */
export const rateLimits = { Read: 6_000, Plan: 120, Mutate: 120, Spend: 60, Approve: 120, Admin: 30 } as const;
