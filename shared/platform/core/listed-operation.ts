import * as v from 'valibot';

/** The keyword of the OpenAPI document for a member of a body whose value is a secret. */
export const SECRET_MEMBER = 'x-secret';

const jsonObject = v.record(v.string(), v.unknown());

/** The description of an operation for the MCP server and for `/docs/operations.md`. */
export const listedOperation = v.object({
  id: v.string(),
  method: v.string(),
  path: v.string(),
  /** The name of the product in the documentation. */
  product: v.string(),
  summary: v.string(),
  description: v.string(),
  /** Absent for an operation that needs no key. */
  access: v.optional(v.object({ rule: v.picklist(['all-of', 'any-of']), permissions: v.array(v.string()) })),
  /** Parameters of the path and of the query, with their JSON Schemas. */
  parameters: v.array(
    v.object({
      name: v.string(),
      in: v.picklist(['path', 'query']),
      required: v.boolean(),
      description: v.optional(v.string()),
      schema: jsonObject,
    }),
  ),
  /** Whether the operation evaluates `If-Match`. */
  precondition: v.optional(v.picklist(['optional', 'required'])),
  /** The JSON Schema of the body, without references. */
  body: v.optional(jsonObject),
  /** Whether the response has a key, a secret or a URL that needs no key. */
  hasSecretResponse: v.boolean(),
});

export type ListedOperation = v.InferOutput<typeof listedOperation>;

/** The operations that need a key, and the words that cannot be a text of other people: names of fields, and their documented values. */
export const listedOperations = v.object({
  operations: v.array(listedOperation),
  words: v.array(v.string()),
});

export type ListedOperations = v.InferOutput<typeof listedOperations>;
