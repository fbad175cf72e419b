import fc from 'fast-check';
import { hostileJson, hostileText, hostileTimes } from './hostile-values.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

interface Sources {
  /** The named schemas of the API's document. */
  schemas: Record<string, JsonSchema>;
  /** Ids of the database's rows. */
  ids: string[];
  csv: fc.Arbitrary<string>;
}

/** Values that a field of this name accepts; without them few requests would pass validation. */
const plausible: Record<string, unknown[]> = {
  phone: ['9876543210', '9876543211', '9812345678', '2025550123', '07400123456'],
  country_iso_code: ['IN', 'US', 'GB', 'AE', 'XX'],
  email: ['asha.verma@example.com', 'a@example.com', `${'a'.repeat(64)}@example.com`, 'a@例え.example'],
  otp: ['123456', '000000'],
  time_zone: ['Asia/Kolkata', 'UTC', 'Etc/GMT+12', 'Pacific/Kiritimati', 'America/St_Johns', '+05:30'],
  currency: ['INR', 'USD', 'XXX'],
  slug: ['asha-verma', 'a-new-job', 'new', 'api', 'a'.repeat(60)],
  url: [
    'https://example.com/a',
    'https://docs.google.com/document/d/1/edit',
    'https://xn--bcher-kva.example/',
  ],
  join_url: ['https://meet.example/a', 'http://a', 'https://例え.テスト/'],
  website: ['', 'https://example.com'],
  opens: ['09:00', '00:00', '23:59'],
  closes: ['17:00', '23:59', '00:00'],
  elapsed_ms: [5_000, 0, -1],
  skills: [['SQL', 'Tally'], ['x'.repeat(40)], []],
};

const times = ['2026-12-01T09:00:00+05:30', '2027-01-15T04:00:00Z', '2020-01-01T00:00:00Z'];
const days = ['2026-12-01', '2027-01-15', '2020-01-01', '2028-02-29'];

/** Returns bodies of a schema in which a few values are hostile. */
export function createBody(
  schema: JsonSchema,
  sources: Sources,
  depth = 0,
  name = '',
): fc.Arbitrary<unknown> {
  const valid = createValid(schema, sources, depth, name);
  // The body itself stays an object more often, because a server rejects anything else at once.
  return fc.oneof({ weight: depth ? 14 : 60, arbitrary: valid }, { weight: 1, arbitrary: hostileJson });
}

function createValid(
  schema: JsonSchema,
  sources: Sources,
  depth: number,
  name: string,
): fc.Arbitrary<unknown> {
  if (schema.$ref)
    return createBody(sources.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, sources, depth, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => createValid(choice, sources, depth, name)));
  if (schema.allOf?.[0]) return createValid(schema.allOf[0], sources, depth, name);
  if (name === 'csv') return sources.csv;
  const known = plausible[name];
  if (known) return fc.constantFrom(...known);
  if (depth > 6) return hostileJson;
  switch (schema.type) {
    case 'object':
      return createObject(schema, sources, depth);
    case 'array':
      return fc.array(createBody(schema.items ?? {}, sources, depth + 1), { maxLength: 4 });
    case 'integer':
    case 'number':
      return createNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return createText(schema, sources);
    case 'null':
      return fc.constant(null);
    default:
      return hostileJson;
  }
}

function createObject({ properties = {}, required = [] }: JsonSchema, sources: Sources, depth: number) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, createBody(schema, sources, depth + 1, name)]),
  );
  return fc.oneof(
    { weight: 5, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}

function createNumber({ minimum = -10, maximum = 1_000 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum, 1, 0),
    fc.integer({
      min: Math.ceil(Math.max(minimum, -(2 ** 31))),
      max: Math.floor(Math.min(maximum, 2 ** 31 - 1)),
    }),
  );
}

function createText({ format, maxLength = 200 }: JsonSchema, { ids }: Sources): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.constantFrom(...ids);
  if (format === 'date-time') return fc.constantFrom(...times, ...hostileTimes);
  if (format === 'date') return fc.constantFrom(...days, ...hostileTimes);
  if (format === 'uri')
    return fc.constantFrom('https://example.com/', 'http://a.example/?q=1#x', 'https://例え.テスト/');
  return fc.oneof(
    fc.lorem({ maxCount: 6 }).map((text) => text.slice(0, maxLength)),
    fc.constantFrom('x'.repeat(Math.min(maxLength, 9_000)), '2024', '2024-05', ...ids.slice(0, 3)),
    hostileText,
  );
}

/** Returns files like `sample`, an export of the site, with hostile cells and bytes. */
export function createCsv(sample: string): fc.Arbitrary<string> {
  const lines = sample.split('\r\n').slice(0, 6);
  const cell = fc.oneof(
    hostileText,
    fc.constantFrom('"', '""', 'a,b', '"a\r\nb"', ';', '\t', '\u0085', '2026-13-01', 'REJECT', 'SHORTLIST'),
  );
  const mutated = fc
    .array(fc.tuple(fc.nat(), fc.nat(), cell), { minLength: 1, maxLength: 4 })
    .map((edits) => {
      const rows = lines.map((line) => line.split(','));
      for (const [row, column, text] of edits) {
        const cells = rows[row % rows.length] ?? [];
        cells[column % cells.length] = text;
      }
      return rows.map((cells) => cells.join(',')).join('\r\n');
    });
  return fc.oneof(
    { weight: 4, arbitrary: mutated },
    { weight: 1, arbitrary: hostileText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `\ufeff${sample}`,
        sample.replaceAll(',', ';'),
        `${lines[0]}\r\n${'x,'.repeat(5_000)}`,
        '"'.repeat(5_001),
        '\n'.repeat(2_000),
      ),
    },
  );
}
