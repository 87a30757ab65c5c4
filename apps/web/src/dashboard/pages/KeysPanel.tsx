import type { EndpointResponse } from '@portage/core/schemas';
import type { ReactElement } from 'react';
import { dateTime } from '../../format/short.js';
import { Loaded, Panel } from '../Panel.js';
import { Table } from '../Table.js';
import { useSession } from '../session.js';
import { useApi } from '../useApi.js';

type Key = EndpointResponse<'dashboardKeys'>['keys'][number];

/** Keys by name: when each was made and last used. Operators make and revoke them. */
export function KeysPanel(): ReactElement {
  const { role } = useSession();
  const isOperator = role === 'operator';
  const { data, error } = useApi<'dashboardKeys'>('keys');
  return (
    <Panel
      title="API keys"
      note={
        isOperator ? 'Made by portage keys create, ended by portage keys revoke' : 'Of your owner'
      }
    >
      <Loaded data={data} error={error}>
        {({ keys }) => (
          <Table
            label="API keys"
            columns={[
              'Name',
              'Key',
              ...(isOperator ? ['Owner'] : []),
              'State',
              'Made',
              'Last used',
            ]}
            rows={keys.map((key) => rowOf(key, isOperator))}
            empty="No keys."
          />
        )}
      </Loaded>
    </Panel>
  );
}

function rowOf(
  { id, name, owner, rights, createdAt, lastUsedAt, revokedAt }: Key,
  isOperator: boolean,
): readonly string[] {
  const state = revokedAt === undefined ? ['Valid', ...rights].join(', ') : 'Revoked';
  return [
    name,
    id,
    ...(isOperator ? [owner] : []),
    state,
    dateTime(createdAt),
    lastUsedAt === undefined ? 'Never' : dateTime(lastUsedAt),
  ];
}
