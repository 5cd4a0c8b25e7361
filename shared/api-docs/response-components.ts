import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './json-schema.ts';

/** Responses that the document declares once and references by name. */
export type ResponseComponents = {
  /** Declares a response under this name and returns a reference to it. @throws Error if another response has the name */
  readonly declare: (name: string, response: JsonSchema) => JsonSchema;
  /** Everything declared so far, by name. */
  readonly all: () => Readonly<Record<string, JsonSchema>>;
};

/** Collects the responses of one document. */
export function createResponseComponents(): ResponseComponents {
  const declared = new Map<string, JsonSchema>();

  function declare(name: string, response: JsonSchema): JsonSchema {
    const known = declared.get(name);
    if (known && !isDeepStrictEqual(known, response))
      throw new Error(`Two different responses are called ${name}`);
    declared.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  return { declare, all: () => Object.fromEntries(declared) };
}
