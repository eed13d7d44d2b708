import { Link, pathToAtom } from '@patchwork/shop';
import { Section } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { InfoPage } from './InfoPage.tsx';

export function Returns() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <InfoPage page="returns">
      <Section title="Before you pay">
        <p>
          Nothing is bought until you have paid. Change or empty{' '}
          <Link to={pathTo('cart')}>your cart</Link> whenever you like, or close the payment’s
          window: there is no order then.
        </p>
      </Section>
      <Section title="After you have paid">
        <p>
          Something does not fit, or is not what you expected? Tell us which of{' '}
          <Link to={pathTo('orders')}>your orders</Link> it is about, and what you would like
          instead. You reach us where the links at the foot of each page lead.
        </p>
      </Section>
      <Section title="If a payment goes wrong">
        <p>
          A payment that was declined costs nothing, and your cart stays as it was. If the page was
          closed while you were paying, open <Link to={pathTo('checkout')}>checkout</Link> again: it
          says what became of the payment. A payment that is confirmed twice still makes one order.
        </p>
      </Section>
    </InfoPage>
  );
}
