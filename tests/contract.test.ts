import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { errors } from '#lib/contract/core/errors.ts';
import { contract } from '#lib/contract/index.ts';
import { namedSchemas } from '#lib/contract/schemas.ts';
import { openApi } from '#lib/server/http/openapi.ts';

const calls = Object.entries(contract) as [string, Endpoint][];

it('[API-01] every path has a version and ends with a slash', () => {
  for (const [key] of calls) expect(key).toMatch(/^(GET|POST|PATCH|DELETE) \/api\/v\d\/[\w/{}-]+\/$/);
});

it.each([
  ['API-10', 'POST /api/v3/auth/register/'],
  ['API-11', 'POST /api/v1/auth/login/request-otp/'],
  ['API-12', 'POST /api/v1/auth/login/verify-otp/'],
  ['API-13', 'POST /api/v1/auth/logout/'],
  ['API-14', 'POST /api/v1/auth/user-exists/'],
  ['API-15', 'GET /api/v3/user/'],
  ['API-16', 'POST /api/v1/user/phone-verification/request-otp/'],
  ['API-17', 'POST /api/v1/user/phone-verification/verify-otp/'],
  ['API-18', 'PATCH /api/v2/user/change-phone/'],
  ['API-19', 'PATCH /api/v1/user/update/'],
  ['API-30', 'GET /api/v1/portfolios/'],
  ['API-30', 'GET /api/v1/portfolios/{slug}/'],
  ['API-30', 'PATCH /api/v1/portfolios/{portfolioId}/update/'],
  ['API-31', 'POST /api/v1/portfolios/{portfolioId}/links/create/'],
  ['API-31', 'PATCH /api/v1/portfolios/{portfolioId}/links/{linkId}/update/'],
  ['API-31', 'DELETE /api/v1/portfolios/{portfolioId}/links/{linkId}/delete/'],
  ['API-32', 'POST /api/v1/portfolios/{portfolioId}/published-works/create/'],
  ['API-32', 'PATCH /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/update/'],
  ['API-32', 'DELETE /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/delete/'],
  ['API-33', 'POST /api/v1/portfolios/{portfolioId}/projects/create/'],
  ['API-33', 'PATCH /api/v1/portfolios/{portfolioId}/projects/{projectId}/update/'],
  ['API-33', 'POST /api/v1/portfolios/{portfolioId}/projects/{projectId}/mark-as-featured/'],
  ['API-33', 'DELETE /api/v1/portfolios/{portfolioId}/projects/{projectId}/delete/'],
])('[%s] is %s', (row, key) => {
  expect(contract[key as keyof typeof contract].row).toBe(row);
});

it('every write has a limit or requires a signed-in person', () => {
  for (const [key, { access: who, limits }] of calls)
    if (!key.startsWith('GET') && who !== 'verified' && who !== 'staff' && !key.endsWith('/logout/'))
      expect(limits, key).toBeDefined();
});

it('every error has an error status and a message', () => {
  for (const [code, [status, message]] of Object.entries(errors)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(message, code).toMatch(/^[A-Z].{3,}/);
  }
});

it('the OpenAPI document equals its snapshot, so that a review shows every change', async () => {
  await expect(`${JSON.stringify(openApi(contract, namedSchemas), null, 2)}\n`).toMatchFileSnapshot(
    '__snapshots__/openapi.json',
  );
});

it('[API-01] the document uses snake_case, and no name occurs twice', () => {
  const document = openApi(contract, namedSchemas);
  const operations = Object.values(document.paths).flatMap(
    (path) => Object.values(path) as { operationId: string }[],
  );
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const properties = [...JSON.stringify(document).matchAll(/"properties":\{"(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(properties.length).toBeGreaterThan(5);
  for (const name of properties) expect(name).not.toMatch(/[a-z][A-Z]/);
});

describe('[API-01] the document contains each shape once', () => {
  const text = JSON.stringify(openApi(contract, namedSchemas));
  const document = JSON.parse(text);

  it('every reference points to an existing part', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/(schemas|responses)\//);
      expect(document, reference).toHaveProperty(reference.split('/').slice(1));
    }
    expect(text).not.toContain('$defs');
  });

  it('no shape of more than eight fields is written out twice', () => {
    const seen = new Set<string>();
    const repeated: string[] = [];
    JSON.parse(text, (_, value) => {
      const names = value?.type === 'object' && value.properties ? Object.keys(value.properties) : [];
      if (names.length <= 8) return value;
      const shape = JSON.stringify(value);
      if (seen.has(shape)) repeated.push(names.join());
      seen.add(shape);
      return value;
    });
    expect(repeated).toEqual([]);
  });
});
