import { Link, pathToAtom } from '@patchwork/shop';
import { Section } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { InfoPage } from './InfoPage.tsx';

export function Delivery() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <InfoPage page="delivery">
      <Section title="How long it takes">
        <p>
          That depends on the piece. Each product’s page says in how many days you get it, counted
          from the day of your order.
        </p>
      </Section>
      <Section title="Where we deliver">
        <p>
          To addresses in India: an address has a PIN code of six digits, and a mobile number of ten
          digits for the person who brings the parcel. Keep as many addresses as you need in{' '}
          <Link to={`${pathTo('profile')}?tab=ADDRESSES`}>your profile</Link>, and choose one for
          each order.
        </p>
      </Section>
      <Section title="What it costs">
        <p>
          Prices are inclusive of all taxes, and there is no charge for delivery. If you choose to
          pay in cash where that is offered, its fee is shown before you order.
        </p>
      </Section>
      <Section title="After you have ordered">
        <p>
          An order keeps the address that it was placed with, also when you change or delete that
          address later. You see it with <Link to={pathTo('orders')}>your orders</Link>.
        </p>
      </Section>
    </InfoPage>
  );
}
