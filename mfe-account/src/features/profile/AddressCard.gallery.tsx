import { anAddress } from '@patchwork/domain/testing';
import { AddressCard } from './AddressCard.tsx';
import { UserDetails } from './UserDetails.tsx';

const noop = () => {};

export const Address = () => (
  <ul>
    <AddressCard
      address={anAddress}
      editing={false}
      deleting={false}
      editRef={null}
      onEdit={noop}
      onSave={async () => ({ ok: true, value: undefined })}
      onCancel={noop}
      onDelete={noop}
      onClickCapture={noop}
    />
  </ul>
);

export const UserWithoutLastName = () => (
  <UserDetails
    user={{ name: 'Asha', firstName: 'Asha', lastName: '', email: 'asha@patchwork.example' }}
  />
);
