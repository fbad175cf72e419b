import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { UnreadableRow } from '#lib/server/core/readable-rows.ts';
import type { ListPage } from './list-page.ts';

/** Reads a list page by page. */
export async function* eachPage<T>(
  limit: number,
  list: (paging: { limit: number; after?: string }) => Promise<ListPage<T>>,
): AsyncGenerator<ListPage<T>> {
  let after: string | null = null;
  do {
    const page: ListPage<T> = await list({ limit, ...(after && { after }) });
    yield page;
    after = page.after;
  } while (after);
}

/** Formats a row that cannot be shown as a line that has its reference and id, and as many cells as all others. [C-29] */
export const formatUnreadable = ({ id, reference }: UnreadableRow, columns: readonly string[]): CsvCell[] =>
  columns.map((_, index) => [reference, `This entry cannot be shown (${id})`][index] ?? null);
