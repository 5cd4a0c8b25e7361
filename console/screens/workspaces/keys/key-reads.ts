import type { components, operations } from '#clients/typescript/schema.d.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type NewKey = operations['createApiKey']['requestBody']['content']['application/json'];
