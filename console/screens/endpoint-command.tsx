import { Command } from '#console/parts/command.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Endpoint } from './endpoint-reads.ts';

/** The command that brings an endpoint back, if its state has one. */
export function EndpointCommand({ endpoint }: { readonly endpoint: Endpoint }) {
  const { api } = useSigned().session;
  const params = { params: { path: { endpoint: endpoint.id } } };
  if (endpoint.state === 'suspended')
    return (
      <Command
        label="Take over"
        send={() => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/take-over', params))}
      />
    );
  if (endpoint.state === 'paused')
    return (
      <Command
        label="Enable"
        send={() => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/enable', params))}
      />
    );
  return null;
}
