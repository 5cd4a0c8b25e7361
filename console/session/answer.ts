/** The response of a social network to a connection: a one-time code, or an error. */
export type NetworkAnswer = {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
};

/** Name of the channel between the tabs of the console in one browser. Only pages of the same origin can use it. */
const CHANNEL = 'connections';

/**
 * Reads the response of a network from the fragment of the URL, removes the fragment, and passes the response to the tab that started the
 * connection. Only that tab has the key in its memory.
 */
export function passOnAnswer(): NetworkAnswer | undefined {
  if (location.pathname !== '/console/connect' || location.hash === '') return undefined;
  const fragment = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
  const answer = {
    state: fragment.get('state') ?? '',
    code: fragment.get('code'),
    error: fragment.get('error'),
  };
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(answer);
  channel.close();
  return answer;
}

/** Calls `act` with the response to the connection with this state. Returns a function that ends the wait. */
export function onAnswer(state: string, act: (answer: NetworkAnswer) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<NetworkAnswer>) => {
    if (data.state === state) act(data);
  });
  return () => channel.close();
}
