/**
 * The `User-Agent` of requests to hosts of customers. Many servers refuse a request without one, and the URL tells their operators whom to ask.
 * @param apiOrigins the origins of the API; the first one serves the documents that the URL names
 */
export function userAgentOf([apiOrigin]: readonly string[]): string {
  if (apiOrigin === undefined) throw new Error('API_ORIGINS names no origin');
  return `workspace-platform/1 (+${apiOrigin}/docs)`;
}
