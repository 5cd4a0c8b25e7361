import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema } from '#shared/http/openapi/json-schema.ts';
import { OPEN_LIST } from '#shared/http/openapi/open-lists.ts';

/** The schemas of an OpenAPI document, ready to hold values to them. */
export type DocumentSchemas = {
  /** A validator of the schema at this JSON Pointer of the document, such as `/components/schemas/Page`. */
  readonly at: (pointer: string) => ValidateFunction;
};

/**
 * OpenAPI's own keywords are declared, so that a misspelt one is an error. Mail addresses are of RFC 6531, which ajv has no
 * pattern for.
 */
export function documentSchemas(document: JsonSchema): DocumentSchemas {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u);
  ajv.addKeyword('discriminator');
  ajv.addKeyword(OPEN_LIST);
  ajv.addVocabulary(DOCUMENT_PARTS);
  ajv.addSchema({ ...document, $id: 'https://document.example/' });
  return {
    at: (pointer) => {
      const validate = ajv.getSchema(`https://document.example/#${pointer}`);
      if (!validate) throw new Error(`The document has nothing at ${pointer}`);
      return validate;
    },
  };
}

/** Members of the document itself, which is no schema. */
const DOCUMENT_PARTS = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'webhooks', 'components'];

/** A JSON Pointer in the form that a URI takes (RFC 6901, 6). */
export function pointerOf(...path: readonly (string | number)[]): string {
  return path
    .map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}
