import { Link, pathToAtom } from '@patchwork/shop';
import { Section } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { InfoPage } from './InfoPage.tsx';

/** Privacy page for shoppers. It says the same as docs/privacy.md, without the names of the storage keys. */
export function Privacy() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <InfoPage page="privacy">
      <Section title="What the shop knows">
        <p>
          Your name, your email, your cart and wishlist, your addresses, your orders and their
          payments. They belong to your account. Payment details stay with Razorpay.
        </p>
      </Section>
      <Section title="What this browser stores">
        <p>The shop sets no cookies. The browser stores what it needs to go on after a reload:</p>
        <ul>
          <li>that you are logged in, with your name and email, until you log out;</li>
          <li>
            a copy of your cart and wishlist, with changes that have not been sent yet, until you
            log out;
          </li>
          <li>
            the products that you viewed last, whether you are logged in or not, until someone logs
            out or you press ‘Clear’ beside them;
          </li>
          <li>
            what you do in this tab, such as the address that you chose, until you log out or close
            the tab;
          </li>
          <li>
            a random number, and which parts of the shop failed here: they decide which version of
            the shop you get, and say nothing about you.
          </li>
        </ul>
        <p>
          Where this shop runs as a demonstration there is no server: accounts, addresses and orders
          are then in this browser too, with passwords as they were typed. Use none that you use
          elsewhere.
        </p>
      </Section>
      <Section title="How to erase it">
        <p>
          Log out: that removes what is yours from this browser. If an earlier visit left anything,{' '}
          <Link to={pathTo('logout')}>the page after logging out</Link> says so, and erases it.
        </p>
        <p>
          At <Link to={pathTo('profile')}>your profile</Link> you download all that we know about
          you, or delete your account. What the tax office asks for stays: the sums of your orders,
          with state, city and PIN code, and without your name.
        </p>
      </Section>
    </InfoPage>
  );
}
