/** What a social network answered: a one-time code, or an error. */
export type NetworkAnswer = {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
};

/** The tabs of the console in one browser. Only pages of the same origin hear each other. */
const CHANNEL = 'connections';

/**
 * Takes the answer of a network from the fragment of the URL and removes the fragment. This tab has no key, because a key is kept in the
 * memory of the tab that started the connection: the answer is passed on to that tab.
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

/** Waits for the answer to the connection with this state. Returns a function that ends the wait. */
export function onAnswer(state: string, act: (answer: NetworkAnswer) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<NetworkAnswer>) => {
    if (data.state === state) act(data);
  });
  return () => channel.close();
}
