import { OPERATIONS } from '#functions/registry.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';

/** A reference to a component, or the thing itself. */
export type OrReference<T> = T | { readonly $ref: string };

/** What the document says of one answer. */
export type DescribedAnswer = {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
};

export type DescribedParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
};

export type DescribedOperation = {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly OrReference<DescribedParameter>[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema: JsonSchema;
          readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
        }
      >
    >;
  };
  readonly responses: Readonly<Record<string, OrReference<DescribedAnswer>>>;
};

/** The document as far as answers are checked and requests made by it. */
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** The document of the operations as they are in this moment, without the events. */
export function readOpenApi(): OpenApi {
  const document: unknown = openApiDocument(OPERATIONS, [], 'current');
  // Made by ourselves a line ago; a member that is missing fails whoever looks at it.
  return document as OpenApi;
}

/** What a reference stands for. @throws Error if there is no such component */
export function resolve<T extends object>(document: OpenApi, part: OrReference<T>): T {
  if (!('$ref' in part)) return part;
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/u.exec(part.$ref) ?? [];
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`${part.$ref} refers to nothing`);
  return found as T;
}
