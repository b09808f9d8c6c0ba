/** A page of a list, as the query asks for it. */
import type { PageInput } from '../../application/application.ts';
import { limits } from '../../kernel/limits.ts';

export const pageOf = (limit: number | undefined, cursor: string | undefined): PageInput => ({
  limit: limit ?? limits.pageSizeDefault,
  cursor: cursor ?? null,
});
