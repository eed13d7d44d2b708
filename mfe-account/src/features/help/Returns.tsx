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
          Until we pack it, you can cancel an order, or some of its products, at{' '}
          <Link to={pathTo('orders')}>your orders</Link>. The price goes back to the account that
          paid.
        </p>
      </Section>
      <Section title="When it has arrived">
        <p>
          Something does not fit, or is not what you expected? Choose it at{' '}
          <Link to={pathTo('orders')}>your orders</Link> and say why. Each order shows until when
          you can send something back. We tell you by mail when your return is accepted, and pay its
          price back. What comes in other sizes or colours can be exchanged instead: we reserve the
          other piece for you, and they are swapped at your door.
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
