/**
 * Replaces the SDK's cache of discovered endpoints in deployed bundles, with its LRU library. Every DynamoDB client creates a cache,
 * but only a client with `endpointDiscoveryEnabled` uses it.
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- The SDK creates an instance of a class with this name.
export class EndpointCache {}
