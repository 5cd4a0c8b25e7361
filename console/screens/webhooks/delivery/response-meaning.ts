import type { Delivery } from '#console/screens/webhooks/endpoint-reads.ts';

type Attempt = Delivery['attempts'][number];
type Result = Pick<Attempt, 'outcome' | 'status_code'>;

/** What a response says about the receiver. `name` is the name of the status, or of how the attempt ended. */
export type Meaning = { readonly name: string; readonly sentence: string };

/** The statuses that receivers and the gateways before them often return. */
const STATUSES: Readonly<Record<number, Meaning>> = {
  400: {
    name: '400 Bad Request',
    sentence:
      'says that your server could not use the request. Its log can say whether the body or a header was wrong.',
  },
  401: {
    name: '401 Unauthorized',
    sentence:
      'says that your server, or a gateway in front of it, did not get the credentials that it expects. The settings of the endpoint can add a request header with them.',
  },
  403: {
    name: '403 Forbidden',
    sentence:
      'says that your server, or a firewall in front of it, refuses these requests. A firewall may have to allow them.',
  },
  404: {
    name: '404 Not Found',
    sentence:
      'says that your server has nothing at this path. Compare the path with the URL of the endpoint.',
  },
  405: {
    name: '405 Method Not Allowed',
    sentence: 'says that your server does not accept POST at this path.',
  },
  408: {
    name: '408 Request Timeout',
    sentence: 'says that your server waited too long for the request.',
  },
  409: {
    name: '409 Conflict',
    sentence:
      'says that the request contradicts what your server has stored. Respond with 2xx to a repeated event.',
  },
  410: {
    name: '410 Gone',
    sentence:
      'says that your server no longer offers this path. Set the endpoint to the new URL, or delete it.',
  },
  413: {
    name: '413 Content Too Large',
    sentence: 'says that your server accepts only smaller bodies. Raise its limit.',
  },
  415: {
    name: '415 Unsupported Media Type',
    sentence: 'says that your server does not accept application/json.',
  },
  422: {
    name: '422 Unprocessable Content',
    sentence: 'says that your server read the request, but does not accept its content.',
  },
  429: {
    name: '429 Too Many Requests',
    sentence: 'says that your server, or a gateway in front of it, accepts fewer requests at a time.',
  },
  500: {
    name: '500 Internal Server Error',
    sentence: 'says that an error occurred in your server while it handled the request.',
  },
  501: {
    name: '501 Not Implemented',
    sentence: 'says that your server does not know how to handle the request.',
  },
  502: {
    name: '502 Bad Gateway',
    sentence: 'says that a gateway in front of your server got no valid response from it.',
  },
  503: {
    name: '503 Service Unavailable',
    sentence:
      'says that your server is there but does not accept work, for example while it restarts or is overloaded.',
  },
  504: {
    name: '504 Gateway Timeout',
    sentence: 'says that a gateway in front of your server waited too long for its response.',
  },
};

/** Statuses by their first digit. */
const CLASSES: Readonly<Record<number, string>> = {
  2: 'says that your server has accepted the event.',
  3: 'is a redirect, which is not followed.',
  4: 'says that your server rejects the request.',
  5: 'says that your server, or a gateway in front of it, could not handle the request.',
};

/** How an attempt without a response ended. */
const OUTCOMES: Readonly<Partial<Record<Attempt['outcome'], Meaning>>> = {
  timeout: {
    name: 'No response in time',
    sentence: 'means that the connection was established, but your server did not respond soon enough.',
  },
  connect_timeout: {
    name: 'No connection in time',
    sentence:
      'means that nothing answered at the address of your server. The server may be down, or a firewall may drop the packets.',
  },
  network_error: {
    name: 'No connection',
    sentence:
      'means that the connection failed or was closed before a response. Check the name of the host, the port and the certificate.',
  },
  blocked_address: {
    name: 'A blocked address',
    sentence: 'means that the name of the host leads to an address that is not public. No request was sent.',
  },
  cancelled: {
    name: 'A cancelled attempt',
    sentence: 'means that the platform ended the attempt. Your server did nothing wrong.',
  },
};

/** What the result of an attempt says about the receiver; undefined for a result that is newer than this console. */
export function meaningOf({ outcome, status_code: status }: Result): Meaning | undefined {
  if (status === null) return OUTCOMES[outcome];
  const known = STATUSES[status];
  if (known) return known;
  const sentence = CLASSES[Math.floor(status / 100)];
  return sentence === undefined ? undefined : { name: `Status ${status}`, sentence };
}

/** How the attempts compare, such as `All 4 attempts ended in the same way, after 4 to 95 ms.`; undefined for a single one. */
export function comparisonOf(attempts: readonly Attempt[]): string | undefined {
  const [first] = attempts;
  if (!first || attempts.length < 2) return undefined;
  const count = attempts.length === 2 ? 'Both' : `All ${attempts.length}`;
  const isSame = attempts.every(
    (each) => each.outcome === first.outcome && each.status_code === first.status_code,
  );
  if (!isSame) return 'The attempts did not all end in the same way.';
  const durations = attempts.map(({ duration_ms: duration }) => duration);
  const [least, most] = [Math.min(...durations), Math.max(...durations)];
  return `${count} attempts ended in the same way, after ${least === most ? least : `${least} to ${most}`} ms.`;
}
