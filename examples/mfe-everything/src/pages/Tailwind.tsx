import './tailwind.css';
import { PageHeading } from '@patchwork/shop/ui';

export function Tailwind() {
  return (
    <div className="container">
      <PageHeading>Tailwind</PageHeading>
      <p className="tw:rotate-3 tw:bg-brand tw:p-4 tw:text-2xl tw:text-white tw:shadow-lg">
        A card
      </p>
      <span className="tw:inline-block tw:animate-spin">Turning</span>
    </div>
  );
}
