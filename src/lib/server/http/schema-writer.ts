import * as z from 'zod/mini';
import { snakeKey } from '#lib/domain/core/casing.ts';

export type JsonSchema = Record<string, unknown>;
type ObjectSchema = { properties?: Record<string, unknown> };

/** Writes zod schemas as JSON Schema and collects the named ones that they refer to. */
export class SchemaWriter {
  readonly #named: readonly z.ZodMiniType[];
  readonly #names = z.registry<{ id: string }>();
  readonly #used = new Map<string, JsonSchema>();
  /** Shapes of which a request may send less than a response holds: each is a component of its own. */
  readonly #lenientInputs = new Set<string>();

  constructor(namedSchemas: Record<string, z.ZodMiniType>) {
    this.#named = Object.values(namedSchemas);
    for (const [id, schema] of Object.entries(namedSchemas)) {
      this.#names.add(schema, { id });
      const [sent, answered] = (['input', 'output'] as const).map((io) =>
        JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
      );
      if (sent !== answered) this.#lenientInputs.add(id);
    }
  }

  /** Returns the schema with references in place of its named parts. */
  write(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const written = this.#convert(schema, io);
    const base = this.#findBase(schema);
    return base ? this.#referToFields(written, base, io) : written;
  }

  #convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...written
    } = z.toJSONSchema(schema, {
      io,
      metadata: this.#names,
      unrepresentable: 'any',
      override: ({ jsonSchema: part }) => {
        if (part.properties) part.properties = renameKeys(part.properties);
        if (part.required) part.required = part.required.map(snakeKey);
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [id, definition] of Object.entries($defs))
      this.#used.set(this.#componentName(id, io), this.#relink(definition, io));
    return this.#relink(written, io);
  }

  /** Returns the named schema that this one extends or makes optional, if any. */
  #findBase(schema: z.ZodMiniType): z.ZodMiniType | undefined {
    const fields = fieldsOf(schema);
    return this.#named.find((named) => {
      const inherited = Object.entries(fieldsOf(named));
      return (
        named !== schema &&
        inherited.length > 0 &&
        inherited.every(([name, field]) => isSameField(fields[name], field))
      );
    });
  }

  /** Replaces each field that is longer than a reference by one to the same field of `base`. */
  #referToFields(written: JsonSchema, base: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const { $ref } = this.#convert(z.array(base), io).items as { $ref: string };
    const { properties: inherited = {} } = this.#used.get($ref.replace(/.*\//, '')) as ObjectSchema;
    const { properties = {} } = written as ObjectSchema;
    const shortened = Object.entries(properties).map(([name, property]) => {
      const reference = { $ref: `${$ref}/properties/${name}` };
      const text = JSON.stringify(property);
      const isShorter = JSON.stringify(reference).length < text.length;
      return [name, isShorter && JSON.stringify(inherited[name]) === text ? reference : property];
    });
    return { ...written, properties: Object.fromEntries(shortened) };
  }

  #componentName(id: string, io: 'input' | 'output'): string {
    return io === 'input' && this.#lenientInputs.has(id) ? `${id}Input` : id;
  }

  /** Points the references within a schema to the document's components. */
  #relink(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
    return JSON.parse(JSON.stringify(schema), (key, value) =>
      key === '$ref' && typeof value === 'string'
        ? `#/components/schemas/${this.#componentName(value.replace('#/$defs/', ''), io)}`
        : value,
    );
  }

  /** Returns the named schemas that were referred to so far, in the order of their names. */
  used(): Record<string, JsonSchema> {
    return sortByName(Object.fromEntries(this.#used));
  }
}

/** Returns the same entries in the order of their names. */
export const sortByName = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const fieldsOf = (schema: z.ZodMiniType): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodMiniObject ? schema.shape : {};

const isSameField = (field: unknown, other: unknown): boolean =>
  field === other || (field instanceof z.ZodMiniOptional && field.def.innerType === other);

const renameKeys = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [snakeKey(key), value]));
