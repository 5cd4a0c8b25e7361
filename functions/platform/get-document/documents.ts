/** Version of `@scalar/api-reference`: a part of the address of its script, so that an address never changes its content. */
export const REFERENCE_RELEASE = '1.72.1';

export const SCRIPT_PATH = '/docs/reference.js';

/** A document that is served: where, and how the API's own description tells of it. */
export type ServedDocument = {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly mediaType: string;
};

/** Every document, the first of which is the operation's own. */
export const DOCUMENTS = [
  {
    path: '/openapi.json',
    id: 'getOpenApiJson',
    summary: 'This document, as JSON',
    description:
      'OpenAPI 3.1, made from what the API runs on. Its `ETag` changes with every release that changes it.',
    mediaType: 'application/json',
  },
  {
    path: '/openapi.yaml',
    id: 'getOpenApiYaml',
    summary: 'This document, as YAML',
    description: 'The same as `getOpenApiJson`, for people and for tools that prefer it.',
    mediaType: 'application/yaml',
  },
  {
    path: '/docs',
    id: 'showReference',
    summary: 'The reference, to read and to try',
    description: 'Every operation and event of this document. What is tried goes to this very host.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/errors',
    id: 'showErrors',
    summary: 'What every error code means, where `type` of a problem leads',
    description: 'One paragraph for each code, at `#code`.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/webhooks',
    id: 'showWebhookGuide',
    summary: 'How to receive webhooks and verify them',
    description: 'With a verifier for Node, Python, PHP and Go.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/compatibility',
    id: 'showCompatibility',
    summary: 'What may change, and how a change is announced',
    description: 'What clients have to live with, what counts as a break, and how long the old goes on.',
    mediaType: 'text/html',
  },
  {
    path: SCRIPT_PATH,
    id: 'getReferenceScript',
    summary: 'The script of the reference',
    description: 'For the page of `showReference`; the release is in its query, so a browser may keep it.',
    mediaType: 'text/javascript',
  },
] as const satisfies readonly ServedDocument[];

export type DocumentPath = (typeof DOCUMENTS)[number]['path'];
