import { expect, it } from 'vitest';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { ashaVerma } from '#lib/server/demo/portfolios/asha-verma.ts';
import { renderPortfolioPdf } from '#lib/server/portfolio/portfolio-pdf.ts';

const url = 'https://liftoff.example/portfolios/asha-verma/';

function portfolio(changes: Partial<Portfolio> = {}): Portfolio {
  const { links, projects, publishedWorks, experience, education, ...plain } = ashaVerma;
  const placed = <Entry extends object>(entries: readonly Entry[]) =>
    entries.map((entry, order) => ({ id: String(order), order, coverImage: null, embedUrl: null, ...entry }));
  return {
    ...plain,
    id: '1',
    slug: 'asha-verma',
    owner: { firstName: 'Asha', lastName: 'Verma', avatar: null },
    isOwner: true,
    coverImage: null,
    coverPosition: 50,
    visibility: 'PUBLIC',
    allowIndexing: false,
    showEmail: false,
    showPhone: false,
    email: null,
    phone: null,
    links: placed(links).map((link) => ({ ...link, kind: 'WEBSITE' })),
    projects: placed(projects),
    publishedWorks: placed(publishedWorks),
    experience: placed(experience),
    education: placed(education),
    certificates: [],
    featuredProjectId: null,
    completeness: { percent: 100, missing: [] },
    updatedAt: '2026-11-21T10:00:00.000Z',
    version: 1,
    ...changes,
  };
}

const read = async (changes?: Partial<Portfolio>) =>
  (await renderPortfolioPdf(portfolio(changes), url)).toString('latin1');
const pages = (pdf: string) => [...pdf.matchAll(/\/Type \/Page\b/g)].length;

it('is a tagged PDF with the owner’s name and links to the page and its links', async () => {
  const pdf = await read();
  expect(pdf).toMatch(/^%PDF-1\.7/);
  expect(pdf.trimEnd()).toMatch(/%%EOF$/);
  expect(pdf).toContain('/Marked true');
  expect(pdf).toMatch(/<dc:creator>[^<]*<rdf:Seq>[^<]*<rdf:li>Asha Verma</);
  for (const address of [url, ashaVerma.links[0]?.url, ashaVerma.publishedWorks[0]?.url])
    expect(pdf).toContain(`(${address})`);
  expect(pages(pdf)).toBeGreaterThanOrEqual(2);
});

it('contains no hidden entries', async () => {
  const hidden = { ...portfolio().projects[0], id: 'x', visible: false, problem: 'Long. '.repeat(400) };
  const projects = [...portfolio().projects, ...Array(5).fill(hidden)];
  expect(pages(await read({ projects }))).toBe(pages(await read()));
});

it('[C-34] has some hundred pages at most, however many lines somebody breaks', async () => {
  const lines = 'a\n'.repeat(1500);
  const long = {
    ...portfolio().projects[0],
    summary: lines.slice(0, 600),
    problem: lines,
    approach: lines,
    outcome: lines,
  };
  const projects = Array.from({ length: 50 }, (_, n) => ({
    ...long,
    id: String(n),
  })) as Portfolio['projects'];
  expect(pages(await read({ projects }))).toBeLessThan(400);
});

it('has one page when the portfolio is empty', async () => {
  const nothing = {
    about: '',
    skills: [],
    links: [],
    projects: [],
    publishedWorks: [],
    experience: [],
    education: [],
  };
  expect(pages(await read({ ...nothing, headline: '', location: '', openTo: [] }))).toBe(1);
});

it('shows no boxes for a name in another script', async () => {
  const pdf = await read({ owner: { firstName: 'आशा', lastName: '', avatar: null } });
  expect(pdf).toMatch(/<dc:creator>[^<]*<rdf:Seq>[^<]*<rdf:li>Portfolio</);
});
