/** The headers of a delivery that do not depend on its body and its secrets, in lower case (docs/specification/webhooks.md#delivery-headers). */
export function unsignedHeaders({
  event,
  deliveryId,
}: {
  readonly event: string;
  readonly deliveryId: string;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'workspace-platform-webhooks/1',
    'x-webhook-event': event,
    'x-webhook-delivery': deliveryId,
  };
}
