/** A stored subscription set does not consist of code-and-mask triples: the item is damaged. */
export class MalformedSubscriptionSetError extends Error {
  override readonly name = 'MalformedSubscriptionSetError';
  readonly code = 'malformed_subscription_set';

  constructor(options?: ErrorOptions) {
    super('A stored subscription set cannot be read', options);
  }
}
