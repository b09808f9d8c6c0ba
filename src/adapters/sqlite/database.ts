/** Opening a database file the only way that we trust: WAL, a known `synchronous`, a known schema. */
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fileTrouble, STORAGE_FULL } from '../../kernel/disk-fault.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { migrate, type Migration } from './migrations.ts';

export type DatabaseOptions = {
  /** FULL: a commit is on disk before it answers. NORMAL: it may be lost with the power, in order, never torn. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly migrations: readonly Migration[];
};

const WAL_KEPT_BYTES = 64 * 1024 * 1024;
/**
 * Pages (16 MiB) after which the WAL goes into the file. With SQLite's own 1,000 the same busy pages are written four
 * times as often, with two fsyncs each time.
 */
const WAL_PAGES = 4_000;

/** The answer of `PRAGMA synchronous`. */
const SYNCHRONOUS = { NORMAL: 1, FULL: 2 } as const;

/**
 * Opens or makes a database. Waits (blocking, at most `sqliteBusyMaxMs`) for others only while it opens. From then on a
 * locked file is an error at once (`isBusy`), and callers retry without blocking the event loop. Fault `unavailable`:
 * the file cannot be opened as asked. Fault `corrupt`: it was written by a newer version, is damaged or is no database.
 */
export const openDatabase = (path: string, options: DatabaseOptions): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') makePrivate(path);
    database = new DatabaseSync(path, { timeout: limits.sqliteBusyMaxMs });
    // SQLite opens a file that it may not write all the same, and fails at the first write.
    if (path !== ':memory:') accessSync(path, constants.R_OK | constants.W_OK);
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA fullfsync = ON');
    // A WAL that a long reader in another process let grow is cut back once it can be.
    database.exec(`PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}; PRAGMA wal_autocheckpoint = ${WAL_PAGES}`);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous}`);
    assertDurable(database, path, options.synchronous);
    migrate(database, options.migrations);
    // After a crash the WAL may hold commits that were written and never synced. A checkpoint syncs them, so that all
    // later reads are durable.
    database.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof Fault ? error : unopened(path, error);
  }
};

/** The file that is made is for its owner alone, in any folder. SQLite gives its mode to the files beside it. */
const makePrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, or SQLite meets the same trouble and names it.
  }
};

/** The fault that a database is which cannot be opened. */
export const unopened = (path: string, cause: unknown): Fault => {
  const code = resultCode(cause);
  if (code === NOT_A_DATABASE || code === CORRUPT) return damagedFile(path, code, cause);
  return new Fault('unavailable', `cannot open ${path}${whyShut(path, code)}`, { cause });
};

const damagedFile = (path: string, code: number, cause: unknown): Fault => {
  const problem = code === CORRUPT ? 'is a damaged SQLite database' : 'is no SQLite database any more';
  return new Fault('corrupt', `${path} ${problem}`, { cause });
};

/** SQLite tells these apart from nothing else: the system is asked for the reason. */
const whyShut = (path: string, code: number | undefined): string => {
  if (code === FULL) return ': its disk is full';
  if (code === BUSY || code === LOCKED) return ': another process keeps it locked; try again once that one is done';
  try {
    accessSync(dirname(path), constants.R_OK | constants.W_OK | constants.X_OK);
    if (!existsSync(path)) return '';
    accessSync(path, constants.R_OK | constants.W_OK);
    return statSync(path).isDirectory() ? ': it is a folder' : '';
  } catch (error) {
    return `: ${fileTrouble(error)}. ${WRITABLE}`;
  }
};

const WRITABLE =
  'The service and its tools, audit too, write into the folder of this file: make it writable to this user, or let ' +
  'DATA_DIR name a copy that is';

/** Some builds and older files weaken `synchronous` on opening: only the value that is read back counts. */
export const assertDurable = (database: DatabaseSync, path: string, wanted: DatabaseOptions['synchronous']): void => {
  const synchronous = rows<[number]>(database, 'PRAGMA synchronous').get()?.[0] ?? 0;
  if (synchronous < SYNCHRONOUS[wanted]) {
    throw new Fault('unavailable', `${path} opened with synchronous = ${synchronous}`, { retriable: false });
  }
  const mode = rows<[string]>(database, 'PRAGMA journal_mode').get()?.[0];
  if (mode !== (path === ':memory:' ? 'memory' : 'wal')) {
    throw new Fault('unavailable', `${path} opened with journal_mode = ${mode}`, { retriable: false });
  }
};

/** A prepared statement whose rows are tuples. */
export type Rows<R extends readonly unknown[]> = {
  get(...parameters: SQLInputValue[]): R | undefined;
  all(...parameters: SQLInputValue[]): R[];
  iterate(...parameters: SQLInputValue[]): IterableIterator<R>;
  run(...parameters: SQLInputValue[]): { changes: number | bigint };
};

/** Prepares a statement; `R` is the tuple of its columns, which the caller knows from the SQL beside it. */
export const rows = <R extends readonly unknown[]>(database: DatabaseSync, sql: string): Rows<R> => {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as Rows<R>;
};

/** SQLite's extended result code, or undefined for an error that is not SQLite's (https://sqlite.org/rescode.html). */
export const extendedCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** The primary one, of which there are few. */
export const resultCode = (error: unknown): number | undefined => {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
};

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;
/** Errors that say something of the disk or the file and nothing of the statement. */
const STORAGE: ReadonlySet<number> = new Set([BUSY, LOCKED, 7, READONLY, 9, 10, CORRUPT, FULL, 14, 15, NOT_A_DATABASE]);

export const isBusy = (error: unknown): boolean => {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
};

export const isFull = (error: unknown): boolean => resultCode(error) === FULL;

export const isStorageError = (error: unknown): boolean => STORAGE.has(resultCode(error) ?? -1);

const LOCKED_BY_ANOTHER = 'another process keeps the embedded storage locked: try again once that one is done';

const FAILURES: Readonly<Record<number, string>> = {
  [BUSY]: LOCKED_BY_ANOTHER,
  [LOCKED]: LOCKED_BY_ANOTHER,
  [READONLY]: 'the embedded storage is read-only here: make its folder writable',
  [FULL]: 'the disk of the embedded storage is full',
};

/** The fault of a failed statement that has written nothing. A damaged file is named: each has its own remedy. */
export const storageFault = (error: unknown, database: DatabaseSync): Fault => {
  if (error instanceof Fault) return error;
  const code = resultCode(error);
  if (code === CORRUPT || code === NOT_A_DATABASE) {
    return damagedFile((database.isOpen ? database.location() : null) ?? 'the embedded storage', code, error);
  }
  const message = (code === undefined ? undefined : FAILURES[code]) ?? 'the embedded storage failed';
  const detail = code === FULL ? STORAGE_FULL : {};
  return new Fault('unavailable', message, { cause: error, detail });
};

/** The first and only row of a statement that always has one. */
export const single = <R extends readonly unknown[]>(statement: Rows<R>, ...parameters: SQLInputValue[]): R => {
  const row = statement.get(...parameters);
  assert(row !== undefined, 'the statement gives a row');
  return row;
};
