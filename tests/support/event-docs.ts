import * as z from 'zod/mini';
import { type EventName, eventCatalog, eventProperties } from '#lib/contract/analytics/event-catalog.ts';
import { snakeKey } from '#lib/domain/core/casing.ts';

type PropertyName = keyof typeof eventProperties;

const code = (text: string) => `\`${text}\``;

/** Returns the text of `docs/events.md`, which lists every event and every property of the catalogue. */
export function renderEventDocs(): string {
  return `# Tracked events

Made from \`src/lib/contract/analytics/event-catalog.ts\`; change it there, then run
\`npx vitest run --project unit tests/domain/analytics -u\`. [tracking.md](tracking.md) says how events travel and what happens
without consent. Live events such as webinars are in [live-events.md](live-events.md).

Plugins and the API have these names. In the column \`properties\` of the table \`analytics_event\` they are in camelCase. A property
in brackets is not in every event.

| event | when | row | properties |
| --- | --- | --- | --- |
${Object.keys(eventCatalog)
  .map((name) => eventRow(name as EventName))
  .join('\n')}

Every event also has its number within the visit, its time and its page. Of an address that may name a person or hold a key, only
the first part is stored: \`/portfolios/*\`.

## Properties
| property | says | values |
| --- | --- | --- |
${(Object.keys(eventProperties) as PropertyName[]).map(propertyRow).join('\n')}
`;
}

function eventRow(name: EventName): string {
  const {
    about,
    row,
    required,
    optional = [],
  } = {
    optional: [] as readonly PropertyName[],
    ...eventCatalog[name],
  };
  const properties = [
    ...required.map((property: PropertyName) => code(snakeKey(property))),
    ...optional.map((property) => `[${code(snakeKey(property))}]`),
  ];
  return `| ${code(name)} | ${about} | ${row ?? '–'} | ${properties.join(', ')} |`;
}

function propertyRow(name: PropertyName): string {
  const { schema, about } = eventProperties[name];
  return `| ${code(snakeKey(name))} | ${about} | ${valuesOf(z.toJSONSchema(schema as z.ZodMiniType, { io: 'input' }))} |`;
}

interface ValueSchema {
  enum?: unknown[];
  anyOf?: unknown[];
  type?: unknown;
}

function valuesOf(schema: ValueSchema): string {
  if (schema.anyOf) return schema.anyOf.map((one) => valuesOf(one as ValueSchema)).join(' or ');
  return schema.enum ? schema.enum.map((one) => code(String(one))).join(', ') : String(schema.type);
}
