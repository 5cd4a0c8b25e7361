import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

/*
 * The parts of undici that send webhooks, as its `index.js` combines them. That file also loads fetch, WebSocket, caches and mocks:
 * 260 of the 730 kB that it would add to `deliver-webhook`. The version is exact, and the tests of the sender fail if a file moves.
 */
Object.assign(Dispatcher.prototype, { request });

export { Agent, buildConnector, errors };
