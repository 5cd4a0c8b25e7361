import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The OpenAPI document and the client types generated from it. */
export const DOCUMENT = fileURLToPath(new URL('../../../docs/api/openapi.json', import.meta.url));
export const SCHEMA = fileURLToPath(new URL('../../../clients/typescript/schema.d.ts', import.meta.url));

/** Adds the digest of the document to the generated types. */
export function withDigest(types: string, document: string): string {
  return `// Made from docs/api/openapi.json, SHA-256 ${digestOf(document)}\n${types}`;
}

function digestOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}
