import { Price } from './Price.tsx';
import { Section } from './Section.tsx';
import { Stitch } from './Stitch.tsx';
import { TableHead } from './TableHead.tsx';

export const PriceAlone = () => <Price now="₹1,899" reduction={undefined} />;

export const ReducedPrice = () => (
  <Price now="₹2,719" reduction={{ was: '₹3,599', off: '24% OFF' }} />
);

export const SectionOfAPage = () => (
  <Section title="Order Summary">
    <p>One shirt.</p>
  </Section>
);

export const SectionInASection = () => (
  <Section title="Deliver to" level={3}>
    <p>Kochi.</p>
  </Section>
);

export const Sheet = () => <div className="sheet">A form, a summary or an order.</div>;

export const StitchedLine = () => <Stitch />;

export const Table = () => (
  <table>
    <TableHead columns={['Item', 'Price']} />
    <tbody>
      <tr>
        <td>Plain Shirt</td>
        <td>₹1,500</td>
      </tr>
    </tbody>
  </table>
);
