import type * as z from 'zod/mini';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { type ErrorCode, errors } from '#lib/contract/core/errors.ts';
import { snakeKey } from '#lib/domain/core/casing.ts';
import { proofHeader } from '#lib/domain/core/limits/proof-of-work.ts';
import { type JsonSchema, SchemaWriter, sortByName } from './schema-writer.ts';

const shared: ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const ofWrites: ErrorCode[] = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CSRF_FAILED'];
const ofSession: ErrorCode[] = ['NOT_AUTHENTICATED', 'SESSION_EXPIRED', 'ACCOUNT_DISABLED'];
const ofAccess: Record<Endpoint['access'], ErrorCode[]> = {
  public: [],
  anyone: [],
  'signed-in': ofSession,
  verified: [...ofSession, 'PHONE_NOT_VERIFIED'],
  uploader: [...ofSession, 'PHONE_NOT_VERIFIED'],
  staff: ['NOT_FOUND'],
};

/**
 * Describes the routes as an OpenAPI 3.1 document with keys as the API sends them (API-01). A schema among
 * `namedSchemas` is defined once under `components.schemas`, and every other place refers to it.
 */
export function openApi(routes: Record<string, Endpoint>, namedSchemas: Record<string, z.ZodMiniType>) {
  const schemas = new SchemaWriter(namedSchemas);
  const responses: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ');
    const wirePath = path.replace(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`);
    paths[wirePath] = {
      ...paths[wirePath],
      [method.toLowerCase()]: operation(method, path, endpoint, schemas, responses),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Liftoff API',
      version: '1',
      description: 'Keys are snake_case, paths end with a slash, errors have one shape.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema, ...schemas.used() },
      responses: sortByName(responses),
      securitySchemes,
    },
  };
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description: 'Set by signing in; named `sid` on a development origin.',
  },
  uploadToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'From `POST /api/v1/upload/token/`: for uploads only, for ten minutes.',
  },
};

function operation(
  method: string,
  path: string,
  endpoint: Endpoint,
  schemas: SchemaWriter,
  responses: Record<string, JsonSchema>,
) {
  const isWrite = method !== 'GET';
  const codes = [
    ...new Set([
      ...shared,
      ...(isWrite ? ofWrites : []),
      ...ofAccess[endpoint.access],
      ...(mayNeedProof(endpoint) ? ['PROOF_REQUIRED' as const] : []),
      ...(endpoint.errors ?? []),
    ]),
  ];
  return {
    operationId: `${method.toLowerCase()}${path
      .replace(/\/api\/|[^\w/]/g, '')
      .replace(/\/(\w)?/g, (_, letter = '') => `_${letter}`)
      .replace(/_+$/, '')}`,
    tags: [path.split('/')[3]],
    summary: endpoint.summary,
    description: describe(endpoint),
    ...securityOf(endpoint),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(endpoint, schemas),
      ...(mayNeedProof(endpoint) ? [proofParameter] : []),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemas.write(endpoint.body, 'input')) } }
      : {}),
    ...(endpoint.acceptsFile ? { requestBody: { required: true, content: fileUpload } } : {}),
    responses: {
      200: { description: 'Done', content: json(schemas.write(endpoint.response, 'output')) },
      ...errorResponses(codes, responses),
    },
  };
}

function describe({ row, access, limits = [] }: Endpoint): string {
  const may = {
    public: 'Anyone.',
    anyone: 'Anyone; knows who is signed in.',
    'signed-in': 'Signed in.',
    verified: 'Signed in, with a verified phone number.',
    staff: 'Staff; for everybody else it is not there.',
    uploader: 'Signed in, or with an upload token; with a verified phone number.',
  }[access];
  const rates = limits.map(
    ({ bucket, per, max, windowSeconds }) => `At most ${max} per ${windowSeconds} s and ${per} (${bucket}).`,
  );
  return [`${row}. ${may}`, ...rates].join(' ');
}

/** Where a network is busy, a device without history sends a proof of work. [C-12] */
const mayNeedProof = ({ limits = [] }: Endpoint) => limits.some(({ per }) => per === 'network');

const proofParameter = {
  name: proofHeader,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'Sent after PROOF_REQUIRED: base64 of the JSON `{challenge, solution}`. `challenge` is the decoded challenge of the ' +
    'error, `solution` what `solveChallenge` of altcha-lib returns for it. Each answer is accepted once, within five ' +
    'minutes, for the same route and network.',
};

function securityOf({ access }: Endpoint) {
  if (access === 'uploader') return { security: [{ session: [] }, { uploadToken: [] }] };
  if (access === 'public') return {};
  return { security: access === 'anyone' ? [{}, { session: [] }] : [{ session: [] }] };
}

const fileUpload = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        public: {
          type: 'boolean',
          default: false,
          description: 'Whether everybody who knows its address may see it; otherwise its owner alone.',
        },
        file: {
          type: 'string',
          format: 'binary',
          description: 'JPEG, PNG, WebP, PDF, DOCX or DOC, at most 5 MB.',
        },
      },
    },
  },
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name: snakeKey(name),
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 128 },
  }));
}

function queryParameters({ query }: Endpoint, schemas: SchemaWriter) {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.write(query, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Returns a reference for each status, and adds the response with its error codes to `responses`. */
function errorResponses(codes: ErrorCode[], responses: Record<string, JsonSchema>) {
  const byStatus = Map.groupBy(codes, (code) => errors[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => {
      const sorted = list.sort();
      const name = sorted.map(pascalName).join('Or');
      responses[name] = {
        description: sorted.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n'),
        content: json({ $ref: '#/components/schemas/Error' }),
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** `RATE_LIMITED` → `RateLimited` */
const pascalName = (code: ErrorCode) =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error_code', 'error', 'field_errors', 'request_id'],
  properties: {
    error_code: { type: 'string', enum: Object.keys(errors) },
    error: { type: 'string', description: 'One sentence, fit to show.' },
    field_errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Field name to one message.',
    },
    request_id: { type: 'string' },
    retry_after: { type: 'integer', description: 'Seconds, equal to the Retry-After header.' },
    attempts_remaining: { type: 'integer' },
    challenge: {
      type: 'string',
      description: 'With PROOF_REQUIRED: base64 of JSON, to be solved with altcha-lib.',
    },
    current: { type: 'object', description: 'STALE_WRITE: the thing as it is now.' },
    days: { type: 'array', description: 'With SLOT_TAKEN: what is free now.' },
  },
};
