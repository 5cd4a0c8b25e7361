import { useEffect, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { onAnswer } from '#console/session/answer.ts';
import { answerSentence } from '#console/session/answered.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import { type Once, useCommand } from '#console/session/use-command.ts';

const START = '/os/api/{workspace}/accounts/connect/{provider}';
const COMPLETE = '/os/api/{workspace}/accounts/connect/complete';

type Started = { readonly state: string; readonly authorization_url: string };

/**
 * Connects an account on a page of its network, which opens in another tab. That tab passes the response of the network to this tab. This
 * tab has the key, and completes the connection.
 */
export function ConnectByNetwork({
  label,
  account,
}: {
  readonly label: string;
  /** The account to reconnect. */
  readonly account?: string;
}) {
  const { api, me } = useSigned().session;
  const { run, isBusy, error } = useCommand();
  const [started, setStarted] = useState<Started>();
  const [denial, setDenial] = useState<string>();
  const workspace = me.workspace.id;

  useEffect(
    () =>
      started &&
      onAnswer(started.state, ({ state, code, error: denied }) => {
        setStarted(undefined);
        if (code === null) return setDenial(answerSentence(denied));
        const params = { path: { workspace } };
        const complete = (headers: Once) =>
          bodyOf(api.POST(COMPLETE, { params, headers, body: { state, code } }));
        void run(complete);
      }),
    [started],
  );

  function start(): void {
    setDenial(undefined);
    const params = { path: { workspace, provider: 'linkedin' } };
    const body = account === undefined ? {} : { account };
    void run(async (headers) => {
      setStarted(await dataOf(api.POST(START, { params, headers, body })));
    });
  }

  return (
    <>
      {started ? (
        <a href={started.authorization_url} target="_blank" rel="noopener noreferrer">
          Continue at LinkedIn
        </a>
      ) : (
        <Button label={label} quiet isBusy={isBusy} onClick={start} />
      )}
      {started && <Button label="Cancel" quiet onClick={() => setStarted(undefined)} />}
      <Progress isBusy={isBusy} />
      {denial !== undefined && (
        <Notice tone="bad" isNew>
          {denial} Start the connection again.
        </Notice>
      )}
      <Failure error={error} />
    </>
  );
}
