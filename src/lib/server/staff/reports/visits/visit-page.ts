import { visitReportQuery } from '#lib/contract/staff/reports/visit-report.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { visitFilterNames } from '#lib/domain/staff/reports/report-links.ts';
import { deviceLabels, visitBreakdownLabels } from '#lib/domain/staff/reports/visit-funnel.ts';
import type { Db } from '#lib/server/db/index.ts';
import { parsePageQuery } from '../../list-page.ts';
import { loadWithPeriod } from '../report-page.ts';
import { loadVisitReport, programLabel } from './visit-report.ts';

/** Loads the page of the report that an address names. An invalid period has messages, and the default one is shown. */
export async function loadVisitPage(db: Db, url: URL) {
  const page = await loadWithPeriod(parsePageQuery(visitReportQuery, url.searchParams), (query) =>
    loadVisitReport(db, query),
  );
  const { program, device } = page.query;
  const shown: Record<string, string | undefined> = {
    ...page.query,
    ...(program && { program: programLabel(program) }),
    ...(device && { device: deviceLabels[device] }),
  };
  const filters = keysOf(visitFilterNames).map((by) => ({
    ...{ name: visitFilterNames[by], label: visitBreakdownLabels[by], value: shown[visitFilterNames[by]] },
  }));
  return { ...page, filters };
}
