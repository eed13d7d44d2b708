import { anAddress } from '@patchwork/kit/testing/samples';
import { AddressCard } from './AddressCard.tsx';
import { UserDetails } from './Profile.tsx';

function noop() {}

interface CardProps {
  deleting: boolean;
}

const Card = ({ deleting }: CardProps) => (
  <ul>
    <AddressCard
      address={anAddress}
      editing={false}
      deleting={deleting}
      editRef={null}
      onEdit={noop}
      onSave={async () => ({ ok: true, value: undefined })}
      onCancel={noop}
      onDelete={noop}
      onClickCapture={noop}
    />
  </ul>
);

export const Address = () => <Card deleting={false} />;

export const AddressThatIsDeleted = () => <Card deleting />;

export const UserWithoutLastName = () => (
  <UserDetails
    user={{ name: 'Asha', firstName: 'Asha', lastName: '', email: 'asha@patchwork.example' }}
  />
);
