import { costImportPath, reports } from '#lib/domain/staff/reports/report-links.ts';
import type { SearchSource } from './search-source.ts';

const pages = [
  ...reports.map(({ href, label, about }) => ({ href, title: `Report: ${label}`, text: about })),
  {
    href: costImportPath,
    title: 'Import spend',
    text: 'Files of what was spent on each source and campaign, for the report on costs.',
  },
];

/** Reports whose title or description has a word that begins with each word of the search. */
export const foundReports: SearchSource = {
  kind: 'REPORT',
  find: async (_, { text }, limit) => {
    const beginnings = text.toLowerCase().split(/\s+/).filter(Boolean);
    return pages
      .filter((page) => {
        const words = `${page.title} ${page.text}`.toLowerCase().split(/[^\p{L}]+/u);
        return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
      })
      .slice(0, limit)
      .map((page) => ({ id: page.href, ...page }));
  },
};
