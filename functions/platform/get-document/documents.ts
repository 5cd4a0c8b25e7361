/** Version of `@scalar/api-reference`. It is part of the URL of the script, so that the content of a URL never changes. */
export const REFERENCE_RELEASE = '1.72.1';

export const SCRIPT_PATH = '/docs/reference.js';

/** A served document, with its path and its texts in the OpenAPI document. */
export type ServedDocument = {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly mediaType: string;
};

/** All documents. The first one is the document of the operation itself. */
export const DOCUMENTS = [
  {
    path: '/openapi.json',
    id: 'getOpenApiJson',
    summary: 'Get the OpenAPI document as JSON',
    description: 'The OpenAPI 3.1 document of this API. Its `ETag` changes only if the document changes.',
    mediaType: 'application/json',
  },
  {
    path: '/openapi.yaml',
    id: 'getOpenApiYaml',
    summary: 'Get the OpenAPI document as YAML',
    description: 'Returns the same document as `getOpenApiJson` in YAML.',
    mediaType: 'application/yaml',
  },
  {
    path: '/docs',
    id: 'showReference',
    summary: 'View the API reference',
    description:
      'Shows all operations and events of the API, with a form to send requests. The requests are real: they ' +
      'are sent to the host of the page and change data.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/errors',
    id: 'showErrors',
    summary: 'View the error codes',
    description:
      'The page has one section for each error code, at `#code`. The `type` of a problem document links ' +
      'to it.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/webhooks',
    id: 'showWebhookGuide',
    summary: 'View the webhook guide',
    description:
      'Explains how to receive webhooks, with code for Node, Python, PHP and Go to verify signatures.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/compatibility',
    id: 'showCompatibility',
    summary: 'View the compatibility policy',
    description:
      'Explains what can change without notice, what a breaking change is, and how long an old version ' +
      'stays available.',
    mediaType: 'text/html',
  },
  {
    path: SCRIPT_PATH,
    id: 'getReferenceScript',
    summary: 'Get the script of the API reference',
    description: 'The page of `showReference` loads this script. API clients do not need it.',
    mediaType: 'text/javascript',
  },
] as const satisfies readonly ServedDocument[];

export type DocumentPath = (typeof DOCUMENTS)[number]['path'];
