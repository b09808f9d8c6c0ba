/** The EventStoreDB that a run was given; a double replaces it where there is none. */
const url = process.env['EVENTSTOREDB_URL'] ?? '';

/** Undefined where the variable is not set, or set to nothing. */
export const givenLog: string | undefined = url === '' ? undefined : url;
