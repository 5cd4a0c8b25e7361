import { useLocation } from 'preact-iso';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { CancelledDeliveries } from './cancelled-deliveries.tsx';

/**
 * Enable, pause, take over and delete, as far as the state of the endpoint has them. Repeating one of them changes nothing more, so none has a
 * retry key: after a lost “enable” and a pause, the old key would return the old response instead of enabling again.
 */
export function EndpointControls({
  endpoint,
  deletes = true,
}: {
  readonly endpoint: Endpoint;
  /** Whether the endpoint can be deleted here. */
  readonly deletes?: boolean;
}) {
  const { api, me } = useSigned().session;
  const { route } = useLocation();
  const params = { path: { endpoint: endpoint.id } };
  const isResponsible = endpoint.responsible_member.id === me.member.id;

  async function remove(): Promise<void> {
    await deletion(api.DELETE('/api/v1/workspace-webhooks/{endpoint}', { params }));
    route('/console/endpoints');
  }

  return (
    <div class="actions">
      {endpoint.state === 'paused' && (
        <Command
          label="Enable"
          send={() => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/enable', { params }))}
        />
      )}
      {endpoint.state === 'enabled' && (
        <AskedCommand
          label="Pause"
          title="Pause the endpoint?"
          done={{
            words: (
              <>
                <bdi>{endpoint.name}</bdi> is paused.
              </>
            ),
            next: { label: 'Show it', href: `/console/endpoints/${endpoint.id}` },
          }}
          send={() => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/pause', { params }))}
        >
          <p>The endpoint never receives events that occur while it is paused.</p>
          <CancelledDeliveries endpoint={endpoint.id} />
        </AskedCommand>
      )}
      {(endpoint.state === 'suspended' || !isResponsible) && (
        <AskedCommand
          label="Take over"
          title="Take over the endpoint?"
          send={() => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/take-over', { params }))}
        >
          <p>
            <bdi>{me.member.name}</bdi> becomes the responsible admin instead of{' '}
            <bdi>{endpoint.responsible_member.name}</bdi>.
          </p>
          {endpoint.state === 'suspended' && <CancelledDeliveries endpoint={endpoint.id} />}
        </AskedCommand>
      )}
      {deletes && (
        <AskedCommand
          label="Delete"
          isFinal
          title="Delete the endpoint?"
          done={{ words: 'The endpoint is deleted.' }}
          send={remove}
        >
          <p>
            This also deletes the queued deliveries and the history of <bdi>{endpoint.name}</bdi>. It cannot
            be undone.
          </p>
        </AskedCommand>
      )}
    </div>
  );
}
