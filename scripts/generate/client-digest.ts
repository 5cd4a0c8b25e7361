import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The OpenAPI document and the client types generated from it. */
export const DOCUMENT = fileURLToPath(new URL('../../docs/api/openapi.json', import.meta.url));
export const SCHEMA = fileURLToPath(new URL('../../clients/typescript/schema.d.ts', import.meta.url));

const LINE = /^\/\/ Made from docs\/api\/openapi\.json, SHA-256 ([0-9a-f]{64})$/mu;

/** Adds the digest of the document to the generated types. */
export function withDigest(types: string, document: string): string {
  return `// Made from docs/api/openapi.json, SHA-256 ${digestOf(document)}\n${types}`;
}

/** The digest in the types, if there is one. */
export function digestIn(types: string): string | undefined {
  return LINE.exec(types)?.[1];
}

export function digestOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}
