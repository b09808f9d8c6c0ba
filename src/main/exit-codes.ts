/** Exit codes of the service and its tools beyond 0 and 1, for supervisors of processes. */

/** The log's file failed (sysexits EX_IOERR): a new process reads back the durable state. */
export const EXIT_STORAGE = 74;

/**
 * A stop did not end in time (sysexits EX_TEMPFAIL): nothing is lost, the next start goes on from the durable state.
 */
export const EXIT_STOP_LATE = 75;

/** A second signal came before the stop had ended. */
export const EXIT_SIGNALLED_TWICE = 130;
