import { PageHeading } from '@patchwork/shop/ui';
import own from './OtherOrder.module.css';
import shared from './shared.module.css';

/** Imports the shared style sheet after its own. */
export function OtherOrder() {
  return (
    <div className="container">
      <PageHeading>The other page</PageHeading>
      <p className={`${shared.word} ${own.quiet}`}>Quiet</p>
    </div>
  );
}
