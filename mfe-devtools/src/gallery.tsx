import type { CallRecord } from '@patchwork/kit/devtools';
import { Chip, ConfirmButton, CopyButton, Secret } from './controls.tsx';
import { CallRow } from './features/requests/RequestsTab.tsx';
import { JsonTree } from './JsonTree.tsx';

function noop() {}

export const Chips = () => (
  <>
    <Chip tone="calm">Declared</Chip> <Chip tone="good">200</Chip> <Chip tone="bad">500</Chip>{' '}
    <Chip tone="busy">Pending</Chip>
  </>
);

export const HiddenSecret = () => <Secret name="authorization" text="an encoded token" />;

export const CopyButtons = () => (
  <>
    <CopyButton text="pnpm dev">Copy</CopyButton>{' '}
    <CopyButton text="" disabled>
      Copy
    </CopyButton>
  </>
);

export const QuestionBeforeDeletion = () => (
  <ConfirmButton question="Delete all rows?" yes="Delete" onConfirm={noop}>
    Delete all
  </ConfirmButton>
);

export const OpenValue = () => (
  <JsonTree
    label="session"
    value={{ user: { name: 'Asha', token: 'secret' }, cart: ['shirt', 'scarf'], wishlist: [] }}
  />
);

export const FailedValue = () => <JsonTree label="failure" value={new TypeError('no network')} />;

const pending: CallRecord = {
  id: 1,
  name: 'listProducts',
  method: 'GET',
  url: '/api/products?sort=price',
  initiator: 'mfe-catalog',
  startedAt: 0,
  requestHeaders: {},
  requestBody: undefined,
  outcome: undefined,
};
const response = { kind: 'responded', headers: {}, data: undefined, duration: 412 } as const;

const calls: readonly CallRecord[] = [
  pending,
  { ...pending, id: 2, outcome: { ...response, status: 200, statusText: 'OK' } },
  { ...pending, id: 3, outcome: { ...response, status: 500, statusText: 'Server Error' } },
  { ...pending, id: 4, outcome: { kind: 'failed', message: 'Network Error', duration: 30 } },
];

export const Calls = () => (
  <ul>
    {calls.map((call) => (
      <CallRow
        key={call.id}
        placed={{ entry: call, start: call.id / 8, length: (call.outcome?.duration ?? 0) / 1000 }}
        isSelected={call.id === 2}
        isStop
        onSelect={noop}
        onFocus={noop}
      />
    ))}
  </ul>
);
