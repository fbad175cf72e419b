import type { APIRoute } from 'astro';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { contract } from '#lib/contract/index.ts';
import { namedSchemas } from '#lib/contract/schemas.ts';
import { openApi } from '#lib/server/http/openapi.ts';

export const prerender = true;

/** The routes that the document lists. Nobody else needs to know the staff's. */
const publicRoutes = Object.fromEntries(
  Object.entries(contract as Record<string, Endpoint>).filter(([, { access }]) => access !== 'staff'),
);

/** The OpenAPI document, written at build: it is sent from memory, compressed, and no request has to build it. */
export const GET: APIRoute = () => Response.json(openApi(publicRoutes, namedSchemas));
