/** A job as an operation shows it. */
import type { Body } from '../calls/stored-answer.ts';

/** `final`: nothing of it will change by itself any more. */
export type JobView = { readonly body: Body; readonly final: boolean };
