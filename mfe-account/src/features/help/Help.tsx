import { configurationAtom, Link, pathToAtom } from '@patchwork/shop';
import { Section, useIsHydrated } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { InfoPage } from './InfoPage.tsx';

/** How to reach the shop, where its configuration says it. The page's HTML doesn't know it. */
function Contact() {
  const { contact } = useAtomValue(configurationAtom);
  if (!useIsHydrated() || !contact) return null;
  const { email, hours, address } = contact;
  return (
    <Section title="Contact">
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {hours && <p>{hours}</p>}
      {address && <p>{address}</p>}
    </Section>
  );
}

export function Help() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <InfoPage page="help">
      <Section title="Buying something">
        <p>
          Log in or <Link to={pathTo('signup')}>sign up</Link>, and add what you like to your cart.
          At checkout you choose the address that it goes to, and pay. Cart and wishlist are kept
          with your account: what you add on one device is there on the others.
        </p>
        <p>
          You need no account to look around. If you add something before you are logged in, it is
          added right after your login.
        </p>
      </Section>
      <Section title="Sizes">
        <p>
          Each piece is made in one size, which its card and its page name. The filters of{' '}
          <Link to={pathTo('product-list')}>the collection</Link> show the pieces of your size.
        </p>
      </Section>
      <Section title="Prices and payment">
        <p>
          All prices are in rupees and inclusive of all taxes. You pay in the window of Razorpay,
          which takes the details of your card: they never reach the shop. Where this shop runs as a
          demonstration, a simulator opens in Razorpay’s place, says so, and no money moves.
        </p>
        <p>
          One payment makes one order. If you close the window before you pay, there is no order.
        </p>
      </Section>
      <Section title="Your orders and addresses">
        <p>
          <Link to={pathTo('orders')}>Your orders</Link> are listed with their address and payment.
          Addresses are added, changed and deleted in{' '}
          <Link to={`${pathTo('profile')}?tab=ADDRESSES`}>your profile</Link>.
        </p>
      </Section>
      <Section title="Without a connection">
        <p>
          You may go on with your cart and wishlist. Your changes are kept in the browser, and are
          sent when the connection is back.
        </p>
      </Section>
      <Contact />
    </InfoPage>
  );
}
