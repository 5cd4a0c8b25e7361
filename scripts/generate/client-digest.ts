import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** What the types of the client are made from, and where they are. */
export const DOCUMENT = fileURLToPath(new URL('../../docs/api/openapi.json', import.meta.url));
export const SCHEMA = fileURLToPath(new URL('../../clients/typescript/schema.d.ts', import.meta.url));

const LINE = /^\/\/ Made from docs\/api\/openapi\.json, SHA-256 ([0-9a-f]{64})$/mu;

/** Generated types that say which document they were made from. */
export function withDigest(types: string, document: string): string {
  return `// Made from docs/api/openapi.json, SHA-256 ${digestOf(document)}\n${types}`;
}

/** The digest that the types name, if they do. */
export function digestIn(types: string): string | undefined {
  return LINE.exec(types)?.[1];
}

export function digestOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}
