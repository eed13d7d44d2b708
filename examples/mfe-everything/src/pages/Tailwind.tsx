import './tailwind.css';
import { PageHeading } from '@patchwork/shop/ui';

export function Tailwind() {
  return (
    <div className="container">
      <PageHeading>Tailwind</PageHeading>
      <p className="rotate-3 bg-brand p-4 text-white shadow-lg">A card</p>
      <span className="inline-block animate-spin">Turning</span>
    </div>
  );
}
