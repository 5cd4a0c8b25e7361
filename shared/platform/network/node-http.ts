/**
 * What is used of node:http. To import it as a module would evaluate its lazy members: Node would load its WebSocket client, which
 * takes 40 ms of a cold start.
 */
export const { request, STATUS_CODES } = process.getBuiltinModule('node:http');
