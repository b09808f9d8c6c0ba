/** A page of a list, as the query asks for it. */
import type { PageInput } from '../../application/reading/read-list.ts';
import { limits } from '../../kernel/limits.ts';

export const pageOf = (
  limit: number | undefined,
  cursor: string | undefined,
  limitDefault: number = limits.pageSizeDefault,
): PageInput => ({
  limit: limit ?? limitDefault,
  cursor: cursor ?? null,
});
